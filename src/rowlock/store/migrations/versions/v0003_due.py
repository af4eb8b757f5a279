"""When a table wants a server, the times in which nobody was there, and an index for each list that grows."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("due_at", sa.BigInteger))
    tables = sa.table("tables", sa.column("due_at"), sa.column("waiting_for", sa.Text))
    # Whoever finds them due reads them, and writes down when they really are.
    op.execute(sa.update(tables).where(tables.c.waiting_for != "").values(due_at=0))
    op.drop_index("tables_by_waiting_for", "tables")
    op.drop_index("tables_by_status", "tables")
    op.drop_column("tables", "waiting_for")
    score, changed_at = sa.column("score", sa.BigInteger), sa.column("changed_at", sa.BigInteger)
    lists: tuple[tuple[str, list[Any], Any], ...] = (
        ("tables_due", ["due_at"], sa.column("due_at").is_not(None)),
        ("tables_waiting", ["changed_at"], sa.column("status") == sa.literal_column("'waiting'")),
        ("tables_public", ["status", changed_at.desc(), "id"], sa.column("public").is_(True)),
    )
    for name, columns, kept in lists:
        op.create_index(name, "tables", columns, sqlite_where=kept, postgresql_where=kept)
    op.create_index("results_of_day", "results", ["day", score.desc(), "at", "table"])
    op.create_table(
        "silences",
        sa.Column("began", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
    )
