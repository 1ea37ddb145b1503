"""Processes that live as long as the run: one for each protocol, which plays game after game, a web
server, and so on. Their memory and their open files must not grow."""

import time

import web
from dialogues import CLIENTS
from process import descriptors, memory

KIND = "memory"
ABOUT = "replies of processes that live as long as the run"

# What is measured before this share of the run belongs to the warm-up.
WARM_UP = 0.2

# The second half after the warm-up may need so many KiB more than the first one.
LIMIT = 4096

# Fewer figures than this tell nothing.
FEWEST = 5


def resident(play, start, process):
    """A round that goes on until the end of the run."""

    def attack(round):
        # With one arena for each thread, the allocator's own memory would grow for minutes.
        round.environment["MALLOC_ARENA_MAX"] = "1"
        session = start(round)
        figures = []  # With the time of each.
        while not round.is_over():
            play(session)
            alive = process(session)
            figures.append((time.monotonic(), memory(alive.id), descriptors(alive.id)))
            # The other rounds need the machine, too.
            round.pause(min(0.5, max(0.0, round.run.end - time.monotonic())))
        judge(round, figures)
        session.leave()

    return attack


def judge(round, figures):
    """Compares the halves."""
    run = round.run
    begin = run.start + WARM_UP * run.seconds
    middle = (begin + run.end) / 2
    halves = [
        [figure for figure in figures if figure[1] is not None and begin <= figure[0] < middle],
        [figure for figure in figures if figure[1] is not None and middle <= figure[0]],
    ]
    if min(map(len, halves)) < FEWEST:
        return
    first, second = (max(kib for _, kib, _ in half) for half in halves)
    # A connection that is just being closed is no leak, but one that stays is.
    files = [min(count for _, _, count in half) for half in halves]
    run.figures[f"memory of {round.number}, KiB"] = (
        f"{first}, then {second}; open files {files[0]}, then {files[1]}"
    )
    if second > first + LIMIT:
        round.lost.append(f"the memory of {round.number} grows: {first} KiB, then {second}")
    if files[1] > files[0]:
        round.lost.append(f"the open files of {round.number} grow: {files[0]}, then {files[1]}")


def _server(round):
    return web.Server(round)


def _requests(server):
    web.requests(server, server.round.random, 5)


RESIDENTS = {
    client.name: resident(lambda session: session.game(20), client, lambda session: session.engine)
    for client in CLIENTS
} | {"web": resident(_requests, _server, lambda server: server.process)}
