"""`obverse web` under requests of all kinds at the same time."""

import base64
import json
import os
import signal
import socket
import struct
import threading

from process import Lost

PAGE = ["", "index.html", "page.js", "main.js", "style.css"]

GARBAGE = [
    b"\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET /../../etc/passwd HTTP/1.1\r\nHost: HOST\r\n\r\n",
    b"FLY TOKEN HTTP/9.9\r\nHost: HOST\r\n\r\n",
    b"GET /TOKEN/ HTTP/1.1\r\nHost: example.org\r\n\r\n",
    b"GET /TOKEN/ HTTP/1.1\r\nHost: HOST\r\nX: " + b"x" * 20000 + b"\r\n\r\n",
    b"POST /TOKEN/read HTTP/1.1\r\nHost: HOST\r\nContent-Length: 99999999999\r\n\r\n",
    b"POST /TOKEN/read HTTP/1.1\r\nHost: HOST\r\nContent-Length: 10\r\n\r\nabc",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
]


class Server:
    def __init__(self, round):
        self.round = round
        self.process = round.start(
            "web", "--no-open", "--port", "0", "--threads", "1", "--hash-mb", "1"
        )
        address = self.process.line()
        self.host, self.token = address.removeprefix("http://").rstrip("/").split("/")
        self.port = int(self.host.split(":")[1])

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=self.round.patience)
        return connection

    def fill(self, data):
        return data.replace(b"TOKEN", self.token.encode()).replace(b"HOST", self.host.encode())

    def request(self, head, body=b"", is_cut=False):
        """The status and the body of the answer."""
        with self.connect() as connection:
            more = f"Host: {self.host}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
            data = f"{head} HTTP/1.1\r\n{more}".encode() + body
            connection.sendall(data[: len(data) // 2] if is_cut else data)
            if is_cut:
                return None, b""
            answer = b""
            while more := connection.recv(1 << 16):
                answer += more
        head, _, body = answer.partition(b"\r\n\r\n")
        return int(head.split()[1]), body

    def leave(self):
        self.process.signal(signal.SIGINT)
        self.process.rest()
        self.process.end(0)
        complaints = self.process.complaints()
        self.round.expect(not complaints, f"web wrote to standard error: {complaints[:300]!r}")


# The code with which the server closes a session that is one too many.
BUSY = 1013


class Socket:
    """A WebSocket, as far as it is needed here."""

    is_refused = False

    def __init__(self, server):
        self.connection = server.connect()
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET /{server.token}/session HTTP/1.1",
            f"Host: {server.host}",
            f"Origin: http://{server.host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
        ]
        self.connection.sendall("".join(f"{line}\r\n" for line in [*lines, ""]).encode())
        self.data = b""
        while b"\r\n\r\n" not in self.data:
            self._more()
        head, _, self.data = self.data.partition(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Lost(f"no session: {head[:200]!r}")

    def _more(self):
        more = self.connection.recv(1 << 16)
        if not more:
            raise Lost("the server has closed the session")
        self.data += more

    def _take(self, count):
        while len(self.data) < count:
            self._more()
        taken, self.data = self.data[:count], self.data[count:]
        return taken

    def send(self, text, code=1):
        data, mask = text.encode(), os.urandom(4)
        length = (
            bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        )
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
        self.connection.sendall(bytes([0x80 | code]) + length + mask + masked)

    def read(self):
        """The next message, or None when the server says goodbye."""
        while True:
            code, length = self._take(2)
            if length == 126:
                (length,) = struct.unpack(">H", self._take(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self._take(8))
            data = self._take(length)
            if code & 15 == 1:
                return data.decode()
            if code & 15 == 8:
                self.is_refused = data[:2] == struct.pack(">H", BUSY)
                return None


def get(server, dice):
    status, body = server.request(f"GET /{server.token}/{dice.choice(PAGE)}")
    server.round.expect(status in (200, 404), f"status {status}")


def read_games(server, dice):
    text = dice.choice(
        ["f5d6c3d3c4\n" * dice.randrange(1, 500), "(;GM[2];B[fe];W[df])", "f5f5", "", "\0" * 5000]
    )
    status, body = server.request(
        f"POST /{server.token}/read", text.encode(), is_cut=dice.random() < 0.1
    )
    if status is not None:
        server.round.expect(status in (200, 400), f"read: status {status}")
        answer = json.loads(body)
        server.round.expect("games" in answer or "error" in answer, f"read: {answer}")


def write_games(server, dice):
    games = {
        "games": [{"black": "a", "moves": dice.choice(["F5D6C3", "F5", "A1"])}] * dice.randrange(3)
    }
    name = dice.choice(["sgf", "ggf", "wthor", "transcript", "fly"])
    status, _ = server.request(
        f"POST /{server.token}/write?format={name}", json.dumps(games).encode()
    )
    server.round.expect(status in (200, 400), f"write: status {status}")


def garbage(server, dice):
    with server.connect() as connection:
        try:
            connection.sendall(server.fill(dice.choice(GARBAGE)))
            if dice.random() < 0.5:
                connection.shutdown(socket.SHUT_WR)
            connection.settimeout(0.3)
            connection.recv(1 << 16)
        except OSError:
            pass  # It may close the connection before it has read everything.


def session(server, dice):
    socket_ = Socket(server)
    try:
        for number in range(dice.randrange(1, 10)):
            query = {
                "id": number,
                "moves": dice.choice(["f5", "f5d6", "a1"]),
                "depth": dice.randrange(1, 9),
            }
            socket_.send(
                dice.choice(["not JSON", "[]"]) if dice.random() < 0.1 else json.dumps(query)
            )
            answer = socket_.read()
            if socket_.is_refused:
                return  # Sessions whose clients have vanished are there for a moment.
            server.round.expect(
                answer and isinstance(json.loads(answer), dict), f"session: {answer!r}"
            )
        if dice.random() < 0.5:
            # An endless search, which ends with the connection.
            socket_.send(json.dumps({"id": "x", "moves": "", "depth": 60, "interval": 0.01}))
            socket_.read()
        if dice.random() < 0.5:
            socket_.send("", code=8)
            while socket_.read() is not None:
                pass
    finally:
        socket_.connection.close()


def requests(server, dice, number):
    for _ in range(number):
        if server.round.is_over():
            break
        dice.choice([get, read_games, write_games, garbage, session])(server, dice)
        server.round.count()


def many_clients(round):
    """Clients at the same time, each with requests one after the other."""
    server = Server(round)
    problems = []

    def client(dice):
        try:
            requests(server, dice, 12)
        except (Lost, OSError, ValueError) as problem:
            problems.append(f"{type(problem).__name__}: {problem}")

    # There are at most eight sessions at once.
    threads = [
        threading.Thread(target=client, args=(type(round.random)(round.random.random()),))
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    round.lost += problems
    server.leave()
