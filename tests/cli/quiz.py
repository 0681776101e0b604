#!/usr/bin/python3
"""The quiz: nothing on the screen names the mistake but the choices, each once; a state holds the seed alone and makes
the same mistake again; wrong answers get a hint, the right one and `quiz tell` show it.

usage: quiz.py HEADSUP
"""
import html
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

TEXT = "The animal didn't cross the street because it was too tired"
NAMED = {
    "divide-by-d-model": "divided by √d_model instead of √d_head",
    "no-scale": "scores not divided by √d_head",
    "softmax-over-queries": "softmax over queries instead of keys",
    "mask-after-softmax": "masked after softmax instead of before",
    "mask-with-zero": "masked with 0 instead of −∞",
    "values-first": "V A instead of A V",
    "no-max": "softmax without the maximum taken off",
    "heads-in-wrong-order": "heads split in the wrong order",
}
TELLING = ["softmax ↓", "⊙", "Mistake", "mistake:", "÷ √d_model", "without the mistake", "exact beside", "another divisor",
           "The shapes refuse", "Columns sum to 1", "One key takes"]


def run(*words, fails=False):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=120,
                          env={**os.environ, "LC_ALL": "C.UTF-8"})
    assert fails or done.returncode == 0, (words, done.stderr)
    return done


def words_on_screen(do):
    path = os.path.join(FOLDER, "screen.svg")
    run("export", "--view", "screen", "--size", "1440x900", "--force", "--do", do, "--out", path, TEXT)
    text = open(path, encoding="utf-8").read()
    return [html.unescape(re.sub(r"<[^>]+>", "", one)) for one in re.findall(r"<text[^>]*>(.*?)</text>", text, re.S)]


def bare(words):  # indices are texts of their own: "√d", "model"
    return words.replace(" ", "").replace("_", "")


def kind_of(do, *options):
    path = os.path.join(FOLDER, "quiz.safetensors")
    run("trace", "--out", path, "--do", do, *options)
    data = open(path, "rb").read()
    return json.loads(data[8:8 + struct.unpack("<Q", data[:8])[0]])["__metadata__"].get("kind", "")


def made(do):
    return re.search(r"mistake (\S+)", kind_of(do, TEXT)).group(1)


PROGRAM = sys.argv[1]
with tempfile.TemporaryDirectory() as FOLDER:
    seen = {}
    for seed in range(1, 40):
        if len(seen) == len(NAMED):
            break
        mistake = made(f"quiz seed {seed}")
        seen.setdefault(mistake, seed)
    assert set(seen) == set(NAMED), f"39 quizzes make only {sorted(seen)}"
    for mistake, seed in seen.items():
        assert made(f"quiz seed {seed}") == mistake
        offered = None
        for stage in ("scores", "scaled", "weights", "output"):
            texts = words_on_screen(f"quiz seed {seed}; stage {stage}")
            whole = bare("".join(texts))
            times = {name: whole.count(bare(words)) for name, words in NAMED.items()}
            choices = [name for name in NAMED if times[name]]
            assert len(choices) == 4 and mistake in choices, (mistake, stage, choices)
            assert offered in (None, choices), "the choices change from stage to stage"
            offered = choices
            for name in choices:
                assert times[name] == 1, (mistake, stage, name, times)
            for sign in TELLING:
                assert bare(sign) not in whole, (mistake, stage, sign)
        wrong = next(name for name in offered if name != mistake)
        after = "".join(words_on_screen(f"quiz seed {seed}; stage weights; quiz answer {wrong}"))
        assert bare(f"Not “{NAMED[wrong]}”") in bare(after), (mistake, wrong, after)
        for answer in (f"quiz answer {mistake}", "quiz tell"):
            texts = "\n".join(words_on_screen(f"quiz seed {seed}; stage weights; {answer}"))
            assert f"Quiz {seed}, answered" in texts and "without the mistake" in texts, (mistake, answer)
        state = os.path.join(FOLDER, f"{mistake}.headsup")
        run("export", "--out", os.path.join(FOLDER, "x.png"), "--force", "--do",
            f"quiz seed {seed}; stage weights; quiz answer {wrong}; save {state}", TEXT)
        text = open(state, encoding="utf-8").read()
        assert f"mistake {mistake}" not in text and f"quiz seed {seed}" in text, text
        assert f"quiz answer {wrong}" in text and "quiz tell" not in text
        again = os.path.join(FOLDER, "again.headsup")
        done = run("play", "--headless", state, fails=True)
        assert done.returncode == 0, done.stderr
        assert mistake in kind_of(f"open {state}", "the cat sat"), "the state makes another mistake"
    # what is changed while a quiz asks stays so in a state, wherever the quiz began
    state, first, again = (os.path.join(FOLDER, name) for name in ("kept.headsup", "1.safetensors", "2.safetensors"))
    for change in ("dropout 0.1", "schedule flash 2 2", "mask window 1", "mask 2 1 hide", "scale 3; softmax temperature 2",
                   "sentence \"a dog ran home\"; layer 2; head 3", "model \"look-back\"", "sentence cat", "freeze; sentence cat", "board new", "board new; freeze; quiz new", "sentence \"\"", "positions alibi; quiz tell"):
        for seed in range(1, 5):
            do = f"layer 1; head 1; quiz seed {seed}; {change}; save {state}"
            if run("trace", "--force", "--out", first, "--do", do, TEXT, fails=True).returncode != 0:
                continue  # refused beside this mistake
            run("trace", "--force", "--out", again, "--do", f"open {state}", "the cat sat")
            assert open(first, "rb").read() == open(again, "rb").read(), (do, open(state, encoding="utf-8").read())
    # a figure says it in its caption; while a quiz asks, that one is made
    for do, words in (("mistake no-scale", "Mistake made on purpose: scores not divided by √d_head; these numbers are wrong."),
                      ("quiz seed 3", "One mistake is made on purpose in these numbers; a quiz asks which."),
                      ("scale off", "Scaling: left out, laid over; this model was not trained with it."),
                      ("softmax temperature 0.5", "Softmax: temperature 0.5, laid over")):
        figure = os.path.join(FOLDER, "figure.svg")
        run("export", "--force", "--caption", "below", "--out", figure, "--do", f"stage weights; {do}", TEXT)
        shown = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", open(figure, encoding="utf-8").read())).split())
        assert words in shown, (do, shown[-600:])
    # ended, all is as before; undone too
    assert kind_of("quiz seed 3; quiz off", TEXT) == kind_of("mask own", TEXT)
    assert kind_of("quiz seed 3; undo", TEXT) == kind_of("mask own", TEXT)
    assert kind_of("quiz seed 3; mistake off", TEXT) == ""
    # none of the choices, one token, a recording
    for do, text, words in ((f"quiz seed {seen['no-scale']}; quiz answer own", TEXT, "none of the answers"),
                            ("quiz", "cat", "two tokens"), ("quiz tell", TEXT, "no quiz"),
                            ("quiz seed 3; compare toggle", TEXT, "answer first")):
        done = run("trace", "--out", os.path.join(FOLDER, "no.safetensors"), "--do", do, text, fails=True)
        assert done.returncode in (1, 2) and words in done.stderr, (do, done.stderr)
print(f"{len(seen)} mistakes are asked, and told by nothing but the numbers")
