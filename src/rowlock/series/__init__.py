"""A row of rounds at several tables, a club's evening say, as a list of events. A pure reducer, like a table."""
