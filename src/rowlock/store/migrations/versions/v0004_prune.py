"""An index by which what is old is found. When a table was made never changes, so no move costs more for it."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_index("tables_made", "tables", ["created_at"])
