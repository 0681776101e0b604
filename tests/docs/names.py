#!/usr/bin/env python3
"""Every file, function and type that a page names stands in the project.

usage: names.py [--self-test] PROJECT

Looked at are words in backticks. A word with a / and one of the endings below is a file of the project, of src/ or of tests/; one
without a / is the name of some file there; {a,b} and * are read as a shell does. snake_case and name() are names of
the code. A formula M-NN has one heading, or row of a table, in docs/maths.md, and only numbers with one are named in src/ and in pages.
"""
import fnmatch
import pathlib
import re
import subprocess
import sys

ENDINGS = (".c", ".h", ".py", ".md", ".vert", ".frag")
# What belongs to other programs.
FOREIGN = {"regex.h", "device_map"}


def pages(project):
    return [project / "README.md", project / "CONTRIBUTING.md", *sorted((project / "docs").rglob("*.md"))]


def spread(word):
    """a{b,c}d as abd and acd."""
    found = re.search(r"\{([^{}]*)\}", word)
    if not found:
        return [word]
    return [one for part in found.group(1).split(",") for one in spread(word[:found.start()] + part + word[found.end():])]


def ends_of(files):
    """Every path and what is behind each of its slashes: a/b/c, b/c, c."""
    parts = [file.split("/") for file in files]
    return {"/".join(names[start:]) for names in parts for start in range(len(names))}


def is_file(word, ends):
    word = word.lstrip("./")
    return word in ends or ("*" in word and bool(fnmatch.filter(ends, word)))


def names_of(code):
    return set(re.findall(r"\w+", code))


def wrong_names(text, ends, names):
    bare = re.sub(r"^\s*```.*?^\s*```", "", text, flags=re.M | re.S)
    for word in re.findall(r"`([^`\n]+)`", bare):
        plain = word.rstrip("()")
        if re.fullmatch(r"[\w./{},*-]+\.[\w{},]+", plain) and "NAME" not in plain:
            for one in spread(plain):
                if one.endswith(ENDINGS) and one not in FOREIGN and not is_file(one, ends):
                    yield f"{word}: no such file"
        elif re.fullmatch(r"[a-z]+(_[a-z0-9]+)+", plain) or (word.endswith("()") and re.fullmatch(r"\w+", plain)):
            if plain not in FOREIGN and plain not in names:
                yield f"{word}: no such name"


def wrong_formulas(maths, named):
    headings = re.findall(r"^(?:#+|\|) (M-\d+) (?!to M)", maths, flags=re.M)
    yield from (f"{one}: the number of two formulas" for one in sorted(set(headings)) if headings.count(one) > 1)
    yield from (f"{one}: no such formula" for one in sorted(set(re.findall(r"\bM-\d\d+\b", named)) - set(headings)))


def check(project):
    listed = subprocess.run(["git", "-C", project, "ls-files"], capture_output=True, text=True, check=False).stdout.split("\n")
    files = [name for name in listed if name] or [str(p.relative_to(project)) for p in project.rglob("*") if p.is_file()]
    sources = [name for name in files if name.endswith((".c", ".h", ".py", ".txt", ".json")) and not name.startswith("tests/fuzz/corpus")]
    code = "\n".join((project / name).read_text(encoding="utf-8", errors="replace") for name in sources if (project / name).is_file())
    texts = {page: page.read_text(encoding="utf-8") for page in pages(project)}
    maths = (project / "docs/maths.md").read_text(encoding="utf-8")
    own = "\n".join((project / name).read_text(encoding="utf-8", errors="replace") for name in sources
                    if name.startswith("src/") and (project / name).is_file())
    ends, names = ends_of(files), names_of(code)
    return [f"{page.relative_to(project)}: {wrong}" for page, text in texts.items() for wrong in wrong_names(text, ends, names)] \
        + [f"docs/maths.md: {wrong}" for wrong in wrong_formulas(maths, own + "\n".join(texts.values()))]


def self_test():
    ends = ends_of(["src/core/softmax.c", "src/core/softmax.h"])
    names = names_of("void softmax_row(void); int known_name;")
    wrong = ["core/hardmax.c", "softmax.py", "core/softmax.{c,md}", "unknown_name", "softmax_column()"]
    right = ["core/softmax.{c,h}", "softmax.h", "src/core/*.c", "known_name", "softmax_row()", "a/b", "word"]
    missed = [word for word in wrong if not list(wrong_names(f"see `{word}`", ends, names))]
    refused = [word for word in right if list(wrong_names(f"see `{word}`", ends, names))]
    found = list(wrong_formulas("## M-01 One\n### M-02 Two\n## M-02 Three\n", "M-01, M-02 and M-03"))
    missed += [] if found == ["M-02: the number of two formulas", "M-03: no such formula"] else ["formulas"]
    return [f"not found: {word}" for word in missed] + [f"refused: {word}" for word in refused]


problems = self_test() if "--self-test" in sys.argv else check(pathlib.Path(sys.argv[-1]).resolve())
print("\n".join(problems) or "every name is there")
sys.exit(1 if problems else 0)
