#!/usr/bin/env python3
"""How far long work is: one line that is written over on a terminal, a line now and then elsewhere.

usage: progress_line.py PROGRAM
"""
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile

program = pathlib.Path(sys.argv[1]).resolve()
LINE = re.compile(r"\r\[(#*)( *)\] (.*?)  (\d+ s|\d+ min) left   ")
COLUMNS = 80


def on_terminal(arguments, folder):
    """What the program prints on a terminal as standard error, and its exit code."""
    master, slave = pty.openpty()
    process = subprocess.Popen([program, *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=slave)
    os.close(slave)
    said = b""
    try:
        while part := os.read(master, 4096):
            said += part
    except OSError:  # the program has closed the other end
        pass
    os.close(master)
    return said.decode(), process.wait()


def check(fact, words):
    if not fact:
        sys.exit(f"not so: {words}")


def check_bars(said, what):
    lines = LINE.findall(said)
    check(lines, f"{what}: a bar with the time left stands on a terminal, got {said[-200:]!r}")
    check(all(len(full + rest) == 10 for full, rest, _, _ in lines), f"{what}: the bar keeps its width")
    filled = [len(full) for full, _, _, _ in lines]
    check(filled == sorted(filled), f"{what}: the bar never goes back")
    widest = max(len(part) for part in re.split(r"[\r\n]", said))
    check(widest < COLUMNS, f"{what}: no line wraps, the widest has {widest} columns")
    return lines


def files(folder):
    """An export of many files says how many are done; its line stays."""
    arguments = ["export", "--out", "pictures", "--format", "png", "--scale", "2", "--stage", "all", "--head", "all",
                 " ".join(["the cat sat on the mat"] * 4)]
    said, code = on_terminal(arguments, folder)
    check(code == 0, f"the export works: {said}")
    lines = check_bars(said, "export")
    check(all(re.fullmatch(r"\d+/\d+ files", words) for _, _, words, _ in lines), f"files are counted: {lines[0]}")
    check(said.endswith("\n"), "the line of an export ends when it is done")


def training(folder):
    """A training says step, loss and pace; elsewhere than on a terminal no bar is drawn."""
    arguments = ["train", "copy", "--steps", "3000", "--out", "kept"]
    said, code = on_terminal(arguments, folder)
    check(code == 0, f"the training works: {said}")
    for _, _, words, _ in check_bars(said, "train"):
        check(re.fullmatch(r"\d+/3000  loss \d+\.\d+  right [\d.]+ %  \d+ steps/s", words), f"loss and pace: {words}")
    arguments[-1] = "kept_too"
    plain = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    check("\r" not in plain.stderr and "[" not in plain.stderr, f"no bar in a log: {plain.stderr!r}")


with tempfile.TemporaryDirectory() as made:
    files(made)
    training(made)
print("the line of progress is as it should be")
