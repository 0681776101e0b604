#!/usr/bin/python3
"""Models typed in against NumPy, and what is said of a board that is not right.

Each board is read a second time here, by a reader of a few lines, and all that a trace file has is computed again in float64:
x = E + P, per layer and head Q, K, V, the scores, softmax of what the mask leaves, the weighted sum, and x + all heads through
W_O. No number may be farther off than 1e-5 of the largest of its matrix. Then boards with one mistake each: the sentence must
name the file, the line and the column where it stands, and what was expected.

usage: boards.py HEADSUP FOLDER_OF_BOARDS FOLDER
"""
import json
import pathlib
import struct
import subprocess
import sys

import numpy as np

MOST = 1e-5
MATRICES = ["E", "P", "W_Q", "W_K", "W_V", "W_O"]

TWO = """\ufeff# two layers of two heads, and everything that may be written
board Two layers, two heads   # the title
tokens 猫 sat ,
tokens dog
sentence dog sat , 猫 sat
mask causal window 3
positions sinusoidal
E # rows
 1, 0, -1/4
 0.5, 1 2
\t-3e-1 +1 0
 \u22121 0 1
layer 1
head 1
W_Q
 1 2
 0 1
 2 -1
W_K
 1 0
 0 1
 1/3 1
W_V
 1 0
 0 1
 1 1
W_O
 1 0 1
 0 1 0
head 2
W_Q
 0 2
 1 1
 0 -1
W_K
 1 0
 2 1
 1 1
W_V
 2 0
 0 1
 1 1
layer 2
head
W_Q
 1 0
 0 1
 0 0
W_K
 1 0
 0 1
 0 0
W_V
 1 0
 0 1
 0 0
head
W_Q
 1 0
 0 1
 0 0
W_K
 1 0
 0 1
 0 0
W_V
 1 0
 0 1
 0 0
W_O
 1 0 1
 0 1 0
"""

SMALL = """board small
tokens a b
E
 1 0
 0 1
W_Q
 1
 2
W_K
 3
 4
W_V
 5
 6
"""


def read_trace(path):
    data = path.read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:8 + size])
    facts = header.pop("__metadata__", {})
    found = {}
    for name, entry in header.items():
        if entry["dtype"] != "F32":
            continue
        begin, end = entry["data_offsets"]
        numbers = np.frombuffer(data[8 + size + begin:8 + size + end], dtype="<f4")
        found[name] = numbers.reshape(entry["shape"]).astype(np.float64)
    return facts, found


def number(word):
    over, _, under = word.strip(",").replace("\u2212", "-").partition("/")
    return float(np.float32(float(over) / float(under or 1)))


def read_board(text):
    board = {"tokens": [], "sentence": None, "mask": "none", "positions": "none", "layers": []}
    matrix = None
    for line in text.lstrip("\ufeff").splitlines():
        words = line.split()
        for i, word in enumerate(words):
            if word.startswith("#"):
                words = words[:i]
                break
        if not words or words[0] == "board":
            continue
        if words[0] == "tokens":
            board["tokens"] += words[1:]
        elif words[0] in ("sentence", "mask", "positions"):
            board[words[0]] = " ".join(words[1:])
        elif words[0] == "layer":
            board["layers"].append([])
        elif words[0] == "head":
            board["layers"] = board["layers"] or [[]]
            board["layers"][-1].append({})
        elif words[0] in MATRICES:
            matrix = []
            if words[0] in ("E", "P"):
                board[words[0]] = matrix
            else:
                board["layers"] = board["layers"] or [[]]
                board["layers"][-1] = board["layers"][-1] or [{}]
                board["layers"][-1][-1][words[0]] = matrix
        else:
            matrix.append([number(word) for word in words])
    board["sentence"] = board["sentence"] or " ".join(board["tokens"])
    return board


def hidden_of(mask, count):
    place = np.arange(count)
    hidden = np.zeros((count, count), bool)
    if "causal" in mask:
        hidden |= place[None, :] > place[:, None]
    if "window" in mask:
        width = int(mask.split("window")[1].split()[0].strip(":"))
        hidden |= abs(place[:, None] - place[None, :]) > width
    return hidden


def sinusoidal(count, width):
    rows = np.zeros((count, width))
    for place in range(count):
        for col in range(width):
            angle = place / 10000 ** (2 * (col // 2) / width)
            rows[place, col] = np.cos(angle) if col % 2 else np.sin(angle)
    return rows


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def run(board):
    """All parts by their names in trace files."""
    parts, e = {}, np.array(board["E"])
    ids = [board["tokens"].index(word) for word in board["sentence"].split()]
    x = e[ids]
    if "P" in board:
        x = x + np.array(board["P"])[:len(ids)]
    if board["positions"] == "sinusoidal":
        x = x + sinusoidal(len(ids), x.shape[1])
    parts["x"] = x
    hidden = hidden_of(board["mask"], len(ids))
    for at, heads in enumerate(board["layers"]):
        q, k, v = (np.stack([x @ np.array(head[name]) for head in heads]) for name in ("W_Q", "W_K", "W_V"))
        scores = q @ k.transpose(0, 2, 1)
        scaled = scores / np.sqrt(q.shape[2])
        weights = softmax(np.where(hidden, -np.inf, scaled))
        output = weights @ v
        joined = sum(output[i] @ np.array(head["W_O"]) for i, head in enumerate(heads) if "W_O" in head)
        joined = joined if np.ndim(joined) else np.zeros_like(x)
        for name, value in (("q", q), ("k", k), ("v", v), ("scores", scores), ("scaled", scaled),
                            ("weights", weights), ("output", output), ("joined", joined)):
            parts[f"layers.{at}.{name}"] = value
        x = x + joined
    return parts


def check_numbers(program, path, folder):
    out = folder / "trace.safetensors"
    board = read_board(path.read_text(encoding="utf-8"))
    subprocess.run([program, "trace", "--model", str(path), "--out", str(out), "--force"], check=True)
    facts, found = read_trace(out)
    compared = 0
    for name, wanted in run(board).items():
        key = next((key for key in (name, name.replace("layers.", "")) if key in found), None)
        assert key, f"{path}: the trace has no {name}, only {sorted(found)}"
        off = np.abs(found[key] - wanted).max() / max(np.abs(wanted).max(), 1e-30)
        assert off <= MOST, f"{path}: {name} is off by {off}"
        compared += 1
    assert compared == 1 + 8 * len(board["layers"])
    return compared


# What is done to SMALL, and the place and the words of the sentence.
MISTAKES = [
    (("W_Q\n 1\n", "W_Q\n 1 1\n"), ":8:3: ", "row 2 of W_Q is too short: numbers there: 1; expected, as in each row of W_Q: 2"),
    ((" 0 1\n", " 0\n"), ":5:3: ", "row 2 of E is too short: numbers there: 1; expected, as in its first row: 2"),
    ((" 0 1\n", " 0 1 2\n"), ":5:6: ", "“2” is one too many in row 2 of E; expected, as in its first row: 2"),
    ((" 0 1\n", " 0 1\n 1 1\n"), ":6:2: ", "E has a row too many; each token has one: 2"),
    ((" 0 1\n", ""), ":5:1: ", "E ends too early: rows there: 1; expected, one for each token: 2"),
    ((" 3\n", " x\n"), ":10:2: ", "“x” is no number"),
    ((" 3\n", " 3x\n"), ":10:2: ", "“3x” is no number; one is written as 2, -0.5 or 1/3"),
    ((" 3\n", " 0,5\n"), ":10:2: ", "decimals stand behind a point"),
    ((" 3\n", " 3e9\n"), ":10:2: ", "numbers go from -1000000 to 1000000"),
    ((" 3\n", " 1/0\n"), ":10:2: ", "“1/0” is no number"),
    ((" 3\n", ""), ":11:1: ", "W_K ends too early: rows there: 1; expected, one for each column of E: 2"),
    ((" 3\n", " 3\n 3\n"), ":12:2: ", "W_K has a row too many"),
    ((" 3\n", " 3 3\n"), ":10:4: ", "“3” is one too many in row 1 of W_K; expected, as in each row of W_Q: 1"),
    (("W_V\n 5\n 6\n", ""), ":12:1: ", "head 1 of layer 1 has no W_V"),
    (("tokens a b\n", ""), ":2:1: ", "the line tokens must stand before the first matrix"),
    (("tokens a b", "tokens a A"), ":2:10: ", "the token “A” is there already"),
    (("tokens a b", "tokens a b.c"), ":2:10: ", "“b.c” would be read as several tokens"),
    (("tokens a b", "tokens"), ":2:7: ", "the words are missing behind tokens"),
    (("board small", "board"), ":1:6: ", "a title is missing behind board"),
    (("E\n", "E 1\n"), ":3:3: ", "“1” stands behind the end of the line's own words"),
    (("E\n", "mask causl\nE\n"), ":3:6: ", "causl"),
    (("E\n", "mask causal\nmask none\nE\n"), ":4:1: ", "the line mask is there a second time"),
    (("E\n", "positions waves\nE\n"), ":3:11: ", "positions takes none or sinusoidal"),
    (("E\n 1 0\n 0 1\n", ""), ":3:1: ", "E must stand before W_Q"),
    (("W_Q\n 1\n 2\n", ""), ":6:1: ", "W_Q must stand before W_K"),
    (("W_Q\n", "head 2\nW_Q\n"), ":6:6: ", "“2” stands here; the next number is 1"),
    (("W_Q\n", "layer 1\nlayer 2\nW_Q\n"), ":7:1: ", "layer 1 has no W_Q, W_K and W_V"),
    (("W_V\n", "W_K\n"), ":12:1: ", "W_K is there a second time"),
    ((" 6\n", " 6\nW_O\n 1\n"), ":16:3: ", "row 1 of W_O is too short: numbers there: 1; expected, as in each row of E: 2"),
    ((" 6\n", " 6\nW_O\n"), ":16:1: ", "W_O ends too early: rows there: 0; expected, one for each column of W_V: 1"),
    ((" 6\n", " 6\nW_o\n"), ":15:1: ", "“W_o” begins no line"),
    ((" 6\n", " 6\nhead\n"), ":16:1: ", "head 2 of layer 1 has no W_Q"),
    ((" 6\n", " 6\nx\n"), ":15:1: ", "“x” begins no line of a board"),
    (("E\n", "9\nE\n"), ":3:1: ", "numbers stand below the name of their matrix"),
]


def check_mistakes(program, folder):
    path = folder / "wrong.txt"
    for (old, new), place, words in MISTAKES:
        assert SMALL.count(old) == 1, old
        path.write_text(SMALL.replace(old, new), encoding="utf-8")
        done = subprocess.run([program, "export", "--model", str(path), "--out", str(folder / "x.svg")],
                              capture_output=True, text=True)
        said = done.stderr
        assert done.returncode == 1 and str(path) + place in said and words in said, (old, new, said)
    return len(MISTAKES)


def main(program, boards, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "two.board").write_text(TWO, encoding="utf-8")
    (folder / "small.txt").write_text(SMALL, encoding="utf-8")
    paths = sorted(pathlib.Path(boards).glob("*.txt")) + [folder / "two.board", folder / "small.txt"]
    compared = sum(check_numbers(program, path, folder) for path in paths)
    print(f"{len(paths)} boards, {compared} matrices against NumPy; {check_mistakes(program, folder)} mistakes told")


if __name__ == "__main__":
    main(*sys.argv[1:])
