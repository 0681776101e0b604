"""Headless Chromium over its debugging pipe: opens a file, presses keys, points, runs an expression, takes pictures, prints.

The pipe needs no network and no package besides Debian's chromium. What the page asks of the network or says on its console is kept
in `requests` and `complaints`.
"""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PATIENCE_S = 60


class Browser:
    def __init__(self, width=1280, height=900):
        self.folder = tempfile.mkdtemp(prefix="headsup-browser")
        here_out, there_in = os.pipe()[::-1]
        there_out, here_in = os.pipe()[::-1]
        program = shutil.which("chromium") or "chromium"
        command = [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                   "--disable-extensions", "--disable-background-networking", "--remote-debugging-pipe", "--hide-scrollbars",
                   f"--user-data-dir={self.folder}", f"--window-size={width},{height}", "about:blank"]

        def place_pipes():
            # as descriptors 3 and 4, which Chromium expects; first out of each other's way
            first, second = os.dup(there_in), os.dup(there_out)
            high = [os.dup2(first, 60), os.dup2(second, 61)]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        environment = dict(os.environ, HOME=self.folder)
        self.process = subprocess.Popen(command, close_fds=False, preexec_fn=place_pipes, env=environment,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(there_in)
        os.close(there_out)
        self.to, self.of = here_out, here_in
        self.rest, self.number, self.session = b"", 0, None
        self.events, self.requests, self.complaints = [], [], []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(domain + ".enable")
        self.resize(width, height)

    # ---- messages ----

    def read(self, until):
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.of], [], [], max(until - time.monotonic(), 0))
            piece = os.read(self.of, 1 << 20) if ready else b""
            if not piece:
                raise RuntimeError("Chromium does not answer")
            self.rest += piece
        line, self.rest = self.rest.split(b"\0", 1)
        return json.loads(line)

    def note(self, message):
        method, more = message.get("method"), message.get("params", {})
        self.events.append(method)
        if method == "Network.requestWillBeSent":
            self.requests.append(more["request"]["url"])
        if method == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(more["exceptionDetails"])[:600])
        if method == "Log.entryAdded" or (method == "Runtime.consoleAPICalled" and more["type"] in ("error", "warning")):
            self.complaints.append(json.dumps(more)[:600])

    def ask(self, method, **more):
        self.number += 1
        message = {"id": self.number, "method": method, "params": more}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + PATIENCE_S
        while True:
            answer = self.read(until)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.note(answer)

    # ---- what a person does ----

    def open(self, path):
        self.events.clear()
        self.ask("Page.navigate", url="file://" + os.path.abspath(path))
        until = time.monotonic() + PATIENCE_S
        while "Page.loadEventFired" not in self.events:
            self.note(self.read(until))

    def resize(self, width, height, scale=1):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)

    def media(self, **features):
        """colour="dark", motion="reduce" …, as the system says them."""
        names = {"color": "prefers-color-scheme", "motion": "prefers-reduced-motion", "contrast": "prefers-contrast"}
        self.ask("Emulation.setEmulatedMedia", features=[{"name": names[k], "value": v} for k, v in features.items()])

    def run(self, expression):
        result = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(expression + ": " + json.dumps(result["exceptionDetails"])[:600])
        return result["result"].get("value")

    def press(self, key, shift=False):
        text = key if len(key) == 1 else ""
        code = {"Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}.get(key, 0)
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, text=text if kind == "keyDown" else "",
                     windowsVirtualKeyCode=code, modifiers=8 if shift else 0)

    def point(self, x, y, click=False):
        self.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for kind in ("mousePressed", "mouseReleased") if click else ():
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def picture(self, path=None):
        png = base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"])
        if path:
            with open(path, "wb") as file:
                file.write(png)
        return png

    def print(self, path):
        pdf = self.ask("Page.printToPDF", preferCSSPageSize=True, printBackground=True)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(pdf))

    def close(self):
        try:
            self.session = None
            self.ask("Browser.close")
        except (RuntimeError, OSError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        os.close(self.to)
        os.close(self.of)
        shutil.rmtree(self.folder, ignore_errors=True)
