"""Events on disk: append with compare-and-set on a table's revision, in SQLite or PostgreSQL.

>>> import asyncio, tempfile
>>> async def example(folder: str) -> None:
...     store = await open_store(f"{folder}/example.db")
...     created = Append("t1", 0, ('{"sat": 1}', '{"sat": 2}'), "quixo", "waiting", True, None, at=0)
...     await store.append(created)
...     print(await store.revision("t1"), await store.events("t1", after=1))
...     try:
...         await store.append(created)
...     except Conflict as conflict:
...         print(conflict)
...     await store.close()
>>> with tempfile.TemporaryDirectory() as folder:
...     asyncio.run(example(folder))
2 ['{"sat": 2}']
Table t1 is at revision 2.
"""

from rowlock.store.append import Append
from rowlock.store.calling import Subscription
from rowlock.store.errors import Conflict, StoreUnavailable
from rowlock.store.queries import Due, Result, Silence, TableRow
from rowlock.store.ratings import PersonRating
from rowlock.store.store import Store, open_store

__all__ = [
    "Append",
    "Conflict",
    "Due",
    "PersonRating",
    "Result",
    "Silence",
    "Store",
    "StoreUnavailable",
    "Subscription",
    "TableRow",
    "open_store",
]
