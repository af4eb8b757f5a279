"""Brings a database to the newest schema. The caller holds a lock, so that only one process at a time does it."""

from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import RevisionStep
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from rowlock.store.errors import StoreUnavailable

SCRIPTS = Path(__file__).parent / "migrations"


def migrate(connection: Connection) -> None:
    """Runs the migrations that the database lacks, within the connection's transaction."""
    scripts = ScriptDirectory(str(SCRIPTS))
    known = {script.revision for script in scripts.walk_revisions()}
    newest = scripts.get_current_head()
    present = MigrationContext.configure(connection).get_current_revision()
    if present == newest:
        return
    if present is not None and present not in known:
        raise StoreUnavailable(
            f"The database was made by a newer Rowlock (its schema is {present}, this one knows up to {newest})."
        )

    def missing(revision: Any, _: MigrationContext) -> list[RevisionStep]:
        return scripts._upgrade_revs("head", revision)

    with EnvironmentContext(Config(), scripts, fn=missing, destination_rev="head") as environment:
        environment.configure(connection, transactional_ddl=True)
        environment.run_migrations()
