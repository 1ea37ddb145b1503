#!/usr/bin/env python3
"""Tests the tests: breaks the program in one place at a time, and looks whether a test fails.

    scripts/mutants.py COUNT [--seed N] [--out FILE] [--work FOLDER]

The changes are COUNT of those that cargo-mutants proposes for the board, the exact searches, the
formats and the protocols, drawn by the seed. Each is made in a copy of the last commit, and the tests
beside it run; if these pass, those of the whole library, and then the integration tests. A change
that all tests pass has survived. Results go to FILE as JSON lines; the same command continues an
interrupted run. The last line of the output is a summary.
"""

import argparse
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXACT = ["alpha_beta", "lookahead", "minimax", "nega_alpha", "negamax", "negascout", "root", "tree"]
PLACES = [
    "src/board/**",
    "src/formats/**",
    "src/protocol/**",
    "src/search/value.rs",
    *(f"src/search/{name}.rs" for name in EXACT),
]

# Only few CPUs have what these need. On others they are not compiled.
KERNELS = ["avx512", "gfni", "neon"]

# Tests in the order in which they run, with the seconds that they may take: first those beside the
# change, which find most mistakes and are compiled quickly. Slow tests, and those of the source
# itself, are left out.
SUITES = {
    "module": (120, 0, ["--lib"], lambda module: [module]),
    "library": (300, 1, ["--lib"], lambda module: ["--skip", f"{module}::"]),
    "integration": (900, 1, ["--test", "it"], lambda _: ["--skip", "slow::", "--skip", "layers::"]),
}
BUILD = 1800
MEMORY = 12 << 30
FLAGS = ["--locked", "--config=profile.dev.debug=0", "--config=profile.dev.package.'*'.opt-level=2"]


def run(command, folder, seconds):
    """The status and the output; None as status if it took too long."""
    environment = os.environ | {"OBVERSE_LEVELS": "none", "RUSTFLAGS": "-C target-cpu=native"}
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
    )
    try:
        output, _ = process.communicate(timeout=seconds)
        return process.returncode, output
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return None, process.communicate()[0]


def proposals():
    """All changes that cargo-mutants proposes, in its order."""
    command = ["cargo", "mutants", "--list", "--json"]
    for place in PLACES:
        command += ["--file", place]
    for kernel in KERNELS:
        command += ["--exclude", f"**/{kernel}.rs"]
    listed = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(listed.stdout)


def verdict(mutant, work):
    """What happens to the tests with this change, and the first tests that fail."""
    file = work / mutant["file"]
    original = file.read_bytes()
    patch = ["patch", "--quiet", "--posix", file]
    subprocess.run(patch, input=mutant["diff"], text=True, check=True)
    module = "::".join(Path(mutant["file"]).with_suffix("").parts[1:3])
    try:
        for suite, (seconds, optimization, target, filters) in SUITES.items():
            level = f"--config=profile.dev.opt-level={optimization}"
            test = ["cargo", "test", *FLAGS, level, *target]
            status, output = run([*test, "--no-run"], work, BUILD)
            if status != 0:
                return "unviable", output.strip().splitlines()[-1:]
            status, output = run([*test, "--", *filters(module)], work, seconds)
            if status is None:
                return f"caught: {suite}", ["takes too long"]
            if status != 0:
                failed = re.findall(r"^test (\S+) \.\.\. FAILED", output, re.MULTILINE)
                return f"caught: {suite}", failed[:3] or output.strip().splitlines()[-1:]
        return "survived", []
    finally:
        file.write_bytes(original)
        # Cases that have failed would be tried first with the next change.
        subprocess.run(["git", "clean", "--force", "-d", "--quiet"], cwd=work, check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=ROOT / "target/mutants.jsonl")
    parser.add_argument("--work", type=Path, default=ROOT / "target/mutants")
    given = parser.parse_args()

    mutants = proposals()
    drawn = random.Random(given.seed).sample(mutants, min(given.count, len(mutants)))
    given.out.parent.mkdir(parents=True, exist_ok=True)
    done = {}
    if given.out.exists():
        done = {row["name"]: row for row in map(json.loads, given.out.read_text().splitlines())}
    if not given.work.exists():
        subprocess.run(["git", "worktree", "add", "--detach", given.work], cwd=ROOT, check=True)

    for number, mutant in enumerate(drawn, 1):
        name = mutant["name"]
        if name not in done:
            start = time.monotonic()
            what, tests = verdict(mutant, given.work)
            seconds = round(time.monotonic() - start)
            done[name] = {"name": name, "verdict": what, "tests": tests, "seconds": seconds}
            with given.out.open("a") as out:
                out.write(json.dumps(done[name]) + "\n")
        print(f"{number}/{len(drawn)} {done[name]['verdict']}: {name}", flush=True)

    verdicts = [done[mutant["name"]]["verdict"] for mutant in drawn]
    counts = ", ".join(f"{what} {verdicts.count(what)}" for what in sorted(set(verdicts)))
    print(f"mutants: {len(drawn)} of {len(mutants)}, seed {given.seed}: {counts}")
    sys.exit(0)


if __name__ == "__main__":
    main()
