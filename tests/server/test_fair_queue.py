"""Who is next, in fairness."""

from random import Random

from rowlock.server.fair_queue import FairQueue


def drained(queue: FairQueue[str]) -> list[str]:
    return [queue.pop() for _ in range(len(queue))]


def test_equal_questions_come_in_order() -> None:
    queue: FairQueue[str] = FairQueue()
    for name in "abcd":
        queue.put(name, name, 1.0)
    assert drained(queue) == list("abcd")


def test_a_short_question_passes_long_ones() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(200):
        queue.put("long", f"{number}", 1.0)
    assert queue.wait_for("newcomer", 0.02) == 0
    assert queue.wait_for("newcomer", 1.0) == 200
    queue.put("short", "newcomer", 0.02)
    assert drained(queue)[0] == "short"


def test_people_come_before_bots_among_themselves() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put("bots", "a", 0.01, people_wait=False)
    queue.put("people", "b", 9.0)
    assert drained(queue) == ["people", "bots"]


def test_short_questions_never_keep_a_long_one_waiting_for_ever() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put("long", "patient", 1.0)
    for served in range(1000):
        queue.put("short", f"newcomer {served}", 0.1)
        if queue.pop() == "long":
            break
    assert served <= 10


def test_everybody_gets_the_same_share() -> None:
    """One asks all the time for much, one all the time for little: both get the same time."""
    queue: FairQueue[tuple[str, float]] = FairQueue()
    chance, spent = Random(1), dict.fromkeys(("much", "little"), 0.0)
    costs = {"much": 1.0, "little": 0.05}
    for asker, cost in costs.items():
        for _ in range(3):
            queue.put((asker, cost), asker, cost)
    for _ in range(5_000):
        asker, cost = queue.pop()
        spent[asker] += cost
        again = cost * chance.uniform(0.8, 1.2)
        queue.put((asker, again), asker, again)
    assert 0.95 < spent["much"] / spent["little"] < 1.05
