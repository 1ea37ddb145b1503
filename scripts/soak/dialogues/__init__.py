"""Clients of the protocols. Each plays random games with valid and invalid lines between the
moves, and compares the answers with a game of its own."""

from dialogues.cassio import Cassio
from dialogues.edax import Edax
from dialogues.gtp import Gtp
from dialogues.json_lines import JsonLines
from dialogues.nboard import NBoard
from dialogues.terminal import Terminal
from dialogues.universal import Uci, Ugi
from dialogues.xboard import XBoard

CLIENTS = [Gtp, NBoard, Ugi, Uci, Cassio, XBoard, Edax, JsonLines, Terminal]
