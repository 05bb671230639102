"""Maintenance: the tasks of spec 5.8, run by one process at a time."""
