"""Measurements: `python -m bench` in the project's folder lists them, `python -m bench NAME` runs one."""
