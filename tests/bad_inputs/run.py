#!/usr/bin/env python3
"""What is bad is answered in a sentence: the real program against broken files, faults and limits.

usage: run.py HEADSUP GROUP [--sanitized] [--failing-disk=LIBRARY] [--only=PART] [--but=PART]      (GROUP: a file of this folder with cases)
A case is a function of (program, at): at is an empty folder of its own. docs/bad-inputs.md says which case proves what.
"""
import importlib
import os
import shutil
import sys
import tempfile
import traceback

from program import Program, Wrong


def left_behind(folder):
    """What is in the folder, and how long it is: a refused input changes nothing."""
    found = {}
    for root, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.join(root, name)
            info = os.lstat(path)
            found[os.path.relpath(path, folder)] = (info.st_size if name in files else 0, oct(info.st_mode))
    return found


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    only, but = (next((word.split("=", 1)[1] for word in sys.argv if word.startswith(option)), None) for option in ("--only=", "--but="))
    program = Program(words[0], "--sanitized" in sys.argv)
    program.failing_disk = next((word.split("=", 1)[1] for word in sys.argv if word.startswith("--failing-disk=")), None)
    group = importlib.import_module(words[1])
    cases = [value for name, value in vars(group).items()
             if callable(value) and getattr(value, "__module__", "") == group.__name__ and not name.startswith("_")]
    failures = ran = 0
    for case in cases:
        if (only and only not in case.__name__) or (but and but in case.__name__):
            continue
        ran += 1
        at = tempfile.mkdtemp(prefix="headsup-bad-")
        program.home = at
        try:
            case(program, at)
            print(f"ok      {case.__name__}")
        except Wrong as wrong:
            failures += 1
            print(f"FAILED  {case.__name__}: {wrong}")
        except Exception:
            failures += 1
            print(f"FAILED  {case.__name__}: the case itself broke\n{traceback.format_exc()}")
        finally:
            shutil.rmtree(at, ignore_errors=True)
    print(f"{ran - failures} of {ran} cases hold")
    sys.exit(1 if failures or not ran else 0)


main()
