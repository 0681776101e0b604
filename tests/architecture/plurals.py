#!/usr/bin/env python3
"""What is counted goes through P_, and one number governs each sentence (base/i18n.h): a language may have one form or six.

A counted noun is an integer (%d, %zu, %lld …) with a plural at most two words behind it ("%d hidden units"), an integer with a verb in the plural
("%d more are left out"), or any directive with a noun that some P_ of the sources counts ("%s tokens"). None may stand in _(), N_() or C_(), nor in
the first form of a P_; the second form has one.

usage: plurals.py PROJECT | plurals.py --self-test
"""
import pathlib
import re
import sys

LITERAL = r'"(?:\\.|[^"\\])*"'
LITERALS = rf'{LITERAL}(?:\s*{LITERAL})*'
SINGLE = re.compile(rf'(?<!\w)N?_\(\s*({LITERALS})\s*\)')
WITH_CONTEXT = re.compile(rf'(?<!\w)C_\(\s*{LITERALS}\s*,\s*({LITERALS})\s*\)')
PLURAL = re.compile(rf'(?<!\w)P_\(\s*({LITERALS})\s*,\s*({LITERALS})\s*,')
FLAGS = r"%(?:\d+\$)?[-+#0]*(?:\*|\d+)?(?:\.(?:\*|\d+))?"
INTEGER = rf"{FLAGS}(?:hh|h|ll|l|z|j|t)?[diu]"
ANY = rf"{FLAGS}(?:hh|h|ll|l|z|j|t)?[diouxXeEfgGs]"
# Words that end in s and are no plural, and words behind which a new part of the sentence begins: in "%d of width %d" nothing is counted.
NO_PLURAL = (r"(?:is|was|has|as|its|this|thus|plus|minus|less|across|does|divides|becomes|takes|stands|serves|counts|begins|comes|leads|hands|needs"
             r"|reads|sums)")
BETWEEN = r"(?!(?:is|was|has|as|in|on|of|to|at|by|from|for|with|and|or|but|than|that|which|the|a|an|after|before|must|may|can|cannot|plus|times)\b)"
WORD = r"[a-z][a-z-]*"
COUNTED = re.compile(rf"{INTEGER}(?: {BETWEEN}{WORD}){{0,2}}? (?!{NO_PLURAL}\b)[a-z-]+s\b")
AGREES = re.compile(rf"{INTEGER} (?:more|others|of them|are|were|have|do|stand|come|follow|fit)\b|\bthere (?:are|were) (?:only )?{INTEGER}(?! [a-z])")

# What is no count, and why; each must still be met in the sources.
EXCEPTIONS = {
    rf"{ANY} [×x] {ANY}": "the shape of one matrix or picture: %d × %d scores",
    r"steps(?:/s| a second)": "a unit, and seldom a whole number",
    r"%g times": "a factor",
}


def text_of(literals):
    return "".join(literal[1:-1] for literal in re.findall(LITERAL, literals))


def without_comments(code):
    return re.sub(r"/\*.*?\*/", lambda comment: re.sub(r"[^\n]", " ", comment.group()), code, flags=re.S)


def nouns_counted(code):
    """The plurals of all P_: what one form has and the other has not."""
    nouns = set()
    for mark in PLURAL.finditer(code):
        one, many = (set(re.findall(r"(?<![%\w])[a-z]+", text_of(form))) for form in mark.groups())
        nouns |= {word for word in many - one if word[-1] == "s" and one & {word[:-1], word[:-2], word[:-2] + "is", word[:-3] + "y"}}
    return nouns


def counted(text, nouns):
    """Where the text counts: the places of all directives that a noun or a verb agrees with."""
    known = re.compile(rf"{ANY} (?:{'|'.join(sorted(nouns)) or '(?!)'})\b")
    bare = text.replace("%%", "percent").replace("\\n", "\n")
    for exception in EXCEPTIONS:
        bare = re.sub(exception, "uncounted", bare)
    return sorted({found.start() for rule in (COUNTED, AGREES, known) for found in rule.finditer(bare)})


def complaints(code, nouns):
    code = re.sub(r'" PRI([diu])(?:8|16|32|64|MAX|PTR) "', r'll\1', without_comments(code))
    line = lambda mark: code.count("\n", 0, mark.start()) + 1
    for rule in (SINGLE, WITH_CONTEXT):
        for mark in rule.finditer(code):
            text = text_of(mark.group(1))
            if counted(text, nouns):
                yield line(mark), text, "counts outside P_"
    for mark in PLURAL.finditer(code):
        many = text_of(mark.group(2))
        if len(counted(many, nouns)) > 1:
            yield line(mark), many, "counts two things: say it in two sentences, or as “tokens: %d”"


def self_test():
    known = 'P_("%d token", "%d tokens", n); P_("%d axis", "%d axes", n); P_("%d entry", "%d entries", n); P_("it is %d", "they are %d", n);'
    assert nouns_counted(known) == {"tokens", "axes", "entries"}, nouns_counted(known)
    wrong = ['_("%d tokens")', '_("%lld hidden units awake")', 'N_("all %zu very long rows")', '_("at most %d are allowed")', '_("%s tokens in %s")',
             '_("%d of %d "\n  "heads")', 'C_("a file", "%d entries")', '_("%.*s axes")', '_("left out: %d more")', '_("no file %d; there are %d")', '_("1 to %d files: %s")',
             'P_("%d layer of %d head", "%d layers of %d heads", n)', 'P_("%d byte, not %d", "%d bytes, at most %d are read", n)',
             '_("%1$d words")', '_("%d × %d scores of %d heads")', '_("read %" PRId64 " rows")']
    right = ['P_("%d token", "%d tokens", n)', 'P_("%d of %d token", "%d of %d tokens", n)', '_("head %d of layer %d")', '_("tokens: %d, heads: %d")',
             '_("%d × %d scores")', '_("%.1f steps/s")', '_("%g times the mean")', '_("%s is wrong")', '_("line %d has no end")', '_("id %d is %d")',
             '/* _("%d tokens") */', 'f("%d tokens")', '_("sentences (%d) and words (%d)")', '_("%s takes tokens")', '_("%.0f %% of tokens")']
    found = lambda code: list(complaints(code, {"tokens", "axes", "entries"}))
    missed = [code for code in wrong if not found(code)] + [code for code in right if found(code)]
    print("\n".join(f"not judged rightly: {code}" for code in missed) or "what is planted is found")
    return 1 if missed else 0


def main(root):
    sources = {path.relative_to(root).as_posix(): without_comments(path.read_text(encoding="utf-8")) for path in sorted((root / "src").rglob("*.[ch]"))}
    nouns = set().union(*map(nouns_counted, sources.values()))
    problems = [f"{name}:{line}: “{text}” {why}" for name, code in sources.items() for line, text, why in complaints(code, nouns)]
    marked = [text_of(mark) for code in sources.values() for rule in (SINGLE, WITH_CONTEXT) for mark in rule.findall(code)]
    problems += [f"plurals.py excepts “{what}” ({why}), which no text has" for what, why in EXCEPTIONS.items()
                 if not any(re.search(what, text) for text in marked)]
    if len(nouns) < 20 or len(marked) < 500:
        problems.append(f"only {len(nouns)} nouns are counted in {len(marked)} texts: the sources are not read")
    print("\n".join(problems) or f"all counts go through P_: {len(nouns)} nouns, {len(marked)} texts that count nothing")
    return 1 if problems else 0


sys.exit(self_test() if sys.argv[1] == "--self-test" else main(pathlib.Path(sys.argv[1])))
