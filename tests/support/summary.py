#!/usr/bin/env python3
"""The end of tools/test: the ten tests that took longest, what did not pass, and one line of counts.

usage: summary.py RESULTS…      build/X/….xml as ctest writes it, or lines "passed|failed SECONDS NAME"
Ends with 1 unless every test ran and passed. A test that was skipped, or could not be started, has failed; so has a
build that left no results.
"""
import os
import sys
import xml.etree.ElementTree as ElementTree


def read_junit(path):
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        ran = case.get("status") == "run" and case.find("failure") is None and case.find("skipped") is None
        yield case.get("name"), "passed" if ran else case.get("status"), float(case.get("time") or 0)


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            outcome, seconds, name = line.split(maxsplit=2)
            yield name.strip(), outcome, float(seconds)


tests = []
for path in sys.argv[1:]:
    build = os.path.normpath(path).split(os.sep)[1]
    read = read_junit if path.endswith(".xml") else read_lines
    try:
        tests += [(seconds, build, name, outcome) for name, outcome, seconds in read(path)]
    except (OSError, ValueError, ElementTree.ParseError) as problem:
        tests.append((0, build, path, f"no results: {problem}"))

print("== the ten longest")
for seconds, build, name, _ in sorted(tests, reverse=True)[:10]:
    print(f"{seconds:7.1f} s  {build:8} {name}")
failed = [test for test in tests if test[3] != "passed"]
for _, build, name, outcome in failed:
    print(f"FAILED: {build} {name} ({outcome})")
print(f"{len(tests) - len(failed)} passed, {len(failed)} failed")
sys.exit(1 if failed or not tests else 0)
