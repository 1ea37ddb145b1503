#!/usr/bin/env python3
"""Executes Containerfile without containers, each stage in a copy of a Debian root, and then
starts what it makes: as an engine, as a tool, and with a read-only root.

    scripts/release/test_container.py ROOT FOLDER

ROOT is what debootstrap makes. The stages are built in FOLDER. It must run as root. Where a
stage starts from the official image of Rust, the root gets the Rust of this machine, and a
linker.
"""

import atexit
import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
RECIPE = REPOSITORY / "Containerfile"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class Stage:
    def __init__(self, root):
        self.root = root
        self.folder, self.user, self.entry = "/", "root", []
        self.variables = {"PATH": PATH, "HOME": "/"}

    def path(self, inside):
        return self.root / os.path.normpath(os.path.join(self.folder, inside)).lstrip("/")

    def run(self, command, **how):
        """Runs a command in the root, as the user and in the folder that the recipe says."""
        inside = f"cd {shlex.quote(self.folder)} && exec {shlex.join(command)}"
        chroot = ["chroot", f"--userspec={self.user}", str(self.root), "/bin/sh", "-c", inside]
        return subprocess.run(chroot, env=self.variables, check=True, text=True, **how)


def instructions():
    """The lines of the recipe as pairs, without comments."""
    text = RECIPE.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [line.split(maxsplit=1) for line in lines]


def mount(what, where):
    """Mounts something until the end of this program."""
    subprocess.run(["mount", *what, where], check=True)
    atexit.register(subprocess.run, ["umount", where], check=False)


def add_rust(stage):
    def output(command):
        return Path(subprocess.check_output(command, text=True, cwd=REPOSITORY).strip())

    sysroot = output(["rustc", "--print", "sysroot"])
    shutil.copytree(sysroot, stage.root / "usr/local/rust", symlinks=True,
                    ignore=shutil.ignore_patterns("doc", "*-apple-*", "*-windows-*", "wasm32-*"))
    # The crates that this machine has already need not be downloaded once more.
    home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    registry = stage.root / "usr/local/cargo/registry"
    for part in ("index", "cache"):
        if (home / "registry" / part).is_dir():
            shutil.copytree(home / "registry" / part, registry / part)
    shutil.copy("/etc/resolv.conf", stage.root / "etc/resolv.conf")
    stage.variables["CARGO_HOME"] = "/usr/local/cargo"
    stage.variables["PATH"] = f"/usr/local/rust/bin:{PATH}"
    stage.run(["apt-get", "-qq", "update"])
    install = ["apt-get", "-qq", "-y", "--no-install-recommends", "install"]
    stage.run([*install, "gcc", "libc6-dev", "ca-certificates"], stdout=subprocess.DEVNULL)


def copy(stage, words, stages):
    if words[0].startswith("--from="):
        source = stages[words.pop(0).removeprefix("--from=")].path(words[0])
    else:
        source = REPOSITORY / words[0]
    if source == REPOSITORY:
        # What git ignores is what .dockerignore leaves out, or does no harm.
        listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=source)
        pack = subprocess.Popen(["tar", "-c", "--null", "-T", "-"], cwd=source,
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        unpack = subprocess.Popen(["tar", "-x", "-C", stage.path(words[1])], stdin=pack.stdout)
        pack.stdin.write(listed)
        pack.stdin.close()
        assert pack.wait() == 0 and unpack.wait() == 0
    else:
        stage.path(words[1]).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, stage.path(words[1]))


def build(base, folder):
    """Returns the last stage."""
    stages = {}
    stage = None
    for name, rest in instructions():
        print(name, rest, flush=True)
        if name == "FROM":
            words = rest.split()
            root = folder / f"stage{len(stages)}"
            subprocess.run(["cp", "-a", str(base), str(root)], check=True)
            stage = Stage(root)
            mount(["-t", "proc", "proc"], root / "proc")
            stages[words[2] if len(words) > 2 else len(stages)] = stage
            if "/rust:" in words[0]:
                add_rust(stage)
        elif name == "WORKDIR":
            stage.folder = rest
            stage.path(rest).mkdir(parents=True, exist_ok=True)
        elif name == "COPY":
            copy(stage, rest.split(), stages)
        elif name == "RUN":
            stage.run(["/bin/sh", "-c", rest])
        elif name == "USER":
            stage.user = rest
        elif name == "ENTRYPOINT":
            stage.entry = json.loads(rest)
        else:
            sys.exit(f"Containerfile: {name} is not known to test_container.py")
    return stage


def start(stage, *arguments, text=""):
    done = stage.run([*stage.entry, *arguments], input=text, stdout=subprocess.PIPE)
    return done.stdout


def use(stage):
    assert stage.user != "root" and stage.entry == ["obverse"]
    print("as an engine:")
    reply = start(stage, "--level", "4", text="name\ngenmove black\nquit\n")
    print(reply.replace("\n\n", "\n"), end="")
    name, move, last = reply.split("\n\n")[:3]
    assert name == "= Obverse" and move[:2] == "= " and len(move) == 4 and last == "="
    print("as a tool:")
    problem = REPOSITORY / "tests/problems/endgames.obf"
    shutil.copy(problem, stage.root / "games/endgames.obf")
    solved = start(stage, "solve", "/games/endgames.obf")
    print(solved.splitlines()[-1])
    assert len(solved.splitlines()) > 3


def main():
    base, folder = Path(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    stage = build(base, folder)
    use(stage)
    print("with a read-only root:")
    mount(["--bind", stage.root], stage.root)
    subprocess.run(["mount", "-o", "remount,bind,ro", stage.root], check=True)
    reply = start(stage, text="genmove black\nquit\n")
    assert reply.startswith("= "), reply
    print("the recipe makes an engine and a tool")


main()
