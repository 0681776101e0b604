#!/usr/bin/env python3
"""Habits of the code that a script can see: one file allocates, no mutable globals are shared, lines and files stay short.

usage: habits.py PROJECT
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
bare = lambda text: re.sub(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\])*\"", "", text, flags=re.S)
problems = []
for path in sorted((root / "src").rglob("*.[ch]")):
    name, text = path.relative_to(root), path.read_text(encoding="utf-8")
    lines = text.splitlines()
    if path.suffix == ".c" and len(lines) > 500:
        problems.append(f"{name}: {len(lines)} lines, at most 500")
    if path.suffix == ".h" and len(lines) > 200:
        problems.append(f"{name}: {len(lines)} lines, at most 200")
    long = [i + 1 for i, line in enumerate(lines) if len(line) > 100]
    if long:
        problems.append(f"{name}:{long[0]}: longer than 100 characters")
    code = bare(text)
    if name.as_posix() != "src/base/arena.c" and re.search(r"\b(malloc|calloc|realloc|strdup|asprintf)\s*\(", code):
        problems.append(f"{name}: only src/base/arena.c asks for memory")
    if re.search(r"^\s*extern\b(?! \"C\")", code, flags=re.M) and path.suffix == ".c":
        problems.append(f"{name}: extern in a .c file")
    if name.as_posix() != "src/main.c" and re.search(r"\b_?exit\s*\(", code) and "fork" not in code:
        problems.append(f"{name}: exit outside main")
print("\n".join(problems) or "the habits hold")
sys.exit(1 if problems else 0)
