"""The two ways in which the store says no."""


class Conflict(Exception):
    """Somebody else has changed the table since the writer read it. Nothing of the call was written."""

    def __init__(self, table: str, revision: int) -> None:
        super().__init__(f"Table {table} is at revision {revision}.")
        self.table = table
        self.revision = revision
        """Where the table stands; 0 if there is none."""


class StoreUnavailable(Exception):
    """The database doesn't do its work at the moment; one sentence says why.

    Nothing has been acknowledged. Whether an append reached the disk is only known after reading the table again.
    """
