"""The examples in the documents, and the script that makes a data set."""

import doctest
import re
import runpy
import sys

import numpy as np
import obverse
import pytest
from conftest import ROOT


def test_the_page_on_python():
    page = (ROOT / "docs/python.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 4
    exec("\n".join(blocks), {})


def test_the_docstring_of_the_package():
    assert doctest.testmod(obverse).attempted > 0
    assert doctest.testmod(obverse).failed == 0


def test_everything_is_documented():
    for name in obverse.__all__:
        item = getattr(obverse, name)
        members = [
            member
            for key, member in getattr(item, "__dict__", {}).items()
            if isinstance(item, type) and not key.startswith("_")
        ]
        for documented in [item, *members]:
            assert documented.__doc__, (name, documented)


EXAMPLE = str(ROOT / "python/examples/label_endgames.py")


def test_the_data_set_has_what_there_is(rng):
    positions = runpy.run_path(EXAMPLE)["positions"]
    # Only four positions have 59 empty squares, and only one has 60.
    assert len(positions(1000, 59, 12, 0.1, rng)[0]) == 4
    assert len(positions(10, 60, 12, 0.1, rng)[0]) == 1


@pytest.mark.parametrize(
    "wrong", ["--empties=0", "--empties=-1", "--empties=41", "--positions=0", "--noise=nan"]
)
def test_wrong_arguments_of_the_data_set(monkeypatch, wrong, capsys):
    monkeypatch.setattr(sys, "argv", ["label_endgames.py", "endgames.npz", wrong])
    with pytest.raises(SystemExit):
        runpy.run_path(EXAMPLE, run_name="__main__")
    assert f"argument {wrong.split('=')[0]}: expected " in capsys.readouterr().err


def test_the_data_set(monkeypatch, tmp_path, capsys):
    path = tmp_path / "endgames.npz"
    arguments = ["label_endgames.py", str(path), "--positions", "500", "--empties", "8"]
    monkeypatch.setattr(sys, "argv", arguments)
    runpy.run_path(EXAMPLE, run_name="__main__")
    assert "500 positions in" in capsys.readouterr().out
    data = np.load(path)
    own, opponent, value = data["own"], data["opponent"], data["value"]
    assert len(np.unique(np.column_stack([own, opponent]), axis=0)) == 500
    for number in range(0, 500, 20):
        position = obverse.Position.from_bits(int(own[number]), int(opponent[number]))
        assert position.empties == 8
        assert obverse.solve(position, threads=1).value == value[number]
