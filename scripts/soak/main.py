"""The soak test: see ../soak.sh. The table of kinds is in kinds.py."""

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback
from pathlib import Path

import residents
from kinds import KINDS
from process import Ended, Lost
from rounds import Round, Run, Skipped

USAGE = "soak.sh SECONDS [--seed N] [--only KIND,...] [--round N] [--jobs N] [--patience SECONDS] [--until-lost]"
ROOT = Path(__file__).resolve().parents[2]

# Rounds end soon after the time is over. What still runs after so many seconds hangs, and what
# has not ended some seconds later, although it was told to, is left alone.
GRACE = 45
LAST = 53


class Parser(argparse.ArgumentParser):
    def error(self, message):
        sys.stderr.write(f"usage: {USAGE} ({message})\n")
        sys.exit(2)


def positive(text):
    number = float(text)
    if not 0 < number < 1e7:
        raise ValueError
    return number


def cores():
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def arguments():
    parser = Parser(prog="soak.sh", usage=USAGE, add_help=False, allow_abbrev=False)
    parser.add_argument("seconds", type=positive)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--only", type=lambda text: text.split(","))
    parser.add_argument("--round", type=int)
    parser.add_argument("--jobs", type=int, default=max(4, 2 * cores()))
    parser.add_argument("--patience", type=positive, default=30)
    parser.add_argument("--until-lost", action="store_true")
    given = parser.parse_args()
    names = [*KINDS, residents.KIND]
    if unknown := set(given.only or []) - set(names):
        parser.error(f"there is no kind {', '.join(sorted(unknown))}, only {', '.join(names)}")
    if given.round is not None and len(given.only or []) != 1:
        parser.error("--round needs --only with one kind")
    if given.jobs < 1:
        parser.error("--jobs must be at least 1")
    program = Path(os.environ.get("BIN") or ROOT / "target/release/obverse").absolute()
    if not os.access(program, os.X_OK):
        parser.error(f"there is no program {program}: cargo build --release makes it")
    return given, program


class Count:
    """What was tried in all rounds of a kind."""

    def __init__(self):
        self.rounds = self.tried = self.lost = 0
        self.seconds = 0.0
        self.skipped = None


class Soak:
    def __init__(self, run, given):
        self.run, self.given = run, given
        self.kinds = [name for name in KINDS if not given.only or name in given.only]
        self.counts = {name: Count() for name in [*KINDS, residents.KIND]}
        self.lock = threading.Lock()
        self.order = self.drawn()
        self.open = set()

    def drawn(self):
        """Rounds without end: all kinds in a random order, then all in another one."""
        dice = random.Random(self.run.seed)
        if self.given.round is not None:
            yield self.kinds[0], self.given.round
            return
        number = 0
        while self.kinds:
            number += 1
            for kind in dice.sample(self.kinds, len(self.kinds)):
                yield kind, number

    def work(self):
        """One of the threads that play rounds."""
        while time.monotonic() < self.run.end and not self.run.is_interrupted:
            with self.lock:
                drawn = next((one for one in self.order if one[0] in self.kinds), None)
            if not drawn:
                return
            self.play(*drawn, KINDS[drawn[0]].attack)

    def play(self, kind, number, attack):
        """Plays one round, and counts what it tried and lost."""
        round = Round(self.run, kind, number)
        with self.lock:
            self.open.add(round)
        skipped = None
        try:
            attack(round)
        except Lost as lost:
            round.lost.append(str(lost))
        except Ended:
            pass
        except Skipped as reason:
            skipped = str(reason)
        except Exception:
            # A reply that this script cannot understand, most likely.
            round.lost.append(traceback.format_exc())
        round.finish()
        with self.lock:
            if round not in self.open:
                return  # It was abandoned.
            self.open.discard(round)
            count = self.counts[kind]
            count.rounds += not skipped
            count.seconds += time.monotonic() - round.dialogue.start
            count.tried += round.tried
            count.lost += len(round.lost)
            if skipped:
                count.skipped = skipped
                self.kinds = [name for name in self.kinds if name != kind]
            if round.lost:
                self.report(round)
                if self.given.until_lost:
                    self.run.end = min(self.run.end, time.monotonic())

    def report(self, round):
        print(f"lost: {round.kind}, round {round.number}, seed {self.run.seed}")
        for problem in round.lost:
            print("  " + problem.strip().replace("\n", "\n  "))
        print(f"  the last lines of {round.folder}/dialogue.txt:")
        for line in round.dialogue.last:
            print(f"    {line[:400]}")
        if isinstance(round.number, int):
            flags = f"--seed {self.run.seed} --only {round.kind} --round {round.number}"
            print(f"  to repeat it: scripts/soak.sh {self.run.seconds:g} {flags}", flush=True)

    def threads(self):
        jobs = 1 if self.given.round is not None else self.given.jobs
        threads = [threading.Thread(target=self.work) for _ in range(jobs if self.kinds else 0)]
        if self.given.round is None and (not self.given.only or residents.KIND in self.given.only):
            for name, live in residents.RESIDENTS.items():
                threads.append(
                    threading.Thread(target=self.play, args=(residents.KIND, name, live))
                )
        return threads

    def go_on(self):
        threads = self.threads()
        for thread in threads:
            thread.daemon = True
            thread.start()
        while any(thread.is_alive() for thread in threads):
            time.sleep(0.1)
            if time.monotonic() > self.run.end + GRACE and not self.run.is_interrupted:
                with self.lock:
                    for round in self.open:
                        round.lost.append(f"hang: it still ran {GRACE} s after the end")
                self.run.is_interrupted = True
            if time.monotonic() > self.run.end + LAST:
                self.abandon()
                return

    def abandon(self):
        """Ends the processes of the rounds that still run, and counts these rounds."""
        with self.lock:
            left, self.open = self.open, set()
        for round in left:
            round.finish()
            with self.lock:
                self.counts[round.kind].rounds += 1
                self.counts[round.kind].lost += max(1, len(round.lost))
                self.report(round)

    def summary(self):
        """Prints the table and the last line, and returns how much was lost."""
        print(f"{'kind':12} {'rounds':>7} {'seconds':>8} {'tried':>8} {'lost':>5}  what is tried")
        about = {name: kind.about for name, kind in KINDS.items()} | {
            residents.KIND: residents.ABOUT
        }
        for name, count in self.counts.items():
            if count.skipped:
                print(f"{name:12} {'-':>7} {'-':>8} {'-':>8} {'-':>5}  skipped: {count.skipped}")
            elif count.rounds:
                numbers = f"{count.rounds:7} {count.seconds:8.0f} {count.tried:8} {count.lost:5}"
                print(f"{name:12} {numbers}  {about[name]}")
            elif name in self.kinds:
                print(f"{name:12} {0:7} {0:8} {0:8} {0:5}  not reached in this time")
        for name, value in sorted(self.run.figures.items()):
            print(f"{name}: {value}")
        counts = self.counts.values()
        rounds, tried, lost = (
            sum(getattr(count, name) for count in counts) for name in ("rounds", "tried", "lost")
        )
        seconds = time.monotonic() - self.run.start
        kept = f", kept: {self.run.folder}" if lost else ""
        total = f"rounds {rounds}, tried {tried}, lost {lost}{kept}"
        print(f"soak: seconds {seconds:.0f}, seed {self.run.seed}, {total}")
        return lost


def main():
    given, program = arguments()
    folder = Path(tempfile.mkdtemp(prefix="obverse-soak-"))
    run = Run(program, given.seed, folder, given.seconds, given.patience)
    print(f"seed {run.seed}, {given.jobs} rounds at once, program {program}", flush=True)

    stopped = []

    def stop(number, _):
        stopped.append(number)
        run.is_interrupted = True

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        signal.signal(getattr(signal, name), stop)
    soak = Soak(run, given)
    soak.go_on()
    lost = soak.summary()
    if not lost:
        shutil.rmtree(folder, ignore_errors=True)
    sys.stdout.flush()
    # Without waiting for threads that do not end.
    os._exit(1 if lost else 128 + stopped[0] if stopped else 0)


main()
