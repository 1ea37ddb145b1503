"""The protocol json: many queries at once, which are answered in any order."""

import json

from dialogues.client import Client
from games import PASS, Game, from_letters


class JsonLines(Client):
    name = "json"
    quit = ""

    def options(self):
        return ["--threads", self.random.choice("12"), "--hash_mb", "4"]

    def start(self, options):
        # A first line that begins with a brace chooses the protocol, too.
        return self.round.start(*(["json"] if self.round.chance(0.5) else []), *options)

    def greet(self):
        self.numbers = 0

    def send(self, query):
        self.engine.send(json.dumps(query) + "\n")

    def id(self):
        self.numbers += 1
        return self.random.choice([self.numbers, f"id {self.numbers}"])

    def answer(self):
        line = self.engine.line()
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        self.round.expect(isinstance(answer, dict), f"json: {line!r} is no object")
        return answer

    def game(self, plies=60):
        """Batches of queries about the positions of a game."""
        self.mirror = Game().play_randomly(self.random, plies)
        for _ in range(max(1, plies // 15)):
            if self.round.is_over():
                break
            self.batch()

    def batch(self):
        waiting = {}
        for _ in range(self.random.randrange(1, 12)):
            make = self.random.choice(
                [self.query, self.query, self.query, self.invalid, self.action]
            )
            query, expected = make()
            query = {"id": self.id(), **query}
            waiting[query["id"]] = (query, expected)
            self.send(query)
        if self.round.chance(0.3):
            self.engine.send(self.noise() + "\n")
            waiting[None] = ({}, "error")
        if self.round.chance(0.3):
            self.endless(waiting)
        while waiting:
            answer = self.answer()
            id = answer.get("id")
            self.round.expect(id in waiting, f"json: nobody asked for {answer}")
            query, expected = waiting[id]
            if answer.get("partial"):
                continue
            self.check(query, answer, expected)
            del waiting[id]
            self.round.count()

    def endless(self, waiting):
        """A search that only its termination ends."""
        id = self.id()
        waiting[id] = ({"id": id}, "value")
        self.send({"id": id, "moves": "", "depth": 60, "interval": 0.01})
        self.round.pause(self.random.choice([0, 0.02, 0.1]))
        action = self.id()
        waiting[action] = ({"id": action}, "terminated")
        # All queries end, as one that waits may be asked for before it is searched.
        self.send({"id": action, "action": "terminate", "query": id})

    # What is asked, and what the answer must have.

    def query(self):
        game = Game()
        for _, move in self.mirror.moves[: self.random.randrange(len(self.mirror.moves) + 1)]:
            game.play(move)
        limit = self.random.choice(
            [
                {"depth": self.random.randrange(1, 9)},
                {"level": 3},
                {"nodes": 1000},
                {"time": 0.01},
                {"play": True, "level": 2},
            ]
        )
        position = (
            {"moves": game.text()}
            if self.round.chance(0.5)
            else {"position": f"{game.letters()} {game.side()}"}
        )
        lines = (
            {"lines": self.random.choice([1, 3, "all"])}
            if "play" not in limit and self.round.chance(0.5)
            else {}
        )
        return {**position, **limit, **lines, "interval": 0.01}, "value"

    def invalid(self):
        queries = [
            {"moves": "a1"},
            {"moves": "f5", "depth": 61},
            {"moves": "f5", "depht": 6},
            {"position": "XO X"},
            {},
            {"moves": 5},
            {"action": "sing"},
            {"moves": "f5", "level": "high"},
        ]
        return self.random.choice(queries), "error"

    def action(self):
        action, expected = self.random.choice(
            [("version", "version"), ("clear", "action"), ("opening", "opening")]
        )
        return {"action": action, **({"moves": "f5d6c3"} if action == "opening" else {})}, expected

    def check(self, query, answer, expected):
        self.round.expect(expected in answer, f"json: {query}: {answer}, without {expected}")
        if "lines" not in answer or ("moves" not in query and "position" not in query):
            return
        game = (
            self.replay(query["moves"])
            if "moves" in query
            else from_letters(*query["position"].split())
        )
        expected = set(game.choices())
        found = [line["move"] for line in answer["lines"]]
        legal = {move.upper() if move != PASS else move for move in found}
        self.round.expect(
            legal <= expected and len(set(found)) == len(found),
            f"json: {query}: the moves {found}, not {expected}",
        )
        if query.get("lines") == "all" and not answer.get("terminated"):
            self.round.expect(
                legal == expected, f"json: {query}: the moves {found}, not all of {expected}"
            )

    @staticmethod
    def replay(text):
        game = Game()
        for start in range(0, len(text), 2):
            if game.must_pass():
                game.play(PASS)
            game.play(text[start : start + 2].upper())
        return game
