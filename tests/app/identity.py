#!/usr/bin/env python3
"""The window tells the desktop what it is: under an X server, its class is the id of the desktop entry and its icon is
the one of packaging/icon, pixel by pixel.

usage: identity.py PROGRAM PROJECT
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import numpy

program, project = sys.argv[1], pathlib.Path(sys.argv[2])
sys.path.insert(0, str(project / "tests" / "packaging"))
from icons import read_png  # noqa: E402

PATIENCE = 60  # seconds until something is held to be missing
ID = "org.headsup.HeadsUp"
assert (project / "packaging" / "desktop" / f"{ID}.desktop").exists()


def eventually(ask, what):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = ask()
        if answer:
            return answer
        time.sleep(0.05)
    sys.exit(f"FAILED  {what}")


def output(command, environment):
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout


def start_server(work):
    number = work / "number"
    with number.open("w") as write:
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write.fileno()), "-screen", "0", "1024x768x24", "-nolisten", "tcp", "-noreset"],
            pass_fds=[write.fileno()], stderr=subprocess.DEVNULL)
    eventually(lambda: number.read_text().endswith("\n"), "Xvfb does not start")
    return server, ":" + number.read_text().strip()


def look(environment):
    """Class and icon of a window, as xprop prints them."""
    window = subprocess.Popen([program], env=environment, stderr=subprocess.DEVNULL)
    try:
        found = eventually(lambda: output(["xdotool", "search", "--pid", str(window.pid), "--name", "^Heads Up$"],
                                          environment).split(), "the window does not open")[0]
        ask = ["xprop", "-id", found, "-notype"]
        eventually(lambda: "not found" not in output([*ask, "_NET_WM_ICON"], environment), "the window has no icon")
        return (output([*ask, "WM_CLASS"], environment),
                output([*ask, "-len", "10000000", "-f", "_NET_WM_ICON", "32c", "_NET_WM_ICON"], environment))
    finally:
        window.kill()
        window.wait()


def check(name_class, icon):
    wrong = []
    if re.findall(r'"([^"]*)"', name_class) != [ID, ID]:
        wrong.append(f"its class is not {ID}: {name_class.strip()}")
    numbers = [int(word) for word in re.findall(r"\d+", icon.split("=", 1)[1])]
    width, height, argb = numbers[0], numbers[1], numpy.array(numbers[2:], numpy.uint32)
    shown = numpy.dstack([(argb >> shift & 255).reshape(height, width) for shift in (16, 8, 0, 24)])
    drawn = read_png(project / "packaging" / "icon" / "headsup-window.png")
    if shown.shape != drawn.shape or not (shown == drawn).all():
        wrong.append(f"its icon of {width} × {height} is not headsup-window.png")
    return wrong


with tempfile.TemporaryDirectory() as folder:
    work = pathlib.Path(folder)
    server, display = start_server(work)
    try:
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("SDL_", "WAYLAND_", "DBUS_", "XDG_"))}
        environment = {**kept, "DISPLAY": display, "XDG_STATE_HOME": folder, "XDG_CONFIG_HOME": folder,
                       "ASAN_OPTIONS": "detect_leaks=0"}
        problems = check(*look(environment))
        chosen = look({**environment, "SDL_VIDEO_X11_WMCLASS": "another"})[0]
        if '"another", "another"' not in chosen:
            problems.append(f"SDL_VIDEO_X11_WMCLASS is not followed: {chosen.strip()}")
    finally:
        server.kill()
        server.wait()
print("\n".join(problems) or f"the window is {ID} and shows the icon")
sys.exit(1 if problems else 0)
