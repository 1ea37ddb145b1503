"""Whole arrays of positions: the same answers as for one position, and as of the program."""

import json
import sys
import threading
import time

import numpy as np
import obverse
import pytest
from conftest import ROOT, columns, random_game, squares
from hypothesis import given, settings
from hypothesis import strategies as st

BOARDS = st.lists(
    st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1)).map(
        lambda pair: (pair[0] & ~pair[1], pair[1])
    ),
    max_size=50,
)
THREADS = st.sampled_from([None, 1, 2, 3])
FUNCTIONS = [obverse.solve_many, obverse.evaluate_many, obverse.legal_moves_many]


def as_columns(boards):
    array = np.array(boards, dtype=np.uint64).reshape(-1, 2)
    return np.ascontiguousarray(array[:, 0]), np.ascontiguousarray(array[:, 1])


@settings(deadline=None, max_examples=60)
@given(BOARDS, THREADS)
def test_moves_and_evaluations_are_those_of_each_position(boards, threads):
    own, opponent = as_columns(boards)
    positions = [obverse.Position.from_bits(*board) for board in boards]
    moves = obverse.legal_moves_many(own, opponent, threads=threads)
    values = obverse.evaluate_many(own, opponent, threads=threads)
    assert moves.dtype == np.uint64 and values.dtype == np.float32
    for position, bits, value in zip(positions, moves, values, strict=True):
        assert squares(bits) == [move for move in position.legal_moves if move != 64]
        assert value == obverse.evaluate(position)


@settings(deadline=None, max_examples=60)
@given(BOARDS, st.lists(st.integers(0, 2**32), min_size=50, max_size=50), THREADS)
def test_play_is_that_of_each_position(boards, choices, threads):
    kept, moves, after = [], [], []
    for board, choice in zip(boards, choices, strict=False):
        position = obverse.Position.from_bits(*board)
        if legal := position.legal_moves:
            kept.append(board)
            moves.append(legal[choice % len(legal)])
            after.append(position.play(moves[-1]))
    own, opponent = as_columns(kept)
    for dtype in (np.int8, np.uint8, np.int32, np.uint64, ">i8"):
        played = obverse.play_many(own, opponent, np.array(moves, dtype), threads=threads)
        for mine, expected in zip(played, columns(after), strict=True):
            assert mine.dtype == np.uint64 and mine.tolist() == expected.tolist()


def endgames(rng, count, most):
    """Positions of random games with at most so many empty squares: those in which the side to
    move must pass and those that are over, too."""
    found = []
    while len(found) < count:
        found += [position for position in random_game(rng)[0] if position.empties <= most]
    return found


def test_values_are_those_of_the_program(rng, program):
    wipe_out = obverse.Game("e6f4e3f6g5d6e7f5c5").position
    positions = [wipe_out, *endgames(rng, 1000, 10)]
    assert any(position.legal_moves == [64] for position in positions)
    assert any(position.is_over and position.empties for position in positions)
    values = obverse.solve_many(*columns(positions))
    assert values.dtype == np.int8
    queries = "".join(
        json.dumps({"id": number, "position": str(position), "depth": 60}) + "\n"
        for number, position in enumerate(positions)
    )
    answers = [json.loads(line) for line in program("json", text=queries).splitlines()]
    assert len(answers) == len(positions)
    for answer in answers:
        position = positions[answer["id"]]
        assert values[answer["id"]] == answer["value"], position
    for number in range(0, len(positions), 50):
        report = obverse.solve(positions[number], threads=1)
        assert report.exact and report.value == values[number]


def test_values_of_published_problems():
    games = obverse.read_games(ROOT / "tests/problems/endgames.obf")
    games = [game for game in games if game.position.empties <= 16]
    assert len(games) > 3
    own, opponent = columns([game.position for game in games])
    expected = [max(game.scores.values()) for game in games]
    for threads in (1, 2):
        assert obverse.solve_many(own, opponent, threads=threads).tolist() == expected


def test_nothing_gives_nothing():
    none = np.array([], dtype=np.uint64)
    for function in FUNCTIONS:
        assert len(function(none, none)) == 0
    assert [len(side) for side in obverse.play_many(none, none, none)] == [0, 0]


def test_views_are_read_as_they_are(rng):
    own, opponent = columns(endgames(rng, 60, 8))
    expected = obverse.solve_many(own, opponent).tolist()
    wide = np.zeros((len(own), 3), np.uint64)
    wide[:, 1], wide[:, 2] = own, opponent
    assert obverse.solve_many(wide[:, 1], wide[:, 2]).tolist() == expected
    assert obverse.solve_many(own[::-1], opponent[::-1]).tolist() == expected[::-1]
    packed = np.zeros(len(own), dtype=[("flag", "u1"), ("own", "u8"), ("opponent", "u8")])
    packed["own"], packed["opponent"] = own, opponent
    assert not packed["own"].flags.aligned
    assert obverse.solve_many(packed["own"], packed["opponent"]).tolist() == expected
    own.flags.writeable = False
    assert obverse.solve_many(own, opponent).tolist() == expected


START = columns([obverse.Position()])


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(
    ("own", "error", "text"),
    [
        (None, TypeError, "own: expected .* uint64, got NoneType"),
        ([1], TypeError, "got list"),
        (1, TypeError, "got int"),
        ("X", TypeError, "got str"),
        (np.uint64(1), TypeError, "got uint64"),
        (np.array([1]), TypeError, "got int64"),
        (np.array([np.nan]), TypeError, "got float64"),
        (np.array([1.0]), TypeError, "got float64"),
        (np.array([True]), TypeError, "got bool"),
        (np.array([1], object), TypeError, "got object"),
        (np.array([1], np.uint32), TypeError, "got uint32"),
        (np.array([1], ">u8"), TypeError, "got >u8"),
        (np.ma.masked_array(np.array([1], np.uint64), [True]), TypeError, "got a masked array"),
        (np.array([[1]], np.uint64), ValueError, "got 2 dimensions"),
        (np.array(1, np.uint64), ValueError, "got 0 dimensions"),
        (np.array([1, 2], np.uint64), ValueError, "got 2 and 1"),
        (START[1], ValueError, "position 0: both sides have a disc on the same square"),
    ],
)
def test_wrong_arrays_are_refused(function, own, error, text):
    with pytest.raises(error, match=text):
        function(own, START[1])


@pytest.mark.parametrize(
    ("moves", "error", "text"),
    [
        (None, TypeError, "moves: expected .* integers, got NoneType"),
        (np.array([19.0]), TypeError, "got float64"),
        (np.array([True]), TypeError, "got bool"),
        (np.array([[19]]), ValueError, "got 2 dimensions"),
        (np.array([65]), ValueError, "expected 0 to 64, got 65 at index 0"),
        (np.array([-1]), ValueError, "got -1 at index 0"),
        (np.array([2**64 - 1], np.uint64), ValueError, f"0 to 64, got {2**64 - 1} at index 0"),
        (np.array([-1], np.int8), ValueError, "got -1 at index 0"),
        (np.array([19, 19]), ValueError, "expected a move for each of 1 positions, got 2"),
        (np.array([64]), ValueError, "position 0: the move is not legal: 64"),
        (np.array([0]), ValueError, "position 0: the move is not legal: 0"),
    ],
)
def test_wrong_moves_are_refused(moves, error, text):
    with pytest.raises(error, match=text):
        obverse.play_many(*START, moves)


@pytest.mark.parametrize(
    ("threads", "error"),
    [(0, ValueError), (100_000, ValueError), (-1, ValueError), (2**64, ValueError), (1.5, TypeError)],
)
def test_wrong_threads_are_refused(threads, error):
    with pytest.raises(error):
        obverse.solve_many(*START, threads=threads)


def test_the_lock_of_python_is_free_meanwhile(rng):
    own, opponent = columns(endgames(rng, 3000, 13))
    is_done, ticks = threading.Event(), 0

    def solve():
        obverse.solve_many(own, opponent, threads=1)
        is_done.set()

    # Python would otherwise let this thread wait for the lock for as long as the other likes.
    sys.setswitchinterval(1e-4)
    thread = threading.Thread(target=solve)
    thread.start()
    while not is_done.is_set():
        ticks += 1
        time.sleep(0.001)
    thread.join()
    assert ticks > 20
