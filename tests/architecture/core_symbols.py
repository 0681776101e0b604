#!/usr/bin/env python3
"""The core library needs nothing but maths, BLAS, memory moves and processor dispatch.

usage: core_symbols.py LIBCORE.a
"""
import re
import subprocess
import sys

ALLOWED = re.compile(
    r"^(cblas_\w+|openblas_set_num_threads|__assert_fail|__cpu_\w+|__cpu_indicator_init|_GLOBAL_OFFSET_TABLE_|"
    r"mem(cpy|set|move)|__mem\w+_chk|__stack_chk_fail|"
    r"(a?(sin|cos|tan)h?|exp2?|expm1|log(2|10|1p)?|pow|sqrt|erf|f(abs|max|min|ma|mod)|floor|ceil|l?l?r(int|ound)|ldexp|copysign|sincos|nearbyint|trunc)f?|"
    r"__(a|ub|l)san_\w+|__ubsan_\w+|__asan_\w+)$")

lines = subprocess.run(["nm", "-u", sys.argv[1]], capture_output=True, text=True, check=True).stdout.splitlines()
undefined = {line.split()[-1] for line in lines if line.strip().startswith("U ")}
defined = subprocess.run(["nm", "--defined-only", sys.argv[1]], capture_output=True, text=True, check=True).stdout
undefined -= {line.split()[-1] for line in defined.splitlines() if len(line.split()) == 3}
foreign = sorted(name for name in undefined if not ALLOWED.match(name))
print("\n".join(f"core needs {name}" for name in foreign) or f"{len(undefined)} symbols, all allowed")
sys.exit(1 if foreign or not undefined else 0)
