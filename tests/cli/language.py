#!/usr/bin/python3
"""What is said follows the language; numbers, traces, tables and names never do.

usage: language.py HEADSUP
"""
import os
import re
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
LESSONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../assets/lessons/de")
TEXT = "The animal didn't cross the street because it was too tired"
PLAIN = {key: value for key, value in os.environ.items() if key not in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "HEADSUP_LOCALES")}


def run(*words, fails=False, **environment):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=120, env={**PLAIN, "LC_ALL": "C.UTF-8", **environment})
    assert fails or done.returncode == 0, (words, done.stderr)
    return done


def written(folder, language, name, *words):
    path = os.path.join(folder, f"{language}-{name}")
    run(*words, "--language", language, "--out", path)
    with open(path, "rb") as file:
        return file.read()


def main(folder):
    # The environment, an option, a command, in that order.
    assert "Usage" in run("--help").stdout
    german = run("--help", "--language", "de").stdout
    assert "Aufruf" in german, german
    assert run("--help", LANGUAGE="de").stdout == german
    assert run("--help", LC_ALL="de_DE.UTF-8").stdout == german  # the locale need not be installed
    assert run("--help", LC_ALL="de_DE.UTF-8", LANGUAGE="en").stdout == run("--help").stdout
    assert run("--help", LANGUAGE="en_GB:en:de").stdout == run("--help", LANGUAGE="fr:en:de").stdout == run("--help").stdout  # in that order
    assert run("--help", LANGUAGE="fr:de:en").stdout == german
    assert run("--help", "--language", "en", LANGUAGE="de").stdout == run("--help").stdout
    wrong = run("--language", "dee", "--help", fails=True)
    assert wrong.returncode == 2 and "did you mean “de”" in wrong.stderr, wrong

    # What is for programs is the same, byte for byte.
    shown = ("--do", "stage weights; cell 8 2")
    same = {
        "a.safetensors": ("trace", "--approximate", "linformer 3", TEXT),
        "b.safetensors": ("trace", "--model", "writer", "--do", "set q 2 3 1.5", TEXT),
        "w.csv": ("export", "--view", "heatmap", *shown, TEXT),
        "w.json": ("export", "--view", "heatmap", *shown, TEXT),
        "w.npy": ("export", "--view", "heatmap", *shown, TEXT),
        "cost.csv": ("export", "--view", "cost", TEXT),
        "answers.csv": ("export", "--view", "answers", "--model", "writer", TEXT),
        "saturation.csv": ("export", "--view", "saturation", TEXT),
        "lookup.csv": ("export", "--view", "lookup", TEXT),
    }
    for name, words in same.items():
        assert written(folder, "en", name, *words) == written(folder, "de", name, *words), name
    for words in (("tokens", "--json", TEXT), ("next", "--json", "--model", "writer", TEXT)):
        assert run(*words).stdout == run(*words, LANGUAGE="de").stdout, words

    # Every lesson can be taken in German, with nothing wrong in it.
    for path in sorted(os.listdir(LESSONS)):
        name = path[3:].removesuffix(".lesson")
        said = run("lesson", name, "--headless", "--language", "de").stdout
        assert said.startswith(f"{name}: ") and "Seite" in said, said

    # What is for people is not.
    figure = ("export", "--view", "heatmap", "--caption", "below", *shown, TEXT)
    english, german = (written(folder, language, "f.svg", *figure).decode() for language in ("en", "de"))
    assert "Modell" in german and "Modell" not in english
    switched = os.path.join(folder, "switched.svg")
    run("export", "--view", "heatmap", "--caption", "below", "--do", "language de; stage weights; cell 8 2", "--out", switched, TEXT)
    with open(switched, encoding="utf-8") as file:
        assert file.read() == german  # what was made before the switch follows it
    back = os.path.join(folder, "back.svg")
    run("export", "--view", "heatmap", "--caption", "below", "--language", "de", "--do", "language en; stage weights; cell 8 2", "--out", back, TEXT)
    with open(back, encoding="utf-8") as file:
        assert file.read() == english
    numbers = [re.findall(r">(0?\.\d+)<", figure) for figure in (english, german)]
    assert len(numbers[0]) > 20 and numbers[0] == numbers[1], numbers
    # The menu of masks calls each by the name that its button has.
    menu = os.path.join(folder, "menu.svg")
    run("export", "--view", "screen", "--size", "1440x900", "--language", "de", "--do", "menu attention", "--out", menu, TEXT)
    with open(menu, encoding="utf-8") as file:
        said = file.read()
        assert "Präfix" in said and not re.search(r">[^<]*\b(causal|prefix|padding)\b", said), re.findall(r">([^<]*\b(?:causal|prefix|padding)\b[^<]*)", said)
    # A page of a lesson, which is made in a session of its own.
    pages = [os.path.join(folder, name) for name in ("chosen.html", "asked.html")]
    assert "Seiten" in run("export", "--page", pages[0], "--do", "language de; lesson softmax").stderr
    run("export", "--page", pages[1], "--do", "lesson softmax", LANGUAGE="de")
    with open(pages[0], encoding="utf-8") as file, open(pages[1], encoding="utf-8") as asked:
        page = file.read()
        assert '<html lang="de">' in page and page == asked.read()


with tempfile.TemporaryDirectory() as made:
    main(made)
print("words follow, numbers do not")
