#!/usr/bin/env python3
"""A stage is one row and one room: identifiers of stages (STAGE_SCALED …) and of the parts between scores and weights that
belong to one stage by pair appear only where a stage lives, and every stage of STAGE_LIST has its row and its room.

usage: stages.py PROJECT | stages.py --self-test PROJECT
"""
import pathlib
import re
import sys

# Where stages live: the table of rows, the rooms, and the arithmetic of a pass.
HOMES = ("src/trace/", "src/scene/stages/", "src/model/forward/")
# Files elsewhere that may name a stage, each with the reason. None has one today.
EXCEPTIONS = {}
# Parts of which only their stage knows more than the table of parts says: those by pair, and BIAS, a summand of one. WEIGHTS
# is no such part: arcs, heat and thresholds are about the weights.
MORE_PARTS, OTHER_PARTS = {"BIAS"}, {"WEIGHTS"}
# What another file says of one of these parts, with the reason.
PART_EXCEPTIONS = {
    "src/session/commands/mask.c": "m goes to the stage that shows the mask",
    "src/scene/figure_view.c": "the overview's figure is named after the first part by pair",
    "src/scene/overview/flows.c": "lines of Q and K are drawn where they meet",
}
LIST, PARTS, ROOM = "src/trace/stages.h", "src/trace/parts.c", "src/scene/stages/{}.c"
bare = lambda text: re.sub(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\])*\"", "", text, flags=re.S)


def stages_of(files):
    """Identifier and name of each stage, in order."""
    macro = re.search(r"#define STAGE_LIST\(STAGE\)(.*?)\n\n", files[LIST], flags=re.S)
    return re.findall(r"STAGE\((\w+), (\w+)\)", macro[1]) if macro else []


def parts_of(files):
    """The parts that belong to one stage."""
    pairs = re.search(r"trace_pair_parts\[\] = \{(.*?)\};", files[PARTS], flags=re.S)
    names = set(re.findall(r"\bTRACE_(\w+)", pairs[1])) if pairs else set()
    return sorted((names | MORE_PARTS) - OTHER_PARTS) if OTHER_PARTS < names else []


def check(files):
    stages, parts, wrong = stages_of(files), parts_of(files), []
    if len(stages) < 10:
        return [f"{LIST}: STAGE_LIST was not understood"]
    if len(parts) < 4:
        return [f"{PARTS}: trace_pair_parts was not understood"]
    names_a_stage = re.compile(r"\bSTAGE_(?:%s)\b" % "|".join(id for id, _ in stages))
    names_a_part = re.compile(r"\bTRACE_(?:%s)\b" % "|".join(parts))
    for path, text in sorted(files.items()):
        if path.startswith(HOMES):
            continue
        code = bare(text)
        for found in sorted(set(names_a_stage.findall(code))):
            if path not in EXCEPTIONS:
                wrong.append(f"{path}: names {found}; ask stage_info, stage_of_part or stage_views")
        for found in sorted(set(names_a_part.findall(code))):
            if path not in PART_EXCEPTIONS:
                wrong.append(f"{path}: names {found}; ask trace_part_info, trace_pair_parts_of or a PairStage")
    rows = dict(re.findall(r"^    \[STAGE_(\w+)\] = \{(.*?)(?=^    \[STAGE_|^\};)", files["src/trace/stages.c"], flags=re.M | re.S))
    named = [(id, name[1]) for id, row in rows.items() if (name := re.match(r'\.name = "(\w+)"', row))]
    if sorted(named) != sorted(stages):
        wrong.append(f"src/trace/stages.c: the rows are {named}, the stages {stages}")
    for id, name in stages:
        room = files.get(ROOM.format(name), "")
        last = re.findall(r"^(?:static )?const \w+ (\w+)(?:\[\])? = \{", room, flags=re.M)[-1:]
        ends = re.search(r"^const StageView stage_%s_view = \{[^;]*\};\s*\Z" % name, room, flags=re.M)
        if last != [f"stage_{name}_view"] or not ends:
            wrong.append(f"{ROOM.format(name)}: the room of STAGE_{id} does not end in stage_{name}_view")
        is_by_pair = ".by_pair = true" in rows.get(id, "") and ".by_tile = true" not in rows.get(id, "")
        if is_by_pair != bool(re.search(r"\bPairStage pair = \{", room)):
            wrong.append(f"{ROOM.format(name)}: a stage has a PairStage exactly if its row says by_pair, and not by_tile")
    for path, text in sorted(files.items()):
        for name in re.findall(r"^const StageView stage_(\w+)_view = ", text, flags=re.M):
            if path != ROOM.format(name) or name not in dict((n, i) for i, n in stages):
                wrong.append(f"{path}: stage_{name}_view is no stage of STAGE_LIST, or not in its room")
    for path in list(EXCEPTIONS) + list(PART_EXCEPTIONS):
        pattern = names_a_stage if path in EXCEPTIONS else names_a_part
        if not pattern.search(bare(files.get(path, ""))):
            wrong.append(f"{path}: is listed as an exception and needs none")
    return wrong


def read(root):
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in sorted((root / "src").rglob("*.[ch]"))}


def self_test(root):
    files = read(root)
    planted = {
        "a stage named by the frame": lambda f: f.update({"src/scene/scene.c": f["src/scene/scene.c"] + "\nint x = STAGE_OUTPUT;\n"}),
        "a stage named by the session": lambda f: f.update({"src/session/steps.c": "bool f(int s) { return s == STAGE_MASKED; }\n"}),
        "a part of one stage named by the overview": lambda f: f.update({"src/scene/overview/plan.c": "int p = TRACE_SCALED;\n"}),
        "the newest part by pair named by the export": lambda f: f.update({"src/export/plan_files.c": f["src/export/plan_files.c"] + "\nint p = TRACE_BIASED;\n"}),
        "a summand of a part by pair named by the session": lambda f: f.update({"src/session/session.c": f["src/session/session.c"] + "\nint p = TRACE_BIAS;\n"}),
        "a list of parts by pair under another name": lambda f: f.update({PARTS: f[PARTS].replace("trace_pair_parts[] =", "trace_parts_by_pair[] =")}),
        "a line of the list and a row without a room": lambda f: f.update({
            LIST: f[LIST].replace("STAGE(MASKED, masked)", "STAGE(SHIFTED, shifted) STAGE(MASKED, masked)"),
            "src/trace/stages.c": f["src/trace/stages.c"].replace("    [STAGE_MASKED] = {", '    [STAGE_SHIFTED] = {.name = "shifted"},\n    [STAGE_MASKED] = {')}),
        "a room that is gone": lambda f: f.pop("src/scene/stages/output.c"),
        "a room that ends in something else": lambda f: f.update({"src/scene/stages/qkv.c": f["src/scene/stages/qkv.c"] + "\nint after(void) { return 1; }\n"}),
        "a row that is gone": lambda f: f.update({"src/trace/stages.c": f["src/trace/stages.c"].replace("[STAGE_EMBED] = {", "[1] = {")}),
        "a room without a row": lambda f: f.update({"src/scene/stages/other.c": "const StageView stage_other_view = {0};\n"}),
        "a stage by pair without its data": lambda f: f.update({"src/scene/stages/scaled.c": f["src/scene/stages/scaled.c"].replace("PairStage pair", "PairStage data")}),
    }
    wrong = [f"the project itself: {problem}" for problem in check(files)]
    for what, plant in planted.items():
        copy = dict(files)
        plant(copy)
        if copy == files or not check(copy):
            wrong.append(f"not found: {what}")
    harmless = dict(files, **{"src/scene/scene.c": files["src/scene/scene.c"] + '\n/* STAGE_OUTPUT */ const char *s = "STAGE_OUTPUT";\n'})
    if check(harmless):
        wrong.append("a comment or a text was taken for code")
    return wrong


if __name__ == "__main__":
    arguments = sys.argv[1:]
    root = pathlib.Path(arguments[-1])
    problems = self_test(root) if arguments[0] == "--self-test" else check(read(root))
    print("\n".join(problems) or "every stage is one row and one room")
    sys.exit(1 if problems else 0)
