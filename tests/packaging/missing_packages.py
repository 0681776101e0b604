#!/usr/bin/env python3
"""`tools/run` says which packages are missing and what to type, to whoever may not install them, and never waits for a password that
nobody can type.

Programs made for the test stand for dpkg-query, apt-get, id and sudo; each call of apt-get and sudo is written down.
usage: missing_packages.py SOURCE
"""
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile

source = pathlib.Path(sys.argv[1]).resolve()
PROGRAMS = {
    "dpkg-query": 'for name; do :; done; case " $ABSENT " in *" $name "*) exit 1 ;; esac; printf installed',
    "apt-get": 'echo "apt-get $*" >>"$CALLS"',
    "id": 'echo "$ID"',
    # Asks for a password, which nobody types, unless -n forbids it or SUDO says what comes of it.
    "sudo": """echo "sudo $*" >>"$CALLS"
case "$SUDO $1" in
  "free -n") exit 0 ;;
  *" -n") echo "sudo: a password is required" >&2; exit 1 ;;
  "granted -v") exit 0 ;;
  "refused -v") echo "ada is not in the sudoers file." >&2; exit 1 ;;
  "free "* | "granted "*) exec "$@" ;;
  *) sleep 1000 ;;
esac""",
}
WAY_OUT = "  tools/without-root tools/run\n"


class Result:
    def __init__(self, status, said, calls):
        self.status, self.said, self.calls = status, said, calls


def all_of(terminal):
    """What a terminal was told, which comes in pieces, and ends in an error once nobody writes to it any more."""
    said = b""
    try:
        while piece := os.read(terminal, 100000):
            said += piece
    except OSError:
        pass
    return said


def run(*command, without=(), absent="cmake libzip-dev", user=1000, sudo="asks", terminal=False, **variables):
    """The command in a system where only PROGRAMS and the shell's own helpers are found."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for program in ("sh", "sed", "grep", "cat", "dirname", "env", "sleep"):
            (folder / program).symlink_to(shutil.which(program))
        for program in PROGRAMS.keys() - set(without):
            (folder / program).write_text(f"#!/bin/sh\n{PROGRAMS[program]}\n")
            (folder / program).chmod(0o755)
        calls = folder / "calls"
        calls.touch()
        environment = {"PATH": name, "ABSENT": absent, "CALLS": str(calls), "ID": str(user), "SUDO": sudo, **variables}
        ours, theirs = pty.openpty()
        # stdin stays open and silent where it is no terminal.
        silent, open_end = os.pipe()
        done = subprocess.run(command or ["tools/install-packages", "build", "run", "fonts"], cwd=source, env=environment,
                              stdin=theirs if terminal else silent, stdout=subprocess.PIPE,
                              stderr=theirs if terminal else subprocess.PIPE, timeout=60, check=False)
        os.close(theirs)
        said = all_of(ours).decode().replace("\r", "") if terminal else done.stderr.decode()
        for end in (ours, silent, open_end):
            os.close(end)
        return Result(done.returncode, done.stdout.decode() + said, calls.read_text())


def says_the_way_out(result, missing="cmake libzip-dev"):
    assert result.status == 1, result.status
    assert f"apt-get install --no-install-recommends {missing}\n" in result.said, result.said
    assert result.said.endswith(WAY_OUT), result.said
    assert "sudoers" not in result.said and "required" not in result.said, result.said
    assert "apt-get" not in result.calls, result.calls


def installs(result, calls):
    assert result.status == 0, result.said
    assert result.calls == calls, result.calls
    assert WAY_OUT not in result.said, result.said


nothing = run(absent="", without=["sudo"])
assert (nothing.status, nothing.said, nothing.calls) == (0, "", ""), vars(nothing)

says_the_way_out(run("tools/run", without=["sudo"]))
says_the_way_out(run(without=["sudo"], terminal=True))
without_terminal = run()
says_the_way_out(without_terminal)
assert without_terminal.calls == "sudo -n true\n", without_terminal.calls
refused = run(sudo="refused", terminal=True)
says_the_way_out(refused)
assert refused.said.startswith("sudo asks for your password"), refused.said

update, install = "apt-get update -qq\n", "apt-get install -y -qq --no-install-recommends cmake libzip-dev\n"
in_sudo = f"sudo {update}{update}sudo env DEBIAN_FRONTEND=noninteractive {install}{install}"
installs(run(user=0), update + install)
installs(run(sudo="free"), "sudo -n true\n" + in_sudo)
installs(run(sudo="granted", terminal=True), "sudo -n true\nsudo -v\n" + in_sudo)

# What tools/without-root has unpacked is not missing, where that runs.
with tempfile.TemporaryDirectory() as unpacked:
    pathlib.Path(unpacked, "unpacked").write_text("cmake\nlibzip-dev\n")
    assert run(without=["sudo"], HEADSUP_PACKAGES=unpacked).status == 0
    says_the_way_out(run(absent="cmake libzip-dev ninja-build", without=["sudo"], HEADSUP_PACKAGES=unpacked), "ninja-build")
listed = run("tools/install-packages", "--missing", "build", without=["sudo"])
assert (listed.status, listed.said.split(), listed.calls) == (0, ["cmake", "libzip-dev"], ""), vars(listed)

# Without apt every library that cmake asks for is named.
for program in ("dpkg-query", "apt-get"):
    elsewhere = run(without=[program])
    assert elsewhere.status == 1 and "cmake names it" in elsewhere.said, elsewhere.said
    asked = re.findall(r"^ *pkg_check_modules\(\w+ REQUIRED IMPORTED_TARGET (\S+)\)|^foreach\(package (.*)\)",
                       (source / "CMakeLists.txt").read_text(), re.MULTILINE)
    modules = [m for single, several in asked for m in (single or several).split() if m not in ("${package}", "cmocka")]
    assert len(modules) == 14, modules
    for module in modules:
        library = re.sub(r"^lib|2?(-\d+)?$", "", module.lower())
        assert library in elsewhere.said.lower(), f"{module} is not named"
print("ok")
