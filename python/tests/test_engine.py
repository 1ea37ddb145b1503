"""Searches, analyses, and how they are stopped."""

import copy
import json
import pickle
import signal
import subprocess
import sys
import threading
import time

import obverse
import pytest
from conftest import ROOT, random_game

START = obverse.Position()
MUST_PASS = obverse.Position("O" * 30 + "X" * 33 + "- X")
OVER = MUST_PASS.play(64).play(63)
# With 52 empty squares.
MUST_PASS_EARLY = obverse.Position(
    "--------------------------XXX------XX-------XXX-----O------OOO-- X"
)


def endless():
    """A position that takes hours to solve."""
    return START.play("f5").play("d6")


def test_a_search_goes_as_far_as_it_is_told():
    engine = obverse.Engine(threads=1)
    report = engine.search(START, depth=6)
    assert report.depth == 6 and report.move in START.legal_moves
    assert report.pv[0] == report.move and not report.exact and report.source == "search"
    assert report.nodes > 0 and report.time >= 0
    assert len(report.lines) == 1 and report.lines[0].move == report.move
    assert engine.search(START, level=3).depth == 3
    engine.level = 5
    assert engine.search(START).depth == 5
    before = time.monotonic()
    assert engine.search(START, time=0.2).depth > 6
    assert 0.1 < time.monotonic() - before < 2
    assert engine.search(START, nodes=1000).nodes < 5000
    assert repr(report).startswith("<Report ")


def test_the_same_search_as_that_of_the_program(program):
    query = json.dumps({"id": 1, "position": str(START), "depth": 10})
    answer = json.loads(program("--threads", "1", "json", text=query + "\n"))
    report = obverse.Engine(threads=1).search(START, depth=10)
    assert report.value == answer["value"]
    assert [obverse.move_name(move) for move in report.pv] == answer["lines"][0]["moves"]


def test_passes_and_finished_games():
    engine = obverse.Engine(threads=1)
    *_, last = engine.analyze(MUST_PASS)
    for report in (engine.search(MUST_PASS), obverse.solve(MUST_PASS), last):
        assert report.move == 64 and report.exact and report.value == OVER.result
    for report in (engine.search(OVER), obverse.solve(OVER), *engine.analyze(OVER)):
        assert report.move is None and report.exact and report.pv == []
        assert report.value == OVER.result
    assert obverse.evaluate(OVER) == OVER.result


def test_solve_is_exact(rng):
    for _ in range(5):
        position = next(p for p in random_game(rng)[0] if p.empties <= 14)
        report = obverse.solve(position, threads=2)
        assert report.exact and report.source in ("solver", "forced")
        move, value = report.move, report.value
        if move is not None:
            assert obverse.solve(position.play(move)).value == -value


def test_an_analysis_deepens_and_ends():
    engine = obverse.Engine(threads=1)
    reports = list(engine.analyze(START, lines=2, depth=6))
    depths = [report.depth for report in reports]
    assert depths == sorted(depths) and depths[-1] == 6
    assert len(reports[-1].lines) == 2
    # It leaves the engine free.
    assert engine.search(START, depth=2).depth == 2
    for report in engine.analyze(START):
        if report.depth >= 4:
            break
    assert engine.search(START, depth=2).depth == 2
    with engine.analyze(endless()) as analysis:
        assert next(analysis).depth >= 1
        with pytest.raises(RuntimeError, match="searching already"):
            engine.search(START)
    assert list(analysis) == []
    assert engine.search(START, depth=2).depth == 2


def test_stop_ends_a_search_from_another_thread():
    engine = obverse.Engine(threads=2)
    engine.stop()
    threading.Timer(0.3, engine.stop).start()
    before = time.monotonic()
    report = engine.search(endless(), depth=60)
    assert time.monotonic() - before < 5
    assert report.move in endless().legal_moves and not report.exact
    threading.Timer(0.3, engine.stop).start()
    assert [report for report in engine.analyze(endless())][-1].depth > 1


def test_stop_leaves_the_engine_free():
    engine = obverse.Engine(threads=2)
    for _ in range(20):
        analysis = engine.analyze(endless())
        engine.stop()
        assert engine.search(START, depth=1).depth == 1
        assert all(report.depth >= 1 for report in analysis)


@pytest.mark.parametrize("position", [START, MUST_PASS_EARLY])
def test_an_analysis_ends_at_its_depth(position):
    engine = obverse.Engine(threads=1)
    for lines in (1, 3):
        for depth in (2, 3, 5):
            for _ in range(5):
                analysis = engine.analyze(position, lines=lines, depth=depth)
                depths = [report.depth for report in analysis]
                assert depths == sorted(depths) and depths[-1] == depth


def test_reports_can_be_pickled():
    engine = obverse.Engine(threads=1)
    *_, several = engine.analyze(START, lines=3, depth=4)
    for report in (several, engine.search(MUST_PASS), obverse.solve(OVER)):
        for again in (pickle.loads(pickle.dumps(report)), copy.deepcopy(report)):
            assert again == report and again is not report
            assert (again.move, repr(again)) == (report.move, repr(report))
    with pytest.raises(ValueError, match="at least one"):
        obverse.Report._restore([], 0, 0.0, "search")


def test_reports_are_equal_if_all_in_them_is():
    engine = obverse.Engine(threads=1)
    report, other = (engine.search(START, depth=depth) for depth in (1, 4))
    assert report == report and report != other and report != 1
    assert report.lines == report.lines and report.lines[0] != other.lines[0]


@pytest.mark.skipif(sys.platform == "win32", reason="no fork")
def test_a_child_process_has_no_analysis():
    script = f"""
import os, obverse
engine = obverse.Engine(threads=1)
position = obverse.Position("{endless()}")
analysis = engine.analyze(position)
next(analysis)
child = os.fork()
if child == 0:
    engine.stop()
    assert list(analysis) == []
    analysis.close()
    del analysis
    assert engine.search(position, depth=2).depth == 2
    print("child", flush=True)
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
assert next(analysis).depth > 0
analysis.close()
print("parent")
"""
    run = [sys.executable, "-W", "ignore", "-c", script]
    done = subprocess.run(run, capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("child\nparent\n", "")


@pytest.mark.parametrize(
    "work",
    [
        "obverse.solve(position)",
        "obverse.Engine().search(position, depth=60)",
        "list(obverse.Engine().analyze(position))",
        "obverse.solve_many(*columns)",
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_ctrl_c_stops_it(work):
    # Tests that run in the background of a shell inherit that Ctrl-C is ignored.
    script = f"""
import signal, numpy, obverse
signal.signal(signal.SIGINT, signal.default_int_handler)
position = obverse.Position("{endless()}")
columns = numpy.full((2, 9), [[position.own], [position.opponent]], numpy.uint64)
print("ready", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("interrupted", obverse.Engine().search(position, depth=2).depth)
"""
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.3)
    before = time.monotonic()
    child.send_signal(signal.SIGINT)
    try:
        output, _ = child.communicate(timeout=20)
    finally:
        child.kill()
    assert output == "interrupted 2\n" and child.returncode == 0
    assert time.monotonic() - before < 3


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"level": 31}, ValueError, "level: expected 0 to 30, got 31"),
        ({"level": 1, "depth": 1}, ValueError, "expected a level or a depth"),
        ({"depth": 0}, ValueError, "depth: expected 1 or more"),
        ({"time": -1.0}, ValueError, "time: expected a number of seconds, got -1"),
        ({"time": float("nan")}, ValueError, "got NaN"),
        ({"time": "1"}, TypeError, None),
        ({"nodes": -1}, ValueError, "nodes: expected 0 or more, got -1"),
        ({"depth": -1}, ValueError, "depth: expected 1 or more, got -1"),
        ({"level": -1}, ValueError, "level: expected 0 to 30, got -1"),
        ({"level": 2**70}, ValueError, f"level: expected 0 to 30, got {2**70}"),
        ({"level": 1.0}, TypeError, None),
    ],
)
def test_wrong_limits_are_refused(arguments, error, text):
    with pytest.raises(error, match=text):
        obverse.Engine().search(START, **arguments)


def test_wrong_options_are_refused():
    ranges = {"level": "0 to 30", "threads": "1 to 1024", "hash_mb": "1 to 1048576"}
    for name, values in ranges.items():
        for value in (-1, 99_999_999, 2**64):
            with pytest.raises(ValueError, match=f"{name}: expected {values}, got {value}"):
                obverse.Engine(**{name: value})
    engine = obverse.Engine()
    with pytest.raises(ValueError):
        engine.threads = 0
    with pytest.raises(TypeError):
        engine.search("X")
    engine.hash_mb = 1
    assert "hash_mb=1)" in repr(engine)
    with pytest.raises(ValueError):
        engine.analyze(START, lines=0)
    with pytest.raises(ValueError, match="lines: expected 1 or more, got -1"):
        engine.analyze(START, lines=-1)


def test_the_version_is_that_of_the_crate():
    manifest = (ROOT / "Cargo.toml").read_text()
    assert f'\nversion = "{obverse.__version__}"\n' in manifest
    for binding in ("python", "capi"):
        other = ROOT / binding / "Cargo.toml"
        assert not other.exists() or f'\nversion = "{obverse.__version__}"\n' in other.read_text()
