#!/usr/bin/env python3
"""docs/bad-inputs.md tells the truth: every test it names exists, every line names one, and every case here is named.

usage: table.py PROJECT
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
tests = root / "tests"
text = (root / "docs" / "bad-inputs.md").read_text(encoding="utf-8")
problems, named = [], set()
for number, line in enumerate(text.splitlines(), 1):
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    if not line.startswith("|") or cells[0] in ("fault", "---"):
        continue
    if len(cells) != 3:
        problems.append(f"line {number}: {len(cells)} cells, not 3")
        continue
    found = re.findall(r"`([\w./]+): ([^`]+)`", cells[2])
    if not found:
        problems.append(f"line {number}: no test")
    for path, names in found:
        source = tests / path
        content = source.read_text(encoding="utf-8") if source.is_file() else ""
        for name in names.split(", "):
            named.add((path, name))
            if f"{name}(" not in content and f'"{name}"' not in content:
                problems.append(f"line {number}: tests/{path} has no {name}")
for source in sorted((tests / "bad_inputs").glob("*.py")):
    for case in re.findall(r"^def ([a-z]\w*)\(program, at\)", source.read_text(encoding="utf-8"), flags=re.M):
        if (f"bad_inputs/{source.name}", case) not in named:
            problems.append(f"{source.name}: {case} is not in the table")
print("\n".join(problems) or f"{len(named)} tests are named")
sys.exit(1 if problems or len(named) < 100 else 0)
