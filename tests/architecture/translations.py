#!/usr/bin/env python3
"""Each language of po/LINGUAS has every marked text, with the same directives, and its lessons are those in English.

usage: translations.py PROJECT | --self-test PROJECT

Texts: none is missing, empty or fuzzy; msgfmt --check finds no wrong directive; the glossary has room for the forms of its terms. Lessons (assets/lessons/LANGUAGE): what a program reads is
equal, line by line (commands, answers, sizes), and each page has the same amounts, targets of handles and words as typed, in any order.
"""
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from pseudo_language import collected, entries  # noqa: E402

READ = re.compile(r"(#+ |command:|minutes:|lock:|cover:|number:|cell:|question:|hint:|because:|level:|note:|- \[[x ]\]|- )")
EXACT = ("command:", "minutes:", "lock:", "cover:", "number:", "cell:")
WITHIN = re.compile(r"\{\{.*?\}\}|\]\(.*?\)|`[^`]*`")


def key_of(entry):
    return entry.get("msgctxt"), entry["msgid"]


def missing_texts(pot, po):
    said = {}
    for before, entry in entries(po):
        if "fuzzy" not in before:
            said[key_of(entry)] = entry
    for _, entry in entries(pot):
        found = said.get(key_of(entry), {})
        forms = [text for key, text in found.items() if key.startswith("msgstr")]
        if not forms or not all(forms) or ("msgid_plural" in entry) != ("msgid_plural" in found):
            yield f"not translated: “{entry['msgid']}”"
        elif any(text[:1].isspace() != entry["msgid"][:1].isspace() for text in forms):
            yield f"begins otherwise: “{entry['msgid']}”"


def forms_dropped(project, po):
    """The program looks for so many forms of the terms of its glossary, and for none of those beyond."""
    source = (project / "src/scene/glossary.c").read_text(encoding="utf-8")
    header = (project / "src/scene/glossary.h").read_text(encoding="utf-8")
    most = int(re.search(r"GLOSSARY_FORMS_MOST = (\d+)", header).group(1))
    terms = set(re.findall(r'\{N_\("([^"]+)"\)', source))
    count = sum(len(entry["msgstr"].strip("|").split("|")) for _, entry in entries(po) if entry.get("msgid") in terms and "msgstr" in entry)
    if not terms or count > most:
        yield f"{count} forms of {len(terms)} terms of the glossary, of which the program reads {most}"


def bones(text):
    """(the lines that are read by a program, the marks within the text of each page)"""
    lines, pages = [], [[]]
    for line in text.splitlines():
        begins = READ.match(line.strip())
        if line.startswith("## "):
            pages.append([])
        if begins:
            lines.append(line.strip() if begins.group() in EXACT else begins.group().strip())
        if not begins or begins.group() not in EXACT:
            pages[-1] += WITHIN.findall(line)
    return lines, [sorted(page) for page in pages]


def lesson_differs(english, other):
    (lines, pages), (of_lines, of_pages) = bones(english), bones(other)
    for one, two in zip(lines, of_lines):
        if one != two:
            return f"“{two}” stands for “{one}”"
    if len(lines) != len(of_lines):
        return f"{len(of_lines)} lines with a meaning stand for {len(lines)}"
    for number, (one, two) in enumerate(zip(pages, of_pages)):
        if one != two:
            return f"page {number} has {[m for m in two if m not in one]} for {[m for m in one if m not in two]}, or not as many"
    return None


def complaints(project, language, pot):
    po = project / "po" / f"{language}.po"
    checked = subprocess.run(["msgfmt", "--check", "--output-file=/dev/null", str(po)], capture_output=True, text=True)
    if checked.returncode:
        yield checked.stderr
    yield from missing_texts(pot, po.read_text(encoding="utf-8"))
    yield from forms_dropped(project, po.read_text(encoding="utf-8"))
    lessons = project / "assets/lessons"
    for path in sorted((lessons / language).glob("*.lesson")):
        english = lessons / path.name
        if not english.exists():
            yield f"{path}: there is no such lesson in English"
            continue
        differs = lesson_differs(english.read_text(encoding="utf-8"), path.read_text(encoding="utf-8"))
        if differs:
            yield f"{path}: {differs}"


def self_test(project):
    pot = collected(project)
    po = (project / "po/de.po").read_text(encoding="utf-8")
    head, first, *rest = po.split("\n\n")
    assert any(missing_texts(pot, "\n\n".join([head, *rest])))
    assert any(missing_texts(pot, "\n\n".join([head, "#, fuzzy\n" + first, *rest])))
    assert any(forms_dropped(project, po.replace('"Token|Tokens"', '"Token' + "|Tokens" * 256 + '"')))
    lesson = (project / "assets/lessons/08-softmax.lesson").read_text(encoding="utf-8")
    assert not lesson_differs(lesson, lesson.replace("\nThe ", "\nDie "))
    for old, new in (("[x]", "[ ]"), ("{{", "{{sum "), ("command: ", "command: theme dark; "), ("](", "](part v) [it]("), ("## ", "")):
        assert old in lesson and lesson_differs(lesson, lesson.replace(old, new, 1)), old
    print("each planted mistake is found")


if __name__ == "__main__":
    project = pathlib.Path(sys.argv[-1])
    if sys.argv[1] == "--self-test":
        self_test(project)
        sys.exit(0)
    pot = collected(project)
    languages = (project / "po/LINGUAS").read_text(encoding="utf-8").split()
    problems = [f"{language}: {words}" for language in languages for words in complaints(project, language, pot)]
    print("\n".join(problems[:40]) or f"complete: {', '.join(languages)}")
    sys.exit(1 if problems else 0)
