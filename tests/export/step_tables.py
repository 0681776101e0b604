#!/usr/bin/env python3
"""Kept keys, costs, lengths, experiments and trainings as files: the same bytes each time, tables whose numbers are those of M-51 and M-52, and what is refused.

usage: step_tables.py HEADSUP
"""
import csv
import itertools
import math
import os
import subprocess
import sys
import tempfile

headsup = sys.argv[1]
problems = []


def export(out, *words):
    run = subprocess.run([headsup, "export", "--out", out, *words], capture_output=True, text=True)
    return run.returncode, run.stderr


def expect(holds, words):
    if not holds:
        problems.append(words)


def rows_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def same_bytes(folder, view, ending, *words):
    paths = [os.path.join(folder, f"{number}.{ending}") for number in range(2)]
    for path in paths:
        code, said = export(path, "--view", view, *words)
        expect(code == 0, f"{view} as {ending}: {said}")
    if all(map(os.path.exists, paths)):
        expect(open(paths[0], "rb").read() == open(paths[1], "rb").read(), f"{view} as {ending} differs from run to run")


def check_cost(folder):
    out = os.path.join(folder, "cost.csv")
    expect(export(out, "--view", "cost", "--model", "hand-made", "--mask", "causal window:3")[0] == 0, "cost as csv")
    rows = rows_of(out)
    expect({row["method"] for row in rows} == {"exact", "window", "linformer", "performer", "flash"}, "the methods of cost.csv")
    expect(any(row["tokens"] == "11" for row in rows), "cost.csv lacks the tokens of the sentence")
    for row in rows:
        n = int(row["tokens"])
        width = min(n, 4)
        multiplications = {"exact": n * n * 32, "flash": n * n * 32, "window": n * width * 32, "linformer": 2 * n * 128 * 32,
                           "performer": 2 * n * 64 * 33}
        size = {"exact": 4 * n * n, "window": 4 * n * width, "linformer": 4 * (n * 128 + 128 * 32),
                "performer": 4 * (2 * n * 64 + 64 * 17), "flash": 4 * (min(n, 64) ** 2 + 2 * n)}
        expect(int(row["multiplications"]) == multiplications[row["method"]], f"multiplications of {row}")
        expect(int(row["bytes"]) == size[row["method"]], f"bytes of {row}")
        expect(row["ms"] == "", f"a time nobody asked for in {row}")
    more = os.path.join(folder, "more.csv")
    expect(export(more, "--view", "cost", "--model", "hand-made", "--do", "positions rope; kv_heads 2")[0] == 0, "cost of rope as csv")
    with open(more, newline="", encoding="utf-8") as file:
        found = {(row["method"], int(row["tokens"])): row for row in csv.DictReader(file)}
    for tokens in (1, 11, 4096):
        way, own = (int(found[name, tokens]["multiplications"]) for name in ("exact", "own"))
        expect(own == way + 4 * tokens * 16, f"rope multiplies {own} with {tokens} tokens")
        kept, shared = (int(found[name, tokens]["bytes"]) for name in ("kept", "kept shared"))
        expect(kept == 4 * tokens * 32 and shared == kept // 2, f"kept {kept}, shared {shared}")
    code, said = export(os.path.join(folder, "timed.csv"), "--view", "cost", "--model", "hand-made", "--mask", "causal window:3",
                        "--times", "on")
    expect(code == 0, f"cost with times: {said}")
    timed = rows_of(os.path.join(folder, "timed.csv"))
    expect([(row["method"], row["tokens"], row["bytes"]) for row in timed] ==
           [(row["method"], row["tokens"], row["bytes"]) for row in rows], "times change other columns")
    expect(sum(float(row["ms"] or 0) > 0 for row in timed) >= 4, "fewer than four times were measured")


def check_cache(folder):
    out = os.path.join(folder, "cache.csv")
    expect(export(out, "--view", "cache", "--model", "cache-demo", "--do", "cache prompt 4", "<SOS> 你 好 世界 我 爱 北京")[0] == 0,
           "cache as csv")
    rows = rows_of(out)
    expect([row["token"] for row in rows] == ["世界", "我", "爱", "北京"], "the tokens of cache.csv")
    for number, row in enumerate(rows):
        n, made = 4 + number, 4 if number == 0 else 1
        work = lambda r: r * 8 * 12 + r * n * 8
        expect((int(row["computed"]), int(row["kept"])) == (made, n - made), f"rows of {row}")
        expect(int(row["multiplications_kept"]) == work(made), f"multiplications of {row}")
        expect(int(row["multiplications_anew"]) == work(n), f"multiplications anew of {row}")
        expect(int(row["bytes"]) == 4 * n * 8, f"bytes of {row}")


def check_length(folder):
    """The table is that of the two models that ship, for any model and sentence of the session."""
    out = os.path.join(folder, "length.csv")
    expect(export(out, "--view", "length", "--model", "hand-made", "")[0] == 0, "length as csv")
    rows = rows_of(out)
    for model in ("translator", "bottleneck"):
        kept = rows_of(os.path.join(os.path.dirname(__file__), "..", "..", "assets", "models", model, "lengths.csv"))
        expect([{key: row[key] for key in row if key != "model"} for row in rows if row["model"] == model] ==
               [{key: row[key] for key in row if key not in ("english", "chinese")} for row in kept], f"length.csv of {model}")


def check_experiments(folder):
    """The rows of look-up and of saturation agree with each other, worked out here; the memory of a layout is that of its strides."""
    out = os.path.join(folder, "saturation.csv")
    expect(export(out, "--view", "saturation", "--do", "saturation width 100; saturation draws 200", "")[0] == 0, "saturation as csv")
    rows = rows_of(out)
    expect([row["d"] for row in rows] == ["8", "64", "100", "512"], "the widths of saturation.csv")
    for row in rows:
        expect(abs(float(row["expected"]) - math.sqrt(int(row["d"]))) < 1e-5, f"the deviation of {row}")
        expect(abs(float(row["measured"]) / float(row["expected"]) - 1) < 0.15, f"the measured deviation of {row}")
        expect(float(row["entropy_unscaled"]) < float(row["entropy_scaled"]) < math.log2(5), f"the entropies of {row}")
    out = os.path.join(folder, "lookup.csv")
    expect(export(out, "--view", "lookup", "--do", "lookup cooking 0.3; lookup travel -1; lookup sharpness 2", "")[0] == 0, "lookup as csv")
    *books, answer = rows_of(out)
    powers = [math.exp(2 * (0.3 * float(row["cooking"]) - float(row["travel"]))) for row in books]
    for row, power in zip(books, powers):
        expect(abs(float(row["weight"]) - power / sum(powers)) < 1e-6, f"the weight of {row}")
    for column in ("recipes", "maps"):
        wanted = sum(power / sum(powers) * float(row[column]) for row, power in zip(books, powers))
        expect(abs(float(answer[column]) - wanted) < 1e-4, f"the answer of lookup.csv, {column}")
    out = os.path.join(folder, "layout.csv")
    expect(export(out, "--view", "layout", "--do", "layout example heads; layout tokens 4", "")[0] == 0, "layout as csv")
    for row in rows_of(out):
        shape, strides = ([int(word) for word in row[key].split()] for key in ("shape", "strides"))
        places = [sum(i * stride for i, stride in zip(index, strides)) for index in itertools.product(*map(range, shape))]
        expect(sorted(places) == list(range(len(places))), f"the addresses of {row}")
        expect((places == sorted(places)) == (row["contiguous"] == "1"), f"whether it is contiguous: {row}")


def check_training(folder):
    """A row for each step, and the same numbers for a longer training of the same seed; the caption names the last."""
    tables = []
    for steps in (12, 30):
        out = os.path.join(folder, f"training-{steps}.csv")
        code, said = export(out, "--view", "curve", "--do", f"view training; train copy; train until {steps}")
        expect(code == 0, f"the curves of a training as csv: {said}")
        tables.append(rows_of(out))
        losses = [row for row in tables[-1] if row["loss"]]
        expect([int(row["step"]) for row in losses] == list(range(1, steps + 1)), f"the steps of {out}")
        expect(tables[-1][0]["step"] == "0" and tables[-1][0]["loss"] == "", "step 0 has heads alone")
        for row in tables[-1]:
            expect(all(0 <= float(row[key] or 0) <= 1 for key in ("right_answers", "best_head_on_pattern")), f"shares of {row}")
    short, long = ({row["step"]: row["loss"] for row in table} for table in tables)
    expect(all(long[step] == loss for step, loss in short.items()), "a longer training has other losses")
    out = os.path.join(folder, "training.svg")
    code, said = export(out, "--view", "curve", "--caption", "file", "--do", "view training; train copy; train until 12")
    expect(code == 0, f"the curves of a training as svg: {said}")
    words = open(os.path.join(folder, "training.txt"), encoding="utf-8").read()
    expect("up to step 12 of" in words and f"{float(tables[0][-1]['loss']):.3g}" in words, f"the caption: {words}")


def check_refusals(folder):
    for words, part in ((["--view", "cache", "--model", "reader"], "comes later"),
                        (["--view", "cache", "--model", "hand-made", "--format", "npy", "--mask", "causal"], "csv alone"),
                        (["--view", "cost", "--format", "json"], "csv alone"),
                        (["--view", "length", "--format", "npy"], "csv alone"),
                        (["--view", "layout", "--format", "json"], "csv alone"),
                        (["--view", "cache", "--model", "writer", ""], "no words"),
                        (["--view", "curve"], "first view training"),
                        (["--view", "curve", "--format", "npy", "--do", "view training; train copy"], "picture or as csv"),
                        (["--view", "block", "--format", "csv"], "png, svg or pdf")):
        code, said = export(os.path.join(folder, "refused"), *words)
        expect(code != 0 and part in said, f"{words}: {said}")
        expect(not os.path.exists(os.path.join(folder, "refused")), f"{words} wrote a file")


with tempfile.TemporaryDirectory() as scratch:
    for ending in ("svg", "pdf", "png", "csv"):
        same_bytes(scratch, "cost", ending)
        same_bytes(scratch, "length", ending, "--do", "length 17")
        for view in ("saturation", "lookup", "layout"):
            same_bytes(scratch, view, ending)
        if ending != "csv":
            same_bytes(scratch, "block", ending, "--model", "random like mistral")
        same_bytes(scratch, "cache", ending, "--model", "writer")
    expect(export(os.path.join(scratch, "empty.svg"), "--view", "cost", "")[0] == 0, "cost without a sentence")
    expect(export(os.path.join(scratch, "layer.svg"), "--view", "block", "")[0] == 0, "a layer without a sentence")
    check_cost(scratch)
    check_length(scratch)
    check_experiments(scratch)
    check_cache(scratch)
    check_training(scratch)
    check_refusals(scratch)
print("\n".join(problems) or "tables and pictures of kept keys and costs hold")
sys.exit(1 if problems else 0)
