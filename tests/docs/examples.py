#!/usr/bin/env python3
"""Every command and every piece of Python in README.md and in the guide runs as it is written there.

usage: examples.py HEADSUP

They speak of ~/models/gpt2, ~/models/bert and openai-community/gpt2: small folders of random weights stand there.
Commands that would open a window are read by `headsup export --model …` instead, or play, or check a lesson, without one; a training of
minutes ends after a few steps.
"""
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
MAKE = os.path.join(ROOT, "tests", "support", "make_checkpoint.py")
PREFIX = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def byte_letters():
    """GPT-2 writes each byte as a visible letter: those that are visible as themselves, the others from U+0100 on."""
    seen = [*range(33, 127), *range(161, 173), *range(174, 256)]
    return [chr(b) if b in seen else chr(256 + sum(c not in seen for c in range(b))) for b in range(256)]


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


def make_folder(family, folder):
    words = {"gpt2": byte_letters(), "bert": PREFIX + ["the", "cat", "sat", "on", "mat"]}[family]
    sizes = ["--layers", "2", "--heads", "4", "--width", "32", "--positions", "64", "--words", str(len(words))]
    sizes += ["--answers"] if family == "bert" else []
    subprocess.run([sys.executable, MAKE, family, folder, *sizes], check=True, stdout=subprocess.DEVNULL)
    if family == "bert":
        write(folder, "vocab.txt", "".join(word + "\n" for word in words))
    else:
        write(folder, "vocab.json", json.dumps({letter: i for i, letter in enumerate(words)}))
        write(folder, "merges.txt", "#version: 0.2\n")


def blocks(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return re.findall(r"^```(\w*)\n(.*?)^```", file.read(), re.M | re.S)


def without_window(words):
    """`headsup --model X` opens a window; the same model is read for a figure."""
    if words[1] == "--model":
        return [words[0], "export", *words[1:], "--out", "window.png"]
    return [*words, "--headless"] if words[1] in ("play", "lesson") else words


def words_of(line):
    """The command of a line; what stands behind it, after a # or three spaces, explains it."""
    return shlex.split(line if "#" in line else re.sub(r"\s{3,}[^\s-].*", "", line), comments=True)


def run(program, line, folder, environment):
    words = without_window(words_of(line))
    words += ["--steps", "2"] if words[1:3] == ["train", "reader"] else []
    words[0] = program
    words = [os.path.expanduser(word) for word in words]
    done = subprocess.run(words, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        print(f"{line}\nends with {done.returncode}: {done.stdout.decode(errors='replace')}")
    missing = [out for out in outputs(words) if not os.path.exists(os.path.join(folder, out))]
    for out in missing:
        print(f"{line}\nwrites no {out}")
    return done.returncode == 0 and not missing


def outputs(words):
    return [after for word, after in zip(words, words[1:]) if word == "--out"]


def main(program, folder):
    os.environ["HOME"] = folder
    cache = os.path.join(folder, "hub")
    snapshot = os.path.join(cache, "models--openai-community--gpt2", "snapshots", "1")
    for family, place in (("gpt2", "models/gpt2"), ("bert", "models/bert"), ("gpt2", snapshot)):
        os.makedirs(os.path.join(folder, place))
        make_folder(family, os.path.join(folder, place))
    environment = dict(os.environ, HF_HUB_CACHE=cache, PYTHONPATH=os.path.join(ROOT, "tools"), HEADSUP=program)
    os.symlink(os.path.join(ROOT, "assets"), os.path.join(folder, "assets"))
    write(folder, "lesson.txt", 'sentence "the cat sat on the mat"\nmask causal\nstage weights\ncell 5 row\n')
    done = []
    for language, block in blocks("README.md") + blocks("docs", "guide.md"):
        if language == "python":
            done.append(subprocess.run([sys.executable, "-c", block], cwd=folder, env=environment).returncode == 0)
        done += [run(program, line, folder, environment) for line in block.splitlines() if line.startswith("headsup ")]
    print(f"{len(done)} examples, {done.count(False)} failed")
    return 1 if False in done or len(done) < 30 else 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        sys.exit(main(os.path.abspath(sys.argv[1]), place))
