"""The order in which a run of all tests goes through its modules."""

from __future__ import annotations

from types import SimpleNamespace

from tests.scheduling import TwoEndedScheduling


class StandingWorker:
    """What the scheduler asks of a worker; it runs nothing."""

    shutting_down = False

    def __init__(self, number: int) -> None:
        self.gateway = SimpleNamespace(id=f"gw{number}")
        self.told: list[int] = []
        self.send_runtest_some = self.told.extend


def test_the_last_worker_begins_at_the_end_of_the_line(pytestconfig, monkeypatch):
    """The others take what takes longest, which waits half of its time."""
    monkeypatch.setattr(pytestconfig.option, "tx", ["popen"] * 3)
    names = [f"test_{module}.py::test_{number}" for module in "abcdef" for number in range(3)]
    scheduling, workers = TwoEndedScheduling(pytestconfig), [StandingWorker(number) for number in range(3)]
    for worker in workers:
        scheduling.add_node(worker)
        scheduling.add_node_collection(worker, names)
    scheduling.schedule()
    assert [[names[told] for told in worker.told] for worker in workers] == [names[:3], names[3:6], names[-3:]]
    for told in workers[2].told[:2]:
        scheduling.mark_test_complete(workers[2], told)
    assert [names[told] for told in workers[2].told[3:]] == names[-6:-3]
