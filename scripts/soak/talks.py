"""Rounds of dialogues: one process, one or a few games, and an end of the session."""

from dialogues import CLIENTS


def talk(client):
    """The round in which this client plays."""

    def attack(round):
        session = client(round)
        for _ in range(round.random.randrange(1, 3)):
            session.game(round.random.choice([5, 20, 60]))
        session.leave()

    return attack


TALKS = {client.name: talk(client) for client in CLIENTS}
