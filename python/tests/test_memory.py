"""Memory stays flat over ten million calls."""

import numpy as np
import obverse


def resident_pages():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1])


def calls(count):
    """So many calls of all kinds, except searches, and a few searches."""
    position = obverse.Position()
    text, own, opponent = str(position), position.own, position.opponent
    for _ in range(count // 10):
        position.legal_moves  # noqa: B018
        position.play(19)
        position.play("f5")
        position.own  # noqa: B018
        obverse.Position(text)
        obverse.Position.from_bits(own, opponent)
        obverse.move_name(37)
        obverse.move_from_name("f5")
        hash(position)
        try:
            position.play(0)
        except ValueError:
            pass
    columns = np.array([own], np.uint64), np.array([opponent], np.uint64)
    game, engine = obverse.Game(), obverse.Engine(threads=1, hash_mb=1)
    for _ in range(count // 10_000):
        game.play(19)
        game.undo()
        obverse.evaluate(position)
        repr(game), game.positions, game.moves
        for function in (obverse.legal_moves_many, obverse.evaluate_many):
            function(*columns, threads=1)
        obverse.play_many(*columns, np.array([19]))
        engine.search(position, depth=1)
        list(engine.analyze(position, depth=1))
        try:
            obverse.legal_moves_many(columns[0], columns[0])
        except ValueError:
            pass


def test_memory_is_flat():
    calls(1_000_000)
    before = resident_pages()
    calls(10_000_000)
    grown = (resident_pages() - before) * 4096
    print(f"grown by {grown} bytes")
    assert grown < 2 << 20
