"""Rows 29 to 35 and 47: what is typed or piped in, and numbers that commands take. The sentence is safe whatever it holds."""
import os

from made import Checkpoint
from program import Wrong

_TEXTS = {"invalid UTF-8": b"a \xff\xfe\xc3 b", "overlong": b"\xc0\xaf \xe0\x80\xaf", "surrogates": b"\xed\xa0\x80 \xed\xbf\xbf",
          "beyond Unicode": b"\xf4\x90\x80\x80 \xf8\x88\x80\x80\x80", "zero inside": b"a\0b", "mark": b"\xef\xbb\xbfa b",
          "lone combining": "\u0301 a".encode(), "a thousand marks": ("a" + "\u0301" * 1000).encode(), "right to left": "שלום עולם a".encode(),
          "overrides": "\u202ea\u202d b\u2066".encode(), "families": "👩‍👩‍👧‍👦 👍🏽 🇩🇪".encode(), "escape": b"\x1b[2J \x07 \x9b1m",
          "newlines": b"\n" * 500, "carriage returns": b"a\r\nb\rc", "tabs": b"\t\t\t", "unassigned": "\U000e0fff \ufffe \uffff".encode(),
          "tags": ("a" + "\U000e0041" * 200).encode(), "zero width": ("\u200b" * 300).encode(), "markup": b"<b>&amp;</b> ]]> --> ' \" \\",
          "printf": b"%s%n%d %1000000d", "long word": b"x" * 100_000}


def _models(at):
    return ["reader", "hand-made", Checkpoint("gpt2").write(os.path.join(at, "g")), Checkpoint("bert").write(os.path.join(at, "b"))]


def any_bytes_are_a_sentence(program, at):
    for model in _models(at):
        for place, text in enumerate(_TEXTS.values()):
            program.done("trace", "--model", model, "--out", "t.safetensors", "-", stdin=text, warns="")
            if model == "reader":
                program.judged("export", "--model", model, "--out", "x.svg", "--view", "overview", "-", stdin=text, code=(0, 1), peak_mb=250)
            for form in ((), ("--json",)) if not program.sanitized else (() if place % 2 else ("--json",),):
                program.judged("tokens", "--model", model, *form, "-", stdin=text, code=0)


def nothing_to_say(program, at):
    for model in _models(at):
        for text in (b"", b" ", b"\n\n", "\u3000\u00a0\u200b".encode()):
            program.done("trace", "--model", model, "--out", "t.safetensors", "-", stdin=text)
            program.judged("next", "--model", model, "-", stdin=text, code=(0, 1, 2))
            program.judged("export", "--model", model, "--out", "x.png", "-", stdin=text, code=(0, 1))
    program.refused("export", "--out", "y.png", "--", "", says="empty|sentence")
    if os.path.exists(os.path.join(at, "y.png")):
        raise Wrong("an empty picture was written")
    bert = os.path.join(at, "b")
    answer = program.done("tokens", "--model", bert, "-", stdin=b" ")
    if [line.split("\t")[0] for line in answer.out.splitlines()] != ["[CLS]", "[SEP]"]:
        raise Wrong(f"BERT: {answer}")


def more_than_fits(program, at):
    for model, most in zip(_models(at), (1024, 1024, 16, 16)):
        answer = program.done("trace", "--model", model, "--out", "t.safetensors", "-", stdin=b"the cat " * 5000, cpu_s=30, peak_mb=1200,
                              warns="the first .* tokens are used; left out: ")
        if f"the first {most} " not in answer.err:
            raise Wrong(f"not cut to {most}: {answer}")
    special = "[MASK]" * 3000
    program.done("trace", "--model", os.path.join(at, "b"), "--out", "t.safetensors", "-", stdin=special.encode(), warns="left out")
    program.done("tokens", "--model", os.path.join(at, "g"), "-", stdin=b"<|endoftext|>" * 10_000, cpu_s=3, peak_mb=300)
    program.done("tokens", "--model", os.path.join(at, "g"), "-", stdin=b"x" * 900_000, cpu_s=5, peak_mb=600)


def a_sentence_too_large(program, at):
    program.refused("tokens", "--model", Checkpoint().write(os.path.join(at, "g")), "-", stdin=b"x" * (100 << 20), says="larger|bytes", cpu_s=2)
    program.refused("export", "--out", "x.png", "-", stdin=b"x" * (100 << 20), says="larger|bytes", cpu_s=2)
    program.refused("play", "-", "--headless", stdin=b"#" * (100 << 20), says="larger|bytes", cpu_s=2)


def a_row_that_may_see_nothing(program, at):
    model = Checkpoint().write(os.path.join(at, "g"))
    for name in (model, "reader", "hand-made"):
        program.done("export", "--model", name, "--out", "x.csv", "--stage", "weights", "--do", "mask row 1 hide", "the cat sat")
        text = open(os.path.join(at, "x.csv")).read()
        row = text.splitlines()[1].split(",")[1:]
        if "nan" in text.lower() or any(float(cell) != 0 for cell in row):
            raise Wrong(f"{name}: the hidden row is {row}")


def sizes_at_their_ends(program, at):
    for sizes in ({"heads": 1, "width": 1}, {"heads": 8, "width": 8}, {"positions": 1}):
        model = Checkpoint("gpt2", **sizes).write(os.path.join(at, str(sizes)))
        for text in ("a", "the cat sat on"):
            warns = "left out" if sizes.get("positions") == 1 and text != "a" else None
            program.done("trace", "--model", model, "--out", "t.safetensors", text, warns=warns)
            program.done("export", "--model", model, "--out", "x.svg", "--view", "overview", text, warns=warns)


def numbers_that_commands_do_not_take(program, at):
    for option, wrongs in {"--temperature": ("0", "-1", "1e-30", "nan", "inf", "x", "", "1e999"), "--top-k": ("-1", "1.5", "x", "1e10"),
                           "--top-p": ("0", "-1", "1.1", "nan"), "--top": ("0", "-1", "1e9", "1.5", "")}.items():
        for wrong in wrongs:
            program.refused("next", "--model", "writer", option, wrong, "the cat", says=f"{option} takes", code=2)
    for option, wrongs in {"--layer": ("0", "3", "-1", "x", "99999999999"), "--head": ("0", "99"), "--scale": ("0", "5", "nan", "-1"),
                           "--width": ("0mm", "-1mm", "1e9mm", "5", "mm"), "--size": ("0x0", "x", "99999999x99999999", "-1x5", "100"),
                           "--cell": ("0,1", "99,1", "1", "1,2,3", ""), "--range": ("1,0", "nan,1", "x", "1"), "--format": ("exe", "", ","),
                           "--mask": ("padding:-1", "window:x", "padding:99999999999", "nope"), "--font-size": ("0", "-1", "nan", "1e9")}.items():
        for wrong in wrongs:
            program.refused("export", "--out", "x.png", option, wrong, "the", "cat", says="", code=(1, 2))
    if os.path.exists(os.path.join(at, "x.png")):
        raise Wrong("a refused picture was written")
    for line in ("zoom nan", "zoom -1", "speed 0", "seek scores 2", "seek scores nan", "textscale 99", "threshold 0", "threshold 101", "cache 1", "cache 1e9",
                 "layer 0", "cell 0 0", "cell 99999999999 1", "scroll nan nan", "lens 0 0", "range 1 0", "mask 0 0 hide", "undo 5", "timeline -1", "example 0"):
        program.refused("play", "-", "--headless", stdin=line.encode(), says="", code=(1, 2))


def words_of_the_command_line(program, at):
    for words in (["--nope"], ["export", "--out"], ["--model"], ["export", "--out", "x.png", "--stage", "wieghts"], ["chekc", "--help=1"], ["play"],
                  ["play", "a", "b"], ["check"], ["check", "a", "b"], ["export", "--out=", "a"], ["--\x1b[2J"], ["list", "\udcff"], ["bench", "nope"],
                  ["trace", "a"], ["next"], ["train", "copy"], ["export", "a"]):
        program.refused(*words, says="", code=(1, 2))
    name = "bad\udcff\n\x1b[2J.svg"
    program.done("export", "--out", name, "--", "--nope")
    if not os.path.exists(os.path.join(at, name)):
        raise Wrong("a name that is not UTF-8 was not taken by its bytes")
    program.done("export", "--out", "many.svg", *["word"] * 10_000, warns="left out", cpu_s=40, peak_mb=1200)


def scripts_of_any_bytes(program, at):
    for text in (b"\0", b"\xff\xfe", b"sentence \"a", b"sentence \"\\ud800\"", b"sentence \"\\u0000\"", b";;;;", b"#", b"quit;" * 100_000, b"undo\n" * 10_000,
                 b"play " * 1000, b"sentence " + b"\"" * 100_001, b"model /dev/zero", b"model \"\\u001b[2J\"", b"export /dev/full", b"export .", b"export \"\"",
                 b"save /nowhere/x", b"save .", b"\x1b[2J", b"sentence \"" + b"x" * 5_000_000 + b"\"", b"head 1\r\nhead 2\r\n", b"\xef\xbb\xbfhead 2",
                 b"seek scores 0.5; step; step back; step row; step cell\n" * 300):
        program.judged("play", "-", "--headless", stdin=text, code=(0, 1, 2), cpu_s=8, peak_mb=500)
    for name in ("missing", ".", "/dev/null", "/dev/zero"):
        program.refused("play", name, "--headless", says="")
    os.mkfifo(os.path.join(at, "pipe"))
    program.refused("play", "pipe", "--headless", says="play - --headless")
