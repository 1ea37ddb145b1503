"""Positions, moves and games."""

import copy
import pickle

import numpy as np
import obverse
import pytest
from conftest import random_game, squares

MUST_PASS = obverse.Position("O" * 30 + "X" * 33 + "- X")


def test_moves_have_numbers_and_names():
    assert obverse.PASS == 64
    assert [obverse.move_name(number) for number in (0, 7, 8, 37, 63, 64)] == [
        "a1", "h1", "a2", "f5", "h8", "pass",
    ]  # fmt: skip
    for number in range(65):
        assert obverse.move_from_name(obverse.move_name(number)) == number
    assert obverse.move_from_name(" F5 ") == 37
    assert obverse.move_name(np.int8(37)) == "f5"


@pytest.mark.parametrize("move", [65, -1, 2**70, "i9", "", np.int64(-1)])
def test_wrong_moves_have_wrong_values(move):
    with pytest.raises(ValueError, match="expected a"):
        obverse.Position().play(move)


@pytest.mark.parametrize("move", [None, 19.0, float("nan"), True, b"f5", [19]])
def test_wrong_moves_have_wrong_types(move):
    with pytest.raises(TypeError, match="expected a move as an int or a str"):
        obverse.Position().play(move)


def test_the_start():
    start = obverse.Position()
    assert str(start) == "-" * 27 + "OX------XO" + "-" * 27 + " X"
    assert start.legal_moves == [19, 26, 37, 44]
    assert (start.to_move, start.empties) == ("black", 60)
    assert (start.black, start.white) == (start.own, start.opponent)
    assert not start.is_over and start.result is None
    after = start.play("d3")
    assert (after.to_move, after.black) == ("white", after.opponent)
    with pytest.raises(ValueError, match="a1 \\(0\\) is not a legal move of black"):
        start.play(0)
    with pytest.raises(ValueError, match="pass \\(64\\) is not a legal move"):
        start.play(64)


def test_a_pass_is_the_only_move_if_there_is_no_other():
    assert MUST_PASS.legal_moves == [64]
    passed = MUST_PASS.play("pass")
    assert (passed.own, passed.opponent) == (MUST_PASS.opponent, MUST_PASS.own)
    assert passed.legal_moves == [63]
    over = passed.play(63)
    assert over.is_over and over.legal_moves == [] and over.empties == 0
    with pytest.raises(ValueError):
        over.play(64)


def test_text_and_copies_are_the_same_position(rng):
    for position in random_game(rng)[0]:
        assert obverse.Position(str(position)) == position
        assert eval(repr(position), {"Position": obverse.Position}) == position
        for same in (copy.copy(position), copy.deepcopy(position)):
            assert same == position and hash(same) == hash(position)
        assert pickle.loads(pickle.dumps(position)) == position
        bits = obverse.Position.from_bits(position.own, position.opponent, to_move=position.to_move)
        assert bits == position
        own, opponent = np.uint64(position.own), np.uint64(position.opponent)
        numbers = obverse.Position.from_bits(own, opponent, to_move=position.to_move)
        assert numbers == position
    assert obverse.Position() != "text"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((1, 1), ValueError),
        ((-1, 0), OverflowError),
        ((2**64, 0), OverflowError),
        ((1.0, 0), TypeError),
        ((None, 0), TypeError),
    ],
)
def test_bits_must_be_a_position(arguments, error):
    with pytest.raises(error):
        obverse.Position.from_bits(*arguments)


@pytest.mark.parametrize("text", ["", "X", "-" * 64, "-" * 65 + " X", "é" * 64 + " X", "\0" * 70])
def test_text_must_be_a_position(text):
    with pytest.raises(ValueError, match="character"):
        obverse.Position(text)


def test_a_game_keeps_its_moves(rng):
    positions, moves = random_game(rng)
    game = obverse.Game()
    for move in moves:
        game.play(move)
    assert (game.moves, game.positions, game.position) == (moves, positions, positions[-1])
    assert len(game) == len(moves) and game.is_over
    last = positions[-1]
    assert game.result == (last.result if last.to_move == "black" else -last.result)
    again = eval(repr(game), {"Game": obverse.Game})
    assert again.moves == moves
    with pytest.raises(ValueError):
        game.play(64)
    game.undo(2)
    assert game.position == positions[-3] and game.result is None
    with pytest.raises(ValueError, match="cannot take back"):
        game.undo(1000)
    with pytest.raises(ValueError, match="cannot take back"):
        game.undo(2**64)
    with pytest.raises(ValueError, match="count: expected 0 or more, got -1"):
        game.undo(-1)
    again.undo(2)
    assert game == again
    assert obverse.Game("f5d6") == obverse.Game("f5 d6") != obverse.Game("f5f6")
    assert obverse.Game("f5 D6", start=obverse.Position()).moves == [37, 43]
    with pytest.raises(ValueError, match="character 3"):
        obverse.Game("f5a1")


def test_open_spiel_has_the_same_moves(rng):
    import pyspiel

    game = pyspiel.load_game("othello")
    assert game.num_distinct_actions() == 65
    for _ in range(30):
        state, position = game.new_initial_state(), obverse.Position()
        while not position.is_over:
            assert state.legal_actions() == position.legal_moves
            assert state.current_player() == (position.to_move == "white")
            move = int(rng.choice(position.legal_moves))
            if move != obverse.PASS:
                assert state.action_to_string(move).lower() == obverse.move_name(move)
            state.apply_action(move)
            position = position.play(move)
        assert state.is_terminal()
        lead = position.result if position.to_move == "black" else -position.result
        assert np.sign(state.returns()).tolist() == [np.sign(lead), -np.sign(lead)]


def test_pgx_has_the_same_moves(rng):
    import jax
    import pgx

    environment = pgx.make("othello")
    step = jax.jit(environment.step)
    for seed in range(5):
        state, position = environment.init(jax.random.PRNGKey(seed)), obverse.Position()
        black = int(state.current_player)
        while not position.is_over:
            mask = np.asarray(state.legal_action_mask)
            assert mask.shape == (65,)
            assert np.flatnonzero(mask).tolist() == position.legal_moves
            observed = np.asarray(state.observation).reshape(64, 2)
            assert np.flatnonzero(observed[:, 0]).tolist() == squares(position.own)
            assert np.flatnonzero(observed[:, 1]).tolist() == squares(position.opponent)
            move = int(rng.choice(position.legal_moves))
            state = step(state, move)
            position = position.play(move)
        lead = position.result if position.to_move == "black" else -position.result
        assert state.terminated
        assert np.sign(state.rewards[black]) == np.sign(lead)
