#!/usr/bin/env python3
"""Every #include "folder/file.h" and every third-party header against the table of docs/architecture.md.

usage: includes.py [--self-test] PROJECT
With --self-test it plants violations in a copy of a file's text and expects each to be found.
"""
import pathlib
import re
import sys

# folder: (folders or single headers it may include, third-party headers by prefix)
MAY = {
    "base": ((), ("libintl.h",)),
    "assets": (("base/",), ()),
    "files": (("base/",), ("jansson.h", "zip.h")),
    "core": (("base/",), ("cblas.h",)),
    "text": (("base/",), ("utf8proc.h", "pcre2.h")),
    "trace": (("base/", "files/", "core/"), ("jansson.h",)),
    "lesson": (("base/", "core/matrix.h", "trace/trace.h", "trace/workings/lookup.h", "trace/workings/experiments.h", "trace/workings/rotated.h"), ()),
    "model": (("base/", "assets/", "files/", "core/", "text/", "trace/"), ("jansson.h",)),
    "train": (("base/", "assets/", "files/", "core/", "text/", "trace/", "model/"), ()),
    "scene": (("base/", "core/mask_view.h", "core/matrix.h", "core/sampling.h", "trace/trace.h", "trace/head_order.h", "trace/kind_parts.h", "trace/mask_name.h", "trace/mistakes.h", "trace/trace_mistake.h", "trace/stages.h", "trace/workings/workings.h", "trace/workings/blend.h", "trace/workings/block.h", "trace/workings/cell_facts.h", "trace/workings/joined.h", "trace/workings/features.h", "trace/workings/mixture.h", "trace/workings/rotated.h", "trace/workings/sheet.h", "trace/workings/tiles.h", "trace/workings/answer.h", "trace/workings/cache_step.h", "trace/workings/cost.h", "trace/workings/lengths.h", "trace/workings/experiments.h", "trace/workings/together.h", "trace/workings/layer_answers.h", "trace/workings/saturation.h", "trace/workings/lookup.h", "trace/workings/memory_layout.h", "trace/workings/board_table.h",
              "trace/workings/first_picture.h", "trace/workings/moved.h", "trace/workings/exact.h", "trace/workings/evidence.h", "trace/workings/order.h", "trace/workings/head_differences.h", "trace/workings/beside.h",
              "text/character.h", "text/quoted.h", "text/utf8.h"), ()),
    "ui": (("base/", "scene/", "text/utf8.h"), ()),
    "session": (("base/", "assets/", "files/", "text/", "model/", "trace/", "train/", "lesson/", "core/sampling.h", "scene/view.h", "scene/view_kinds.h", "scene/palette.h"), ("jansson.h",)),
    "font": (("base/", "scene/text_metrics.h", "scene/draw_list.h"),
             ("SDL", "ft2build.h", "freetype/", "FT_", "hb", "fontconfig/", "utf8proc.h")),
    "render/count": (("base/", "scene/"), ()),
    "render/svg": (("base/", "scene/", "font/", "render/cairo/png.h"), ()),
    "render/cairo": (("base/", "scene/", "font/"), ("cairo", "ft2build.h", "freetype/", "hb", "png.h")),
    "render/moving": (("base/", "scene/export_look.h", "render/cairo/png.h"), ("gif_lib.h", "webp/")),
    "render/gl": (("base/", "scene/", "font/"), ("epoxy/",)),
    "screen": (("base/", "text/", "model/", "trace/", "lesson/", "scene/", "ui/", "session/"), ()),
    "export": (("base/", "assets/", "lesson/", "trace/", "scene/", "session/", "screen/", "font/", "render/cairo/", "render/svg/", "render/moving/"), ("zlib.h",)),
    "app": (("base/", "assets/", "lesson/", "scene/", "session/", "screen/", "export/", "font/", "render/"), ("SDL",)),
    "cli": (("base/", "assets/", "files/", "core/", "text/", "model/", "trace/", "train/", "lesson/", "scene/", "ui/", "session/", "screen/", "export/", "font/",
             "render/count/", "render/svg/", "render/cairo/", "render/moving/"), ()),
    "measure": (("base/", "core/", "model/", "train/", "session/", "export/", "render/moving/", "app/", "cli/"), ()),
    "manual": (("base/", "model/", "trace/", "train/", "scene/", "session/", "cli/"), ()),
    "main": (("base/", "app/", "cli/", "measure/"), ()),
}
TRACE_BUILD = ("model", "trace", "train")
STANDARD = re.compile(r"^(assert|complex|ctype|errno|fenv|float|inttypes|limits|locale|math|setjmp|signal|stdalign|"
                      r"stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib|string|strings|time|wchar|wctype)\.h$")
# POSIX and platform headers, by folder.
SYSTEM = {
    "base": re.compile(r"^(sys/|unistd|fcntl|dirent|pwd|pthread|sched|poll|linux/|immintrin|spawn|signal|libgen|malloc)"),
    "core": re.compile(r"^(immintrin)"),
    "cli": re.compile(r"^(unistd|getopt)"),
    "app": re.compile(r"^(unistd|pthread)"),
    "measure": re.compile(r"^(sys/|unistd|fcntl|poll|spawn)"),
}


def bare(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)


def folder_of(path):
    parts = path.parts
    if len(parts) == 1:
        return "main"
    return "/".join(parts[:2]) if parts[0] == "render" else parts[0]


def wrong_includes(path, text):
    folder = folder_of(path)
    own, third = MAY[folder]
    found = []
    for kind, name in re.findall(r'^\s*#\s*include\s*(["<])([^">]+)[">]', bare(text), flags=re.M):
        if kind == '"':
            allowed = name.startswith(folder + "/") or any(name == a or (a.endswith("/") and name.startswith(a)) for a in own)
            if name == "trace/trace_build.h":
                allowed = folder in TRACE_BUILD
        else:
            system = SYSTEM.get(folder)
            allowed = STANDARD.match(name) or any(name.startswith(t) for t in third) or (system and system.match(name))
        if not allowed:
            found.append(f"{path}: {folder} may not include {name}")
    return found


def check(root):
    source = root / "src"
    wrong = []
    for path in sorted(source.rglob("*.[ch]")):
        wrong += wrong_includes(path.relative_to(source), path.read_text(encoding="utf-8"))
    for path in sorted((source / "core").glob("*.c")):
        if path.name != "linear.c" and "cblas.h" in bare(path.read_text(encoding="utf-8")):
            wrong.append(f"{path.name}: only linear.c calls BLAS")
    return wrong


def self_test():
    planted = {
        "core/softmax.c": "#include <SDL.h>",
        "scene/heads/heads.c": '#include "trace/trace_build.h"',
        "ui/rail.c": '#include "trace/trace.h"',
        "scene/stages/stage.c": '#include "assets/assets.h"',
        "model/model.c": '#include "train/task/task.h"',
        "render/svg/svg.c": '#include "render/gl/gl.h"',
        "session/session.c": '#include "core/attention.h"',
        "cli/cli.c": '#include "app/app.h"',
        "cli/cmd_list.c": '#include "measure/bench.h"',
        "app/app.c": '#include "measure/window_figures.h"',
        "trace/trace.c": "#include <GL/gl.h>",
        "trace/recording/recording.c": "#include <zip.h>",
        "files/arrays.c": '#include "model/checkpoint/config.h"',
    }
    missed = [f"{path} {line}" for path, line in planted.items() if not wrong_includes(pathlib.PurePath(path), line + "\n")]
    if wrong_includes(pathlib.PurePath("core/softmax.c"), "/* #include <SDL.h> */\n"):
        missed.append("a comment was taken for an include")
    return [f"not found: {m}" for m in missed]


if __name__ == "__main__":
    arguments = sys.argv[1:]
    problems = self_test() if arguments[0] == "--self-test" else check(pathlib.Path(arguments[-1]))
    print("\n".join(problems) or "every include keeps the rule")
    sys.exit(1 if problems else 0)
