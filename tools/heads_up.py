#!/usr/bin/env python3
"""Attention in a cell of a notebook: a sentence or a recording as a page of Heads Up, to step through and point at.

    import heads_up
    heads_up.show("the cat sat on the mat")
    heads_up.show("the cat sat on the mat", model="writer", do="mask causal; stage weights")
    heads_up.show("trace.safetensors")                    # what record_trace.py wrote
    heads_up.show("talk.txt")                             # a script: a page for each of its waits
    heads_up.show("my.lesson")                            # a lesson, with its words and questions
    heads_up.show("the cat sat").save("cat.html")         # the same page as a file, to share

This file needs nothing but Python 3.8 and the installed program headsup, which it calls; elsewhere than in PATH it is named by
the environment variable HEADSUP or by program="…". The page needs no network, and neither does this.

On the command line:

    heads_up.py page OUT.html SENTENCE|FILE               the page as a file
"""
import html
import os
import shutil
import subprocess
import sys

RECORDINGS = (".safetensors", ".npz", ".npy")
SCRIPTS = (".txt", ".headsup", ".lesson")


class HeadsUpError(RuntimeError):
    """What the program said, in its own sentence."""


class Page:
    """One HTML file. A notebook shows it in a frame of its own, in which its script cannot reach the notebook."""

    def __init__(self, text, height=820):
        self.html = text
        self.height = height

    def _repr_html_(self):
        return (f'<iframe title="Heads Up" srcdoc="{html.escape(self.html, quote=True)}" sandbox="allow-scripts allow-modals" '
                f'style="width:100%;height:{int(self.height)}px;border:0"></iframe>')

    def __repr__(self):
        return f"<a page of Heads Up, {len(self.html.encode()) // 1000} kB: .save(\"page.html\") writes it>"

    def save(self, path):
        """Writes the page to a file that any browser opens."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.html)
        return os.path.abspath(path)


def find_program(program=None):
    """The path of headsup: as given, of HEADSUP, or in PATH."""
    name = program or os.environ.get("HEADSUP") or "headsup"
    found = shutil.which(name)
    if not found:
        raise HeadsUpError(f"the program {name} was not found: install Heads Up, or name it in the environment variable HEADSUP")
    return found


def is_file(thing, endings):
    """Whether it is the path of such a file; a single word that looks like one and is not there is no sentence."""
    looks_so = thing.lower().endswith(endings) and not any(c.isspace() for c in os.path.basename(thing))
    if looks_so and not os.path.isfile(thing):
        raise FileNotFoundError(f"there is no file {thing}")
    return thing.lower().endswith(endings) and os.path.isfile(thing)


def words_of(thing, model, do, options):
    """The command line of headsup export --page for a sentence, a recording, a script or a saved state."""
    words = []
    if is_file(thing, RECORDINGS):
        if model:
            raise ValueError("a recording has its own numbers and takes no model")
        words += ["--model", thing]
    elif model:
        words += ["--model", str(model)]
    if do:
        words += ["--do", do]
    for name, value in options.items():
        words += [f"--{name.replace('_', '-')}", str(value)]
    if is_file(thing, SCRIPTS):
        words.append(thing)
    elif not is_file(thing, RECORDINGS):
        words += ["--", thing]
    return words


def show(thing, model=None, do=None, height=820, program=None, **options):
    """The page of a sentence, or of the path of a recording, a script or a saved state.

    model is a name of `headsup list models` or a folder; do holds commands to run first; further options are those of
    `headsup export`, such as mask="causal", positions="rope", layer="all". As the last line of a cell it is shown there.
    """
    words = words_of(os.fspath(thing), model, do, options)
    done = subprocess.run([find_program(program), "export", "--page", "-", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise HeadsUpError(done.stderr.decode("utf-8", "replace").strip() or f"headsup ended with {done.returncode}")
    return Page(done.stdout.decode("utf-8"), height)


def main(words):
    if len(words) != 3 or words[0] != "page":
        print(__doc__, file=sys.stderr)
        return 2
    try:
        print(show(words[2]).save(words[1]))
    except (HeadsUpError, OSError) as error:
        print(f"heads_up.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
