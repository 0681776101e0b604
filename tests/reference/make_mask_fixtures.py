#!/usr/bin/python3
"""Makes mask_fixtures.json: which keys masks of joined parts leave visible, cell by cell.

A mask is written as the program's files write it. Each cell is decided by the definition of its parts
alone, in whole numbers.
usage: make_mask_fixtures.py > mask_fixtures.json
"""
import json

ALL = (1 << 64) - 1


def mix(z):
    """The last step of splitmix64 (Steele, Lea and Flood 2014)."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & ALL
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & ALL
    return z ^ (z >> 31)


def drawn(count, seed, place, candidates):
    """Algorithm R over the candidates, in order."""
    of_place = mix(mix(seed + 1) + place + 1 & ALL)
    chosen = []
    for index, key in enumerate(candidates):
        seat = index if index < count else mix(of_place + index + 1 & ALL) % (index + 1)
        if index < count:
            chosen.append(key)
        elif seat < count:
            chosen[seat] = key
    return set(chosen)


def visible(parts, p, j, key_count):
    def ordered(s):
        return (("causal" not in parts or s <= p)
                and ("prefix" not in parts or s <= p or s < parts["prefix"][0]))
    local = []
    for name, numbers in parts.items():
        if name == "window":
            local.append(abs(p - j) <= numbers[0])
        if name == "dilated":
            local.append(any(j - p == k * numbers[1] for k in range(-numbers[0], numbers[0] + 1)))
        if name == "blocks":
            local.append(p // numbers[0] == j // numbers[0])
        if name == "global":
            local.append(p + 1 in numbers or j + 1 in numbers)
        if name == "random":
            keys = [s for s in range(key_count) if ordered(s)]
            local.append(j in drawn(numbers[0], (numbers + [0])[1], p, keys))
    padded = "padding" in parts and j >= key_count - parts["padding"][0]
    return (any(local) or not local) and ordered(j) and not padded


def parts_of(text):
    parts = {}
    for word in text.split():
        name, _, rest = word.partition(":")
        numbers = rest.replace("seed:", "").replace(":", ",")
        parts[name] = [int(n) for n in numbers.split(",") if n]
    return {} if text == "none" else parts


TEXTS = """none
causal
prefix:0
prefix:3
window:0
window:2
dilated:0:2
dilated:2:3
dilated:9:1
blocks:1
blocks:3
global:1
global:2,5
global:7,40
random:0
random:2
random:2:seed:7
random:40
padding:0
padding:2
padding:40
causal window:3
causal window:3 global:1 padding:2
window:1 global:1 random:1:seed:3
causal dilated:2:2 blocks:2
prefix:3 window:1
prefix:4 random:1:seed:9
causal random:2:seed:5
causal global:4 random:1 padding:1
window:1 dilated:3:2 blocks:4 global:6 random:1:seed:11 padding:1
prefix:2 dilated:1:4 blocks:3 global:3,9 random:2:seed:999999999""".splitlines()
# Rows, columns, and the place of row 0.
SHAPES = [(9, 9, 0), (3, 9, 6), (3, 7, 0), (7, 4, 0), (1, 1, 0)]


def main():
    cases = []
    for text in TEXTS:
        for rows, cols, first in SHAPES:
            cells = ["".join("01"[visible(parts_of(text), first + i, j, cols)] for j in range(cols))
                     for i in range(rows)]
            cases.append({"mask": text, "first": first, "visible": cells})
    print("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]")


main()
