"""Files of games."""

import obverse
import pytest
from conftest import random_game


def names(game):
    """The moves without passes."""
    return "".join(obverse.move_name(move) for move in game.moves if move != obverse.PASS)


@pytest.mark.parametrize("format", ["sgf", "ggf", "wthor", "transcript"])
def test_files_of_the_program_are_read(format, rng, program, tmp_path):
    extension = {"sgf": "sgf", "ggf": "ggf", "wthor": "wtb", "transcript": "txt"}[format]
    games = [obverse.Game() for _ in range(5)]
    for game in games:
        for move in random_game(rng)[1]:
            game.play(move)
    source = tmp_path / "source.txt"
    source.write_text("".join(names(game) + "\n" for game in games))
    path = tmp_path / f"games.{extension}"
    program("convert", str(source), str(path))
    for read in (
        obverse.read_games(path),
        obverse.read_games(str(path), format=format),
        obverse.parse_games(path.read_bytes(), format=format),
    ):
        assert [game.moves for game in read] == [game.moves for game in games]
        assert [game.result for game in read] == [game.result for game in games]
    if format != "transcript":
        assert [game.recorded_result for game in read] == [game.result for game in games]


def test_annotations_are_read():
    start = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"
    text = f"(;GM[Othello]PC[GGS]DT[2001]PB[Ann]PW[Bob]TY[8]BO[{start}]RE[+2]B[F5]W[D6];)"
    (game,) = obverse.parse_games(text.encode())
    assert (game.black, game.white, game.event) == ("Ann", "Bob", "GGS")
    assert game.date == "2001" and game.recorded_result == 2 and game.result is None
    line = f"{obverse.Position()}; F5:+2; D3:-1; % a comment"
    (game,) = obverse.parse_games(line.encode(), format="obf")
    assert game.scores == {37: 2, 19: -1} and game.comment == "a comment"
    assert game.position == obverse.Position() and len(game) == 0


def test_broken_files_are_refused(tmp_path):
    text = b"(;GM[2]FF[4];B[fe])(;GM[2]FF[4];B[aa])(;GM[2]FF[4];B[fe])"
    with pytest.raises(ValueError, match="content: game 2: "):
        obverse.parse_games(text)
    assert [game.moves for game in obverse.parse_games(text, skip_broken=True)] == [[37], [37]]
    with pytest.raises(ValueError, match="unknown format"):
        obverse.parse_games(b"Dear all")
    with pytest.raises(ValueError, match="format: expected one of ggf, obf"):
        obverse.parse_games(text, format="xml")
    with pytest.raises(TypeError):
        obverse.parse_games("text")
    with pytest.raises(FileNotFoundError, match="missing.sgf"):
        obverse.read_games(tmp_path / "missing.sgf")
    with pytest.raises(IsADirectoryError):
        obverse.read_games(tmp_path)
    huge = tmp_path / "huge.sgf"
    with huge.open("wb") as file:
        file.truncate((1 << 30) + 1)
    with pytest.raises(OSError, match="huge.sgf: it is larger than 1024 MB"):
        obverse.read_games(huge)
