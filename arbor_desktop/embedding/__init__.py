"""Small local models that turn texts into vectors. No database, no Qt; numpy only once one is used."""
