#!/usr/bin/env python3
"""Every command and every piece of Python in the guide's chapter "Real models" runs as it is written there.

usage: examples.py HEADSUP     (ends with 77, skipped, where Python has no NumPy or no torch)

The chapter speaks of ~/models/gpt2, ~/models/bert and openai-community/gpt2: small folders of random weights stand there.
Commands that would open a window are read by `headsup export --model …` instead.
"""
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

try:
    import numpy  # noqa: F401
    import torch  # noqa: F401
except ImportError:
    print("skipped: NumPy and torch are needed")
    sys.exit(77)

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


def chapter():
    with open(os.path.join(ROOT, "docs", "guide.md"), encoding="utf-8") as file:
        return re.search(r"^## Real models\n(.*?)^## ", file.read(), re.M | re.S).group(1)


def without_window(words):
    """`headsup --model X` opens a window; the same model is read for a figure."""
    return words if words[1] != "--model" else [words[0], "export", *words[1:], "--out", "window.png"]


def run(program, line, folder, environment):
    words = without_window(shlex.split(re.sub(r"\s{3,}.*", "", line) if " --out " not in line else line))
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
    environment = dict(os.environ, HF_HUB_CACHE=cache, PYTHONPATH=os.path.join(ROOT, "tools"))
    ran, failed = 0, 0
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```", chapter(), re.M | re.S):
        if language == "python":
            done = [subprocess.run([sys.executable, "-c", block], cwd=folder, env=environment).returncode == 0]
        else:
            done = [run(program, line, folder, environment) for line in block.splitlines()]
        ran += len(done)
        failed += done.count(False)
    print(f"{ran} examples, {failed} failed")
    return 1 if failed or ran < 10 else 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        sys.exit(main(os.path.abspath(sys.argv[1]), place))
