#!/usr/bin/env python3
"""Moving pictures: GIF, WebP and PNGs decoded by Pillow and compared with still pictures, pixel by pixel; times, loops, bytes, MP4
through a program that stands for ffmpeg; waits of --do, a training; what is refused, a full disk, and an export that is stopped.

usage: moving.py HEADSUP
"""
import os
import signal
import subprocess
import sys
import tempfile
import time

import numpy
from PIL import Image

headsup = os.path.abspath(sys.argv[1])
problems = []
GIF_ERROR_MOST = 16  # of 255; render/moving/palette.h says 12


def export(*words, **more):
    run = subprocess.run([headsup, "export", *words], capture_output=True, text=True, **more)
    return run.returncode, run.stderr


def expect(holds, words):
    if not holds:
        problems.append(words)


def frames_of(path):
    image, frames, times = Image.open(path), [], []
    for number in range(image.n_frames):
        image.seek(number)
        image.load()
        frames.append(numpy.asarray(image.convert("RGB")).astype(int))
        times.append(image.info.get("duration"))
    return frames, times, image.info.get("loop")


def pngs_of(folder):
    """The pictures and their times in ms, as frames.ffconcat says."""
    frames, times = [], []
    for line in open(os.path.join(folder, "frames.ffconcat"), encoding="utf-8").read().splitlines()[1:]:
        word, value = line.split()
        if word == "file":
            frames.append(numpy.asarray(Image.open(os.path.join(folder, value)).convert("RGB")).astype(int))
        else:
            times.append(round(float(value) * 1000))
    return frames, times


def make(folder, name, *words):
    path = os.path.join(folder, name)
    code, said = export("--animate", path, *words)
    expect(code == 0, f"{name} {words}: {said}")
    return path, said


def largest(ours, theirs):
    return max(int(abs(a - b).max()) for a, b in zip(ours, theirs))


def check_formats(folder, tag, *words):
    """WebP is lossless, GIF as far off as it says, and both have the times of the PNGs."""
    pngs, times = pngs_of(make(folder, tag, *words)[0])
    webp, _, _ = frames_of(make(folder, tag + ".webp", *words)[0])
    path, said = make(folder, tag + ".gif", *words)
    gif, gif_times, loop = frames_of(path)
    expect(len(pngs) == len(webp) == len(gif), f"{tag}: {len(pngs)} PNGs, {len(webp)} of WebP, {len(gif)} of GIF")
    expect(largest(webp, pngs) == 0, f"{tag}: WebP differs by {largest(webp, pngs)}")
    off = largest(gif, pngs)
    told = int(said.split("off by up to ")[1].split()[0]) if "off by" in said else 0
    expect(off == told and off <= GIF_ERROR_MOST, f"{tag}: GIF differs by {off} and says {told}")
    expect(gif_times == times, f"{tag}: times {gif_times} of GIF, {times} of PNGs")
    expect(loop == 0, f"{tag}: the GIF plays {loop} times, not for ever")
    expect(all((a != b).any() for a, b in zip(pngs, pngs[1:])), f"{tag}: two pictures that follow each other are equal")
    return pngs, times


def check_stills(folder):
    """A picture of the film is the still picture of its step."""
    pngs, _ = pngs_of(make(folder, "stills", "--view", "stage", "--stage", "weights", "the cat sat on")[0])
    for row in (1, 3, 4):
        still = os.path.join(folder, f"row-{row}.png")
        code, said = export("--out", still, "--view", "stage", "--size", "800x600", "--do",
                            "seek weights 0" + "; step row" * row, "the cat sat on")
        expect(code == 0, f"still of row {row}: {said}")
        there = numpy.asarray(Image.open(still).convert("RGB")).astype(int)
        expect(there.shape == pngs[row - 1].shape and (there == pngs[row - 1]).all(), f"row {row} differs from its still picture")


def check_same_bytes(folder):
    for name in ("same.gif", "same.webp"):
        first = open(make(folder, name, "--stage", "weights")[0], "rb").read()
        one = subprocess.run(["taskset", "-c", "0", headsup, "export", "--animate", os.path.join(folder, "1" + name), "--stage", "weights"],
                             capture_output=True, text=True)
        expect(one.returncode == 0, f"{name} on one processor: {one.stderr}")
        expect(open(os.path.join(folder, "1" + name), "rb").read() == first, f"{name} differs with one processor")


def check_times(folder):
    _, times, loop = frames_of(make(folder, "pace.gif", "--stage", "scores", "--pace", "250", "--loop", "3", "the cat sat")[0])
    expect(times == [250, 250, 750], f"times of --pace 250: {times}")
    expect(loop == 2, f"--loop 3 is played again {loop} times")
    _, _, loop = frames_of(make(folder, "once.gif", "--stage", "scores", "--loop", "1", "the cat sat")[0])
    expect(loop is None, f"--loop 1 has a loop of {loop}")
    _, times = pngs_of(make(folder, "moves", "--motion", "on", "--pace", "500", "the cat")[0])
    expect(times.count(40) >= 8 * 5 and 500 in times, f"times of --motion on: {times}")


def check_waits(folder):
    script = os.path.join(folder, "three.txt")
    with open(script, "w", encoding="utf-8") as file:
        file.write('sentence "the cat sat"\nstage scores\nwait 300\nstage weights; wait 500\nmask causal\n')
    for do in ('sentence "the cat sat"; stage scores; wait 300; stage weights; wait 500; mask causal', f'open "{script}"'):
        frames, times = pngs_of(make(folder, "waits" + str(len(do)), "--view", "stage", "--do", do)[0])
        expect(times == [300, 500, 600], f"times of the waits of {do}: {times}")
        still = os.path.join(folder, "causal.png")
        export("--out", still, "--view", "stage", "--size", "800x600", "--do",
               'sentence "the cat sat"; stage weights; mask causal')
        expect((numpy.asarray(Image.open(still).convert("RGB")) == frames[-1]).all(), f"the end of {do}")
    _, times = pngs_of(make(folder, "ends", "--do", "stage scores; wait 300; stage weights; wait 500", "the cat sat")[0])
    expect(times == [300, 500], f"a wait at the end: {times}")


def check_shake(folder):
    """One period of a number that is shaken: at a quarter and at three it is at its ends, and the film begins where it ends."""
    do = "stage scores; cell 3 2; shake on; stage weights"
    frames, times = pngs_of(make(folder, "shake", "--view", "stage", "--do", do, "the cat sat")[0])
    expect(abs(sum(times) - 4000) <= 2 and min(times) >= 100, f"times of a shake: {times}")
    starts = [sum(times[:i]) for i in range(len(times))]
    stills = []
    for moment, place in ((0, 0.5), (1000, 1), (3000, 0)):
        still = os.path.join(folder, f"shaken-{moment}.png")
        code, said = export("--out", still, "--view", "stage", "--size", "800x600", "--do",
                            f"stage scores; cell 3 2; shake at {place}; stage weights", "the cat sat")
        expect(code == 0, f"still of a shake at {place}: {said}")
        stills.append(numpy.asarray(Image.open(still).convert("RGB")).astype(int))
        frame = frames[max(i for i, start in enumerate(starts) if start <= moment + 1)]
        expect((stills[-1] == frame).all(), f"the shake at {moment} ms differs from its still picture")
    expect((stills[1] != stills[2]).any(), "both ends of a shake look alike")
    _, times, _ = frames_of(make(folder, "slow.gif", "--view", "stage", "--pace", "1200", "--do", do, "the cat sat")[0])
    expect(abs(sum(times) - 8000) <= 2, f"times of a shake at half the pace: {sum(times)}")


def check_training(folder):
    frames, times = pngs_of(make(folder, "copy", "--do", "train copy; train steps 40; view training", "--every", "10")[0])
    expect(times == [600, 600, 600, 600, 1800], f"times of a training: {times}")


def check_video(folder):
    """The program gets the pictures as they are, each as often as it lasts."""
    programs = os.path.join(folder, "programs")
    os.mkdir(programs)
    with open(os.path.join(programs, "ffmpeg"), "w", encoding="utf-8") as file:
        file.write('#!/bin/sh\nfor last; do :; done\n/bin/cat > "$last"\n')
    os.chmod(os.path.join(programs, "ffmpeg"), 0o755)
    video = os.path.join(folder, "raw.mp4")
    words = ("--stage", "scores", "--pace", "300", "the cat sat")
    code, said = export("--animate", video, *words, env={**os.environ, "PATH": programs})
    expect(code == 0, f"MP4: {said}")
    code, said = export("--animate", os.path.join(folder, "odd.mp4"), *words, "--size", "801x601", env={**os.environ, "PATH": programs})
    expect("802 × 602 pixels" in said, f"an MP4 of odd sides is padded: {said}")
    pngs, _ = pngs_of(make(folder, "rawframes", *words)[0])
    wanted = [frame for frame, count in zip(pngs, (3, 3, 9)) for _ in range(count)]
    raw = numpy.fromfile(video, dtype=numpy.uint8).reshape(-1, *pngs[0].shape[:2], 4)[..., 2::-1]
    expect(len(raw) == len(wanted) and all((a == b).all() for a, b in zip(raw, wanted)), f"{len(raw)} raw pictures")
    code, said = export("--animate", video + "2.mp4", env={**os.environ, "PATH": folder})
    expect(code == 1 and "ffmpeg, which is not installed" in said, f"without ffmpeg: {code} {said}")
    with open(os.path.join(programs, "ffmpeg"), "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\nexit 1\n")
    code, said = export("--animate", video + "3.mp4", env={**os.environ, "PATH": programs})
    expect(code == 1 and "ffmpeg could not" in said, f"ffmpeg that fails: {code} {said}")
    expect(not os.path.exists(video + "2.mp4") and not os.path.exists(video + "3.mp4"), "an MP4 that failed is there")


def check_views(folder):
    """Views with steps of their own, and what they measure: the first picture is the still one, and each step another."""
    for view, words, count in (("saturation", ("--do", "saturation draws 10"), 10), ("length", (), 16), ("lookup", (), 4)):
        frames, _ = pngs_of(make(folder, view, "--view", view, *words)[0])
        still = os.path.join(folder, view + ".png")
        export("--out", still, "--view", view, "--size", "800x600", *words)
        expect(len(frames) == count, f"{view}: {len(frames)} pictures")
        expect((numpy.asarray(Image.open(still).convert("RGB")) == frames[0]).all(), f"{view}: the first is not the still picture")
        expect(all((a != b).any() for a, b in zip(frames, frames[1:])), f"{view}: two pictures that follow are equal")
    wide = "saturation draws 10; view saturation; wait 100; saturation width 200; wait 100; saturation width 8; wait 100"
    frames, _ = pngs_of(make(folder, "widths", "--do", wide)[0])
    alone, _ = pngs_of(make(folder, "width", "--do", "saturation draws 10; view saturation; saturation width 200; wait 100")[0])
    expect(len(frames) == 3 and largest(frames[1:2], alone[:1]) == 0, "a width measured anew is not that of its own picture")


def check_refused(folder):
    used = os.path.join(folder, "used")
    make(folder, "used", "--stage", "weights", "the cat")
    for words, said_there in ((("x.avi",), "no ending that names a moving picture"),
                              (("x.png",), "no ending that names a moving picture"),
                              ((used,), "another moving picture"),
                              ((folder + ".gif/x.gif",), "no folder"),
                              (("x.gif", "--transparent"), "--transparent is for still pictures"),
                              (("x.gif", "--out", "y.png"), "--out is for still pictures"),
                              (("x.gif", "--pace", "5"), "from 20 to 60000"),
                              (("x.gif", "--loop", "0"), "forever or a whole number"),
                              (("x.gif", "--moves", "row"), "did you mean “rows”"),
                              (("x.gif", "--every", "5"), "none is chosen"),
                              (("x.gif", "--stage", "all"), "leave “all” out"),
                              (("x.gif", "--view", "screen", "--do", "train copy; view training"), "--every N")):
        code, said = export("--animate", *words, cwd=folder)
        expect(code in (1, 2) and said_there in said, f"{words}: {code} {said}")
        expect(not os.path.exists(os.path.join(folder, "x.gif")), f"{words} left a file")
    code, said = export("--out", "y.png", "--pace", "100", cwd=folder)
    expect(code == 2 and "--animate FILE" in said, f"--pace of a still picture: {said}")
    code, said = export("--animate", "/dev/full")
    expect(code != 0, "a device without an ending")


def check_full(folder):
    """The file size is limited to less than the picture has, which fails as a full disk does."""
    for name in ("full.gif", "full.webp", "fullframes"):
        path = os.path.join(folder, name)
        run = subprocess.run(["sh", "-c", 'ulimit -f 8; exec "$@"', "sh", headsup, "export", "--animate", path],
                             capture_output=True, text=True)
        expect(run.returncode == 1 and not os.path.exists(path), f"{name} on a full disk: {run.returncode} {run.stderr}")


def check_stopped(folder):
    for name in ("stopped.gif", "stopped"):
        path = os.path.join(folder, name)
        run = subprocess.Popen([headsup, "export", "--animate", path, "--moves", "all-cells", "--view", "screen"],
                               stderr=subprocess.PIPE, text=True)
        time.sleep(1.5)
        run.send_signal(signal.SIGINT)
        said = run.communicate(timeout=60)[1]
        expect(run.returncode != 0 and "stopped" in said, f"{name}: {run.returncode} {said}")
        expect(not os.path.exists(path), f"{name} was stopped and is there")


with tempfile.TemporaryDirectory() as folder:
    rows, row_times = check_formats(folder, "rows", "--stage", "weights")
    expect(row_times == [600] * 10 + [1800], f"times of rows: {row_times}")
    check_stills(folder)
    check_formats(folder, "steps", "--theme", "dark", "the cat sat")
    check_formats(folder, "screen", "--view", "screen", "--size", "641x401", "猫 坐 着")
    check_formats(folder, "cells", "--stage", "scores", "--moves", "cells", "the cat sat")
    check_same_bytes(folder)
    check_times(folder)
    check_waits(folder)
    check_shake(folder)
    check_training(folder)
    check_video(folder)
    check_views(folder)
    check_refused(folder)
    check_full(folder)
    check_stopped(folder)
print("\n".join(problems) or "moving pictures are what their steps are")
sys.exit(1 if problems else 0)
