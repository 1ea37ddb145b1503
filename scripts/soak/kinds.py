"""The kinds of rounds. Each is a function that gets a Round; it counts what it tries, and
raises Lost if something is wrong with the program."""

from typing import Callable, NamedTuple

import clocks
import disks
import kills
import matches
import pipes
import web
from talks import TALKS


class Kind(NamedTuple):
    attack: Callable
    about: str


KINDS = {
    name: Kind(attack, f"replies in dialogues with {name}") for name, attack in TALKS.items()
} | {
    "match": Kind(matches.timed, "timed games in matches"),
    "referee": Kind(matches.referee, "timed moves in games between protocols"),
    "fifty": Kind(matches.fifty, "games in matches of fifty players"),
    "kill-match": Kind(kills.match, "kills of matches, which are resumed"),
    "kill-player": Kind(kills.killed_players, "kills of players in matches"),
    "kill-solve": Kind(kills.solve, "kills of solve --out"),
    "kill-selfplay": Kind(kills.selfplay, "kills of selfplay --resume"),
    "kill-book": Kind(kills.book, "kills of book grow"),
    "full-disk": Kind(disks.full, "commands on a disk of 64 KiB"),
    "read-only": Kind(disks.read_only, "commands on a disk that cannot be written"),
    "full-output": Kind(disks.full_output, "commands whose output is /dev/full"),
    "full-file": Kind(disks.full_printsgf, "replies in games that cannot be saved"),
    "closed-output": Kind(pipes.closed_output, "readers of dialogues that go away"),
    "closed-tool": Kind(pipes.closed_tool, "readers of tools that go away"),
    "closed-input": Kind(pipes.closed_input, "ends of the input at any place"),
    "slow-reader": Kind(pipes.slow_reader, "replies to a client that reads late"),
    "slow-json": Kind(pipes.slow_json, "answers in JSON to a client that reads late"),
    "garbage": Kind(pipes.garbage, "streams of random bytes"),
    "web": Kind(web.many_clients, "requests to obverse web, six at once"),
    "stop-engine": Kind(clocks.stopped_engine, "timed searches of stopped processes"),
    "stop-match": Kind(clocks.stopped_match, "stops of matches and their players"),
    "time-of-day": Kind(clocks.time_of_day, "jumps of the time of day"),
    "other-clocks": Kind(clocks.other_clocks, "timed games with odd clocks"),
}
