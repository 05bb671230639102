"""The same memories on all devices of a person: changes travel in sealed files of a folder, and merge the
same way everywhere (docs/devices.md)."""
