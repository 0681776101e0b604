#!/usr/bin/env python3
"""No sentence is glued from pieces: a translator gets whole ones (base/i18n.h). What is looked for is what gluing looks like.

usage: sentences.py PROJECT | sentences.py --self-test
"""
import pathlib
import re
import sys

LITERAL = r'"(?:\\.|[^"\\])*"'
MARKED = re.compile(rf'(?<!\w)(?:N?_|P_|C_)\(\s*((?:{LITERAL}[\s,]*)+)')
DIRECTIVE = r"%(?:\d+\$)?[-+#0]*(?:\*|\d+)?(?:\.(?:\*|\d+))?(?:hh|h|ll|l|z|j|t)?[diouxXeEfgGcs]"
WORD_AFTER = re.compile(rf"{DIRECTIVE}[a-zA-Z]")
WORD_BEFORE = re.compile(rf"[a-z]{DIRECTIVE}")
LIST_IN_SENTENCE = re.compile(r"\b(?:one of|(?:models|masks|tasks|names) are|; it has|\? It has) %s\b")
SENTENCE_GOES_ON = re.compile(r"%s(?:\. [A-Z]|; (?:it|they|the|this|nothing|did)\b)")
SIDE_BY_SIDE = re.compile(rf"{DIRECTIVE}{DIRECTIVE}")

def texts_of(arguments):
    """The texts of one mark: literals side by side are one; a comma begins the next."""
    text, last = "", None
    for literal in re.finditer(rf"{LITERAL}|,", arguments):
        if literal.group() == ",":
            yield text
            text = ""
        else:
            text += literal.group()[1:-1]
    if text:
        yield text


def complaints(code):
    code = re.sub(r"/\*.*?\*/", lambda comment: re.sub(r"[^\n]", " ", comment.group()), code, flags=re.S)
    for mark in MARKED.finditer(code):
        line = code.count("\n", 0, mark.start()) + 1
        for text in texts_of(mark.group(1)):
            bare = text.replace("\\n", "\n").replace("%%", "%")
            if re.match(r"[ ,;.)]", bare.lstrip("\n")) and not re.match(r"\n? *- ", bare):
                yield line, text, "begins in the middle of a sentence"
            elif re.search(r"[ (]$", bare):
                yield line, text, "ends in the middle of a sentence"
            elif LIST_IN_SENTENCE.search(bare) or SENTENCE_GOES_ON.match(bare):
                yield line, text, "goes on with a list or a sentence: let a list stand behind a colon"
            elif SIDE_BY_SIDE.search(bare):
                yield line, text, "has pieces side by side"
            elif WORD_AFTER.search(bare) or WORD_BEFORE.search(bare):
                yield line, text, "has a word with a piece at its end"
    for glue, why in ((r'\?\s*"(?:s|es|ies|y)"\s*:|:\s*"(?:s|es|ies)"', "an English plural"),
                      (r'==\s*1\s*\?\s*(?:N?_)\("', "counts in English: use P_"),
                      (r'strbuf_add\([^;]*?str_from\(_\("[^"]*(?:[a-z,] )"', "a piece of a sentence")):
        for found in re.finditer(glue, code):
            yield code.count("\n", 0, found.start()) + 1, found.group(), why


def self_test():
    wrong = ['x = _(" and more");', 'x = _("the sum of ");', 'f(_("%d token%s"), n, n == 1 ? "" : "s");', 'f(_("no file%s%s"), a, b);',
             'x = count == 1 ? _("one") : _("many");', 'P_("%d box", " of %d boxes", n)', 'C_("a place", "place, ")', 'N_("%sis wrong")',
             '_("%s; nothing is shown")', '_("%s; the numbers go from 1 to %d")',
             '_("%s. It is one of %s")', '_("%s; it has %s")', '_("the models are %s")', '_("with one of %s")', '_("%s. Take another")']
    right = ['x = _("and more");', 'f(_("%d of %s"), n, s);', 'P_("%d box", "%d boxes", n)', 'C_("a place", "row")', '/* _(" no") */',
             'f("%s%s", a, b);', 'N_("two "\n"parts")', 'f(_("%.0f %%"), x);', 'f(_("%g %% of each"), x);', 'f(_("L%d"), n);',
             '_("it is one of: %s")', '_("the models are: %s")']
    missed = [code for code in wrong if not list(complaints(code))] + [code for code in right if list(complaints(code))]
    print("\n".join(f"not judged rightly: {code}" for code in missed) or "what is planted is found")
    return 1 if missed else 0


def main(root):
    problems = []
    for path in sorted((root / "src").rglob("*.[ch]")):
        name = path.relative_to(root).as_posix()
        for line, text, why in complaints(path.read_text(encoding="utf-8")):
            problems.append(f"{name}:{line}: “{text}” {why}")
    print("\n".join(problems) or "every marked text is whole")
    return 1 if problems else 0


sys.exit(self_test() if sys.argv[1] == "--self-test" else main(pathlib.Path(sys.argv[1])))
