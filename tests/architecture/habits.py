#!/usr/bin/env python3
"""Safety rules of the code that a script can see: one file allocates memory, no file has a mutable global, no .c file
declares extern, only main exits, numbers use no float function whose result depends on the processor, a clamp, a lerp and
the smaller of two numbers are written in base/number.h alone and the head of a text in base/str.h, also against a constant,
and lines have at most 100 columns. The length of a function or a file is no rule.

usage: habits.py PROJECT
"""
import pathlib
import re
import sys

# What a test lets fail, the counter that tells two objects at one address apart, and the instruction set in use.
MAY_CHANGE = {"src/base/arena.c": {"allocations_until_failure"}, "src/base/serial.c": {"last_serial"},
              "src/core/processor.c": {"processor_level_in_use"}}
# The C library's functions of float round otherwise with FMA; those of double, rounded once, in practice do not.
OF_FLOAT = re.compile(r"\b(exp2?|expm1|log(?:2|10|1p)?|pow|a?(?:sin|cos|tan)h?|atan2|sincos|erfc?|[lt]gamma|cbrt)f\s*\(")
# A function of numbers that only compares them, or goes from one to another: base/number.h has it.
OF_NUMBERS = re.compile(r"^(?:static )?(?:inline )?(?:int|long|size_t|float|double) (\w+)\(((?:(?:int|long|size_t|float|double) \w+(?:, )?)+)\)"
                        r" \{\s*return ([^;]*);\s*\}", flags=re.M)
# The same of one parameter against a constant, and the head of a text in bytes.
OF_ONE = re.compile(r"^(?:static )?(?:inline )?(?:int|size_t) (\w+)\((int|Str) (\w+)\) \{\s*return (?:\(\w+\))?\(?(\3(?:\.bytes)?|[A-Z_\d]+) [<>]=? (\3(?:\.bytes)?|[A-Z_\d]+)"
                    r" \? (?:\(\w+\))?(?:\4|\5) : (?:\(\w+\))?(?:\4|\5)\)?;\s*\}", flags=re.M)
LERP = re.compile(r"(\w+) \+ \((\w+) - \1\) \* \w+")
ONLY_ON_SCREEN = ("src/render/gl/", "src/app/")

root = pathlib.Path(sys.argv[1])
bare = lambda text: re.sub(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\])*\"", "", text, flags=re.S)
problems = []
for path in sorted((root / "src").rglob("*.[ch]")):
    name, text = path.relative_to(root), path.read_text(encoding="utf-8")
    lines = text.splitlines()
    long = [i + 1 for i, line in enumerate(lines) if len(line) > 100]
    if long:
        problems.append(f"{name}:{long[0]}: longer than 100 characters")
    code = bare(text)
    if name.as_posix() != "src/base/arena.c" and re.search(r"\b(malloc|calloc|realloc|strdup|asprintf)\s*\(", code):
        problems.append(f"{name}: only src/base/arena.c asks for memory")
    if re.search(r"^\s*extern\b(?! \"C\")", code, flags=re.M) and path.suffix == ".c":
        problems.append(f"{name}: extern in a .c file")
    if not name.as_posix().startswith(ONLY_ON_SCREEN) and OF_FLOAT.search(code):
        problems.append(f"{name}: {OF_FLOAT.search(code).group(0)}…) gives other bits on other processors; use the one of double")
    for changing in re.findall(r"^(?=\w)(?!typedef|extern|(?:struct|union|enum) \w+;)(?!.*\bconst\b)(?:static )?[\w ]+?[ *](\w+)(?:\[[^\]]*\])*(?: =.*|;)$", code, flags=re.M):
        if changing not in MAY_CHANGE.get(name.as_posix(), ()):
            problems.append(f"{name}: {changing} is no constant")
    for function, parameters, value in OF_NUMBERS.findall(code):
        own = set(re.findall(r"(\w+)(?:,|$)", parameters)) | {"fmin", "fmax", "fminf", "fmaxf"}
        compares = re.search(r"\bf(min|max)f?\(|\?", value) and not re.search(r"[-+*/]|==|&&|\|\|", value)
        compares = compares and set(re.findall(r"\b[A-Za-z_]\w*", value)) <= own
        if parameters.count(",") > 0 and (compares or LERP.fullmatch(value)) and name.as_posix() != "src/base/number.h":
            problems.append(f"{name}: {function} compares or joins numbers as base/number.h does")
    for function, kind, *_ in OF_ONE.findall(code):
        problems.append(f"{name}: {function} is {'str_head' if kind == 'Str' else 'int_min or int_max'} of one parameter")
    if name.as_posix() != "src/main.c" and re.search(r"\b_?exit\s*\(", code) and "fork" not in code:
        problems.append(f"{name}: exit outside main")
print("\n".join(problems) or "the habits hold")
sys.exit(1 if problems else 0)
