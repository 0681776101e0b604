#!/usr/bin/env python3
"""Writes a translation of every marked text that is English made longer and strange, to find what is fixed to English.

usage: pseudo_language.py PROJECT OUT.po

"%d tokens of %s" becomes "⟦%d tóókééñš óóƒ %s⟧": vowels are doubled (about 40 % longer with the brackets), letters have accents, and a text that has
been through gettext stands in brackets. Directives, lines, what is typed (commands, options, file and field names) and names stay.
There are three plural forms, so that nothing relies on two; their texts begin with 1, 2 or n in a raised digit.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
STRANGE = "áƀçđéƒĝĥîĵķļɱñóƥɋřšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖƤɊŘŠŢÛṼŴẊÝŽ"
ACCENTS = str.maketrans(PLAIN, STRANGE)
FORMS = "¹²ⁿ"
DIRECTIVE = r"%(?:\d+\$)?[-+ #0]*(?:\*|\d+)?(?:\.(?:\*|\d+))?(?:hh|h|ll|l|z|j|t)?[diouxXeEfgGcsp%]"
# What is typed or is a name: in quotes, an option, with a dot, a slash or an underscore inside, in capitals, a whole command line.
KEPT = re.compile(rf"""{DIRECTIVE}|\\.|“[^”]*”|'[^']+'|\bheadsup(?:\ (?!%)[a-z]+)?|(?<![\w-])--?[a-z][-a-z]*
                   |[\w~…]*[./_][\w./_~…]*\w|\b[A-Z0-9]{{2,}}\b|\b[B-HJ-Z]\b""", re.X)


def strange(text, vowels="aeiou"):
    longer = re.sub(f"[{vowels}]", lambda vowel: vowel.group() * 2, text)
    return longer.translate(ACCENTS)


def pseudo(text, mark=""):
    """The text of one entry, as it stands in the file (with escapes)."""
    start, core, end = re.fullmatch(r"((?:\\n| )*)(.*?)((?:\\n| )*)", text).groups()
    said, at = "", 0
    is_heading = not re.search(r"[a-z]", re.sub(DIRECTIVE, "", core))  # in capitals as a whole: STEP BY
    vowels = "aeiouAEIOU" if is_heading else "aeiou"
    for kept in KEPT.finditer(core):
        if is_heading and kept.group().isalpha() and len(kept.group()) > 1:
            continue
        said += strange(core[at:kept.start()], vowels) + kept.group()
        at = kept.end()
    return f"{start}⟦{mark}{said}{strange(core[at:], vowels)}⟧{end}"


def entries(pot):
    """(lines before the texts, {"msgctxt": …, "msgid": …, "msgid_plural": …}) of each entry but the header."""
    for block in pot.split("\n\n")[1:]:
        before = "".join(line + "\n" for line in block.splitlines() if line.startswith("#"))
        found = re.findall(r'^(msg\w+(?:\[\d\])?) ((?:"(?:\\.|[^"\\])*"\s*)+)', block, flags=re.M)
        yield before, {key: "".join(re.findall(r'"((?:\\.|[^"\\])*)"', text)) for key, text in found}


def translated(pot):
    """The whole translation, and how many texts it has."""
    said = ('msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
            '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);\\n"\n')
    count = 0
    for before, entry in entries(pot):
        count += 1
        said += "\n" + before
        said += "".join(f'{key} "{entry[key]}"\n' for key in ("msgctxt", "msgid", "msgid_plural") if key in entry)
        if "msgid_plural" in entry:
            said += "".join(f'msgstr[{i}] "{pseudo(entry["msgid_plural"], FORMS[i])}"\n' for i in range(3))
        else:
            said += f'msgstr "{pseudo(entry["msgid"])}"\n'
    return said, count


def collected(project):
    """What xgettext finds in the sources, with the keywords of CMake's target `words`."""
    keywords = re.findall(r"--keyword=\S+", (project / "CMakeLists.txt").read_text(encoding="utf-8"))
    sources = sorted(str(path) for path in (project / "src").rglob("*.c"))
    with tempfile.TemporaryDirectory() as folder:
        pot = pathlib.Path(folder) / "all.pot"
        made = subprocess.run(["xgettext", "--from-code=UTF-8", "--language=C", *keywords, f"--output={pot}", *sources],
                              capture_output=True, text=True)
        if made.returncode or "warning" in made.stderr:
            sys.exit(f"xgettext complains: {made.stderr}")
        return pot.read_text(encoding="utf-8")


if __name__ == "__main__":
    said, count = translated(collected(pathlib.Path(sys.argv[1])))
    if count < 100:
        sys.exit(f"only {count} marked texts")
    pathlib.Path(sys.argv[2]).write_text(said, encoding="utf-8")
