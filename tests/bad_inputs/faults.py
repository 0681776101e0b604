"""Rows 36 to 46: the machine does not play along: no display, no memory, no disk, few handles, a small stack, signals, a strange locale."""
import ctypes
import os
import resource
import signal
import stat
import struct
import time

from made import Checkpoint, put
from program import Wrong

MB = 1 << 20


def without_a_display(program, at):
    for env in ({}, {"DISPLAY": ":987"}, {"DISPLAY": "nowhere:0"}, {"WAYLAND_DISPLAY": "nowhere"}):
        program.refused(says="display|window", env=env)
        program.refused("play", put(os.path.join(at, "script"), "head 2\n"), says="display|window", env=env)
    model = Checkpoint().write(os.path.join(at, "model"))
    os.remove(os.path.join(model, "merges.txt"))
    program.refused("--model", model, says="", env={"DISPLAY": ":987"})


def a_full_disk(program, at):
    """A limit on the size of files, the signal ignored as a shell may leave it, and a device that is always full."""
    put(os.path.join(at, "kept.svg"), "as it was")
    before = set(os.listdir(at))
    limits = {resource.RLIMIT_FSIZE: 64}
    for words in (["export", "--out", "kept.svg", "a", "b"], ["export", "--out", "new.png", "a", "b"], ["export", "--out", "folder", "--stage", "all", "a", "b"],
                  ["trace", "--out", "t.safetensors", "a", "b"], ["export", "--out", "x.npy", "a", "b"], ["train", "copy", "--steps", "2", "--out", "trained"]):
        program.refused(*words, says="File too large|No space", limits=limits)
        program.refused(*[word if "." not in word else "/dev/full" for word in words if word not in ("folder", "trained")]
                        if "folder" not in words and "trained" not in words else words, says="File too large|No space|/dev/full", limits=limits)
    if program.run("play", "-", "--headless", stdin=b"save state.txt", limits=limits).code != 1:
        raise Wrong("a state was saved on a full disk")
    left = set(os.listdir(at)) - before - {".state"}
    if left or open(os.path.join(at, "kept.svg")).read() != "as it was":
        raise Wrong(f"left behind: {left}")


def places_that_cannot_be_written(program, at):
    os.mkdir(os.path.join(at, "folder"))
    put(os.path.join(at, "file"), "x")
    os.symlink("loop.svg", os.path.join(at, "loop.svg"))
    os.symlink("nowhere/x.svg", os.path.join(at, "dangling.svg"))
    for place in ("missing/x.svg", "file/x.svg", "loop.svg", "dangling.svg", "x" * 300 + ".svg", "y/" * 3000 + "x.svg", "/proc/x.svg", "/x\0"[:2] + "/y.svg", ""):
        program.refused("export", "--out", place, "--format", "svg", "a", "b", says="", code=(1, 2))
    os.symlink("folder/real.svg", os.path.join(at, "link.svg"))
    put(os.path.join(at, "folder/real.svg"), "old")
    program.done("export", "--out", "link.svg", "a", "b")
    if not os.path.islink(os.path.join(at, "link.svg")) or open(os.path.join(at, "folder/real.svg")).read() == "old":
        raise Wrong("a link was not followed")
    locked = {"XDG_STATE_HOME": "/proc/nowhere", "XDG_CONFIG_HOME": "/proc/nowhere", "HOME": "/proc/nowhere"}
    program.done("export", "--out", "x.svg", "a", "b", env=locked)


def little_memory(program, at):
    """Every limit from much too little upwards: an error or an answer, at no limit a crash."""
    if program.sanitized:
        return
    model = Checkpoint(width=64, words=20_000).write(os.path.join(at, "model"))
    codes = set()
    pictures = ["export", "--model", model, "--out", "pictures", "--view", "heatmap", "--stage", "all", "--head", "all", "the cat"]
    for megabytes in (20, 30, 40, 50, 60, 80, 100, 150, 200, 220, 240, 260, 300, 500):
        for words in (["check", model], ["next", "--model", model, "the cat"], ["export", "--model", model, "--out", "x.png", "--view", "overview", "the cat"],
                      pictures):
            answer = program.run(*words, limits={resource.RLIMIT_AS: megabytes * MB})
            if "OpenBLAS" in answer.err and answer.code == -signal.SIGINT:
                continue  # its library ends the process before the program begins
            if answer.code < 0 or (answer.code == 1 and "headsup: " not in answer.err):
                raise Wrong(f"at {megabytes} MB {words[0]}: {answer}")
            codes.add(answer.code)
    if codes != {0, 1, 127} and codes != {0, 1}:
        raise Wrong(f"codes {codes}")


def little_memory_gives_no_part_of_a_figure(program, at):
    """Just below what a figure needs its libraries would fall, or leave out a font and say nothing: it is whole, or refused with the old one kept."""
    if program.sanitized:
        return
    sentence = "the cat 猫 قط"
    codes = set()
    for name in ("a.pdf", "a.png", "a.svg"):
        program.done("export", "--out", name, sentence)
        right = open(os.path.join(at, name), "rb").read()
        for megabytes in range(220, 360, 10 if name == "a.pdf" else 30):
            put(os.path.join(at, name), "as it was")
            answer = program.run("export", "--out", name, sentence, limits={resource.RLIMIT_AS: megabytes * MB})
            there = open(os.path.join(at, name), "rb").read()
            if (answer.code, there) not in ((0, right), (1, b"as it was")):
                raise Wrong(f"{name} at {megabytes} MB: {len(there)} of {len(right)} bytes, {answer}")
            codes.add(answer.code)
    if codes != {0, 1} or set(os.listdir(at)) - {".state"} != {"a.pdf", "a.png", "a.svg"}:
        raise Wrong(f"codes {codes}, files {os.listdir(at)}")


def a_model_larger_than_memory(program, at):
    """A file of 2 GB that is mostly a hole, under 512 MB."""
    if program.sanitized:
        return
    model = Checkpoint(width=1024, words=256, positions=16)
    model.config["vocab_size"] = 500_000
    model.tensors["wte.weight"] = ("F32", (500_000, 1024), b"")
    model.files["vocab.json"] = model.files["merges.txt"] = None
    folder, sizes, place = os.path.join(at, "model"), {}, 0
    import json
    import struct
    header = {}
    for name, (dtype, shape, _) in model.tensors.items():
        size = 4
        for side in shape:
            size *= side
        header[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [place, place + size]}
        place += size
    text = json.dumps(header).encode()
    model.files["model.safetensors"] = struct.pack("<Q", len(text)) + text
    model.write(folder)
    os.truncate(os.path.join(folder, "model.safetensors"), 8 + len(text) + place)
    limits = {resource.RLIMIT_AS: 512 * MB}
    program.refused("next", "--model", folder, "--ids", "1,2", says="memory", limits=limits)
    script = f'sentence "kept here"\nmodel {json.dumps(folder)}\n'.encode()
    program.refused("play", "-", "--headless", stdin=script, says="memory", limits=limits)


def models_come_and_go(program, at):
    """Memory and file handles are back at their former level: a hundred openings need what three do."""
    one = Checkpoint(width=64, words=4000).write(os.path.join(at, "one"))
    other = Checkpoint("bert", width=64).write(os.path.join(at, "other"))
    peaks = []
    for times in (3, 100):
        script = f'model "{one}"\nsentence "the cat"\nmodel "{other}"\nsentence "a cat"\n' * times
        answer = program.done("play", "-", "--headless", stdin=script.encode(), cpu_s=10, limits={resource.RLIMIT_NOFILE: 40})
        peaks.append(answer.peak_mb)
    if not program.sanitized and peaks[1] > peaks[0] + 8:
        raise Wrong(f"{peaks} MB")


def few_handles(program, at):
    model = Checkpoint().write(os.path.join(at, "model"))
    for most in (3, 4, 5, 6, 8, 12, 20):
        for words in (["check", model], ["export", "--out", "x.png", "a", "b"]):
            answer = program.run(*words, limits={resource.RLIMIT_NOFILE: most})
            if answer.code not in (0, 1, 127) or "Sanitizer" in answer.err:
                raise Wrong(f"at {most} handles {words[0]}: {answer}")


def bench_follows_no_link(program, at):
    """In a folder that everyone writes to, somebody else may have put links under the names bench is known to take."""
    import subprocess
    put(os.path.join(at, "victim"), "as it was")
    os.mkdir(os.path.join(at, "tmp"))
    plant = 'for name in "$$.png" "model-$$" "export-$$" "words-$$"; do ln -s "$PWD/victim" "tmp/headsup-bench-$name"; done; exec "$0" bench export'
    done = subprocess.run(["sh", "-c", plant, program.path], env={**program.environment({}), "TMPDIR": "tmp"}, cwd=at, capture_output=True)
    if done.returncode != 0 or open(os.path.join(at, "victim")).read() != "as it was":
        raise Wrong(f"{done} {open(os.path.join(at, 'victim'), 'rb').read()[:20]!r}")
    left = sorted(os.listdir(os.path.join(at, "tmp")))
    if len(left) != 4 or not all(os.path.islink(os.path.join(at, "tmp", name)) for name in left):
        raise Wrong(f"left behind: {left}")
    # Names that no test knows: whatever it makes there is a folder, which nobody's link can stand for, and has another name each time.
    os.mkdir(os.path.join(at, "watched"))
    runs = []
    for _ in range(2):
        with _Watch(os.path.join(at, "watched")) as watch:
            program.done("bench", "export", env={"TMPDIR": "watched"}, cpu_s=60, peak_mb=400)
            runs.append(watch.made())
    names = [name for run in runs for name, _ in run]
    if not all(runs) or not all(is_folder for run in runs for _, is_folder in run) or len(set(names)) != len(names) or os.listdir(os.path.join(at, "watched")):
        raise Wrong(f"made {runs}, left {os.listdir(os.path.join(at, 'watched'))}")


class _Watch:
    """What is made in a folder while it is watched, by the system's own notes (inotify), which miss nothing."""
    CREATE, MOVED_TO, IS_FOLDER = 0x100, 0x80, 0x40000000

    def __init__(self, folder):
        self.folder = folder

    def __enter__(self):
        libc = ctypes.CDLL(None, use_errno=True)
        self.notes = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self.notes < 0 or libc.inotify_add_watch(self.notes, os.fsencode(self.folder), self.CREATE | self.MOVED_TO) < 0:
            raise OSError(ctypes.get_errno(), "inotify")
        return self

    def __exit__(self, *_):
        os.close(self.notes)

    def made(self):
        """(name, whether it is a folder), in order."""
        found, at = [], 0
        try:
            notes = os.read(self.notes, 1 << 20)
        except BlockingIOError:
            return found
        while at < len(notes):
            _, mask, _, size = struct.unpack_from("iIII", notes, at)
            found.append((notes[at + 16:at + 16 + size].rstrip(b"\0").decode(), bool(mask & self.IS_FOLDER)))
            at += 16 + size
        return found


def a_small_stack(program, at):
    if program.sanitized:
        return
    model = Checkpoint().write(os.path.join(at, "model"))
    for kilobytes in (64, 128, 256, 1024):
        limits = {resource.RLIMIT_STACK: kilobytes * 1024}
        program.done("check", model, limits=limits)
        program.done("export", "--out", "x.png", "--view", "screen", "a", "b", limits=limits, peak_mb=250)
        program.done("train", "copy", "--steps", "2", "--out", f"trained-{kilobytes}", limits=limits, cpu_s=5)


def no_threads(program, at):
    """No more processes for this user: the work is done on one thread. A user above every limit is let be."""
    answer = program.run("export", "--out", "x.png", "a", "b", limits={resource.RLIMIT_NPROC: 1})
    if answer.code not in (0, 1) or (answer.code == 1 and "headsup: " not in answer.err):
        raise Wrong(f"{answer}")


def signals_end_it(program, at):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        def stop(pid):
            time.sleep(0.4)
            os.kill(pid, number)
        out = f"trained-{number}"
        answer = program.run("train", "reader", "--out", out, during=stop)
        if answer.code not in (128 + number, -number) or "Sanitizer" in answer.err:
            raise Wrong(f"signal {number}: {answer}")
        folder = os.path.join(at, out)
        if os.path.isdir(folder) and [name for name in os.listdir(folder) if name.endswith(".tmp")]:
            raise Wrong(f"signal {number} leaves {os.listdir(folder)}")


def a_strange_environment(program, at):
    pictures = []
    for env in ({}, {"LC_ALL": "de_DE.UTF-8"}, {"LC_ALL": "nonsense"}, {"LANG": "C", "LC_ALL": ""}, {"TZ": "Nowhere/X", "LC_NUMERIC": "de_DE.UTF-8"},
                {"LANGUAGE": "../../x:\x1b"}, {"HEADSUP_LOCALES": "/dev/zero"}, {"XDG_STATE_HOME": "relative"}, {"HOME": ""}, {"XDG_STATE_HOME": "/dev/null"},
                {"COLUMNS": "-1", "TERM": "\x1b"}, {"FONTCONFIG_CACHE": "/dev/null"}):
        program.done("export", "--out", "x.csv", "--scale", "1.5", "a", "b", env=env)
        pictures.append(open(os.path.join(at, "x.csv"), "rb").read())
    if len(set(pictures)) != 1:
        raise Wrong("the environment changes numbers")


def without_fonts(program, at):
    empty = put(os.path.join(at, "fonts.conf"), "<fontconfig></fontconfig>")
    program.refused("export", "--out", "x.png", "a", "b", says="font", env={"FONTCONFIG_FILE": empty})
    for content in ("", "<", "\0" * 100, "<fontconfig><dir>/nowhere</dir></fontconfig>", "<fontconfig>" * 5000):
        bad = put(os.path.join(at, "fonts.conf"), content)
        answer = program.run("export", "--out", "x.png", "a", "b", env={"FONTCONFIG_FILE": bad})
        if answer.code not in (0, 1) or "headsup: " not in answer.err and answer.code:
            raise Wrong(f"{content[:20]!r}: {answer}")
    program.done("export", "--out", "x.csv", "a", "b", env={"FONTCONFIG_FILE": os.path.join(at, "missing.conf")}, warns="")


def a_reader_that_goes_away(program, at):
    """Standard output is closed, full, or a pipe nobody reads any more: of that nothing is said, for whoever closed it knows."""
    import subprocess
    for words in (["export", "--out", "-", "--format", "png", "a"], ["trace", "--out", "-", "a"], ["list", "commands"], ["--help"]):
        read, write = os.pipe()
        os.close(read)
        for out, is_full in ((write, False), (os.open("/dev/full", os.O_WRONLY), True)):
            done = subprocess.run([program.path, *words], stdout=out, stderr=subprocess.PIPE, env=program.environment({}), cwd=at)
            os.close(out)
            if done.returncode != 1 or (b"standard output" in done.stderr) != is_full or (done.stderr and not is_full):
                raise Wrong(f"{words}: {done}")
        for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
            done = subprocess.run(["sh", "-c", f'"$0" "$@" {closed}', program.path, "export", "--out", "closed.svg", "a"], env=program.environment({}), cwd=at,
                                  capture_output=True)
            text = open(os.path.join(at, "closed.svg")).read()
            if done.returncode not in (0, 1) or "headsup:" in text or not text.endswith("</svg>\n"):
                raise Wrong(f"{closed}: {done} {text[-80:]!r}")


def files_of_the_session_are_broken(program, at):
    """What a window left in its state folder is looked at by the next one only; the command line never trips over it."""
    state = os.path.join(at, ".state", "headsup")
    os.makedirs(state)
    for name in ("journal-1", "settings", "training-1.safetensors"):
        put(os.path.join(state, name), os.urandom(3000))
    program.done("export", "--out", "x.svg", "a", "b")
    if sorted(os.listdir(state)) != ["journal-1", "settings", "training-1.safetensors"]:
        raise Wrong(f"{os.listdir(state)}")


def names_that_drive_a_terminal(program, at):
    """What is printed shows a path escaped; judged() looks at every answer for it."""
    name = "\x1b[2J\u202et"
    program.done("train", "copy", "--steps", "1", "--out", name, cpu_s=5, says=r"\\x1B.2J.u202Et: 1 steps? in")
    program.done("train", "copy", "--steps", "1", "--out", name, cpu_s=5, says=r"\\x1B\[2J\\u202Et: ")
    program.done("export", "--out", name + ".csv", "a b")
    program.done("trace", "--out", name + ".safetensors", "a b")
    program.done("check", name + ".safetensors")
    model = Checkpoint("bert")
    model.words[model.words.index("sat")] = name
    folder = model.write(os.path.join(at, name + "m"))
    for words in (["check", folder], ["tokens", "--model", folder, name], ["next", "--model", folder, "the [MASK]"], ["list", "heads", "--model", folder],
                  ["play", name], ["list", name], ["bench", name], ["export", "--" + name], ["--model", name]):
        program.judged(*words, code=(0, 1, 2))


def a_training_folder_of_somebody_else(program, at):
    for name in ("model.safetensors", "config.json", "vocab.txt", "training.safetensors"):
        folder = os.path.join(at, name.replace(".", "-"))
        os.mkdir(folder)
        put(os.path.join(folder, name), "mine")
        program.refused("train", "copy", "--steps", "1", "--out", folder, says=name)
        if open(os.path.join(folder, name)).read() != "mine" or os.listdir(folder) != [name]:
            raise Wrong(f"{name} was touched")
    locked = os.path.join(at, "locked")
    os.mkdir(locked)
    os.chmod(locked, stat.S_IRUSR)
    program.judged("train", "copy", "--steps", "1", "--out", os.path.join(locked, "x"), code=(0, 1), cpu_s=5)
    os.chmod(locked, stat.S_IRWXU)
