"""Runs the program on something bad and judges what every answer owes, whatever the input was.

Always   it ends by itself, by no signal; within a second of processor time; no sanitizer speaks; what it prints is UTF-8
         without control characters; beside what it was told to write no file is left or changed.
Refused  exit 1 (or 2: wrong usage), nothing on standard output, one sentence behind "headsup: ", at most 640 bytes.
"""
import os
import re
import resource
import subprocess
import threading
import time

SENTENCE_BYTES_MOST = 660  # 640 and "headsup: "
PATIENCE_S = 120  # until a program is held to hang: it waits for what never comes


class Wrong(Exception):
    pass


class Answer:
    def __init__(self, code, out, err, cpu_s, wall_s, peak_mb):
        self.code, self.raw, self.err = code, out, err
        self.cpu_s, self.wall_s, self.peak_mb = cpu_s, wall_s, peak_mb
        self.out = out.decode("utf-8", "replace")

    def __repr__(self):
        return f"exit {self.code}: {self.err[:900]!r} {self.out[:300]!r} ({self.cpu_s:.2f} s, {self.peak_mb:.0f} MB)"


def controls(text):
    """Characters that could drive a terminal or turn its lines round."""
    return re.findall("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\u200e\u200f\u061c]", text)


class Program:
    def __init__(self, path, sanitized=False):
        self.path, self.sanitized = os.path.abspath(path), sanitized
        self.home = None  # the case's folder
        support = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support", "lsan.supp")
        self.sanitizer = {"LSAN_OPTIONS": f"suppressions={support}:print_suppressions=0"}

    def environment(self, more):
        kept = {name: os.environ[name] for name in ("PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LOCPATH") if name in os.environ}
        state = os.path.join(self.home, ".state")
        return {**kept, **self.sanitizer, "HOME": state, "XDG_STATE_HOME": state, "XDG_CONFIG_HOME": state, "HF_HOME": state,
                "LC_ALL": "C.UTF-8", **more}

    def run(self, *words, stdin=b"", limits=None, env=None, during=None, cwd=None):
        """limits: resource.RLIMIT_… -> bytes or count. during(pid): called while it runs."""
        def before():
            for which, value in (limits or {}).items():
                resource.setrlimit(which, (value, resource.getrlimit(which)[1]))

        started = time.monotonic()
        child = subprocess.Popen([self.path, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 preexec_fn=before, env=self.environment(env or {}), cwd=cwd or self.home)
        texts = {}
        readers = [threading.Thread(target=lambda n=n, pipe=pipe: texts.__setitem__(n, pipe.read()))
                   for n, pipe in (("out", child.stdout), ("err", child.stderr))]
        readers.append(threading.Thread(target=feed, args=(child.stdin, stdin)))
        for reader in readers:
            reader.start()
        late = threading.Timer(PATIENCE_S, child.kill)
        late.start()
        if during:
            during(child.pid)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        late.cancel()
        for reader in readers:
            reader.join()
        wall = time.monotonic() - started
        return Answer(child.returncode, texts["out"], texts["err"].decode("utf-8", "surrogateescape"),
                      usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)

    # ---- judging ----

    def judged(self, *words, code, cpu_s=1.0, peak_mb=150, binary=False, **how):
        answer = self.run(*words, **how)
        if answer.code < 0:
            raise Wrong(f"ended by signal {-answer.code}: {answer}")
        if "Sanitizer" in answer.err or "runtime error" in answer.err:
            raise Wrong(f"a sanitizer speaks: {answer.err[:3000]}")
        if answer.code not in (code if isinstance(code, tuple) else (code,)):
            raise Wrong(f"wanted exit {code}: {answer}")
        for text in (answer.err, "" if binary else answer.out.replace("\t", "")):
            if controls(text) or "\udc80" <= max(text, default="") <= "\udcff":
                raise Wrong(f"prints what drives a terminal or is no UTF-8: {text[:900]!r}")
        if not self.sanitized and answer.cpu_s > cpu_s:
            raise Wrong(f"took {answer.cpu_s:.2f} s, at most {cpu_s}: {answer}")
        if not self.sanitized and answer.peak_mb > peak_mb:
            raise Wrong(f"took {answer.peak_mb:.0f} MB, at most {peak_mb}: {answer}")
        return answer

    def refused(self, *words, says, code=1, out_empty=True, **how):
        answer = self.judged(*words, code=code, **how)
        lines = answer.err.splitlines()
        if not lines or not lines[0].startswith("headsup: ") or len(lines) > 2:
            raise Wrong(f"wanted one sentence: {answer}")
        if len(lines[0].encode("utf-8", "replace")) > SENTENCE_BYTES_MOST:
            raise Wrong(f"a sentence of {len(lines[0])} characters: {answer}")
        if not re.search(says, lines[0]):
            raise Wrong(f"wanted {says!r}: {answer}")
        if out_empty and answer.raw:
            raise Wrong(f"printed on standard output: {answer}")
        return answer

    def done(self, *words, says=None, warns=None, code=0, **how):
        """Accepted; says is looked for on standard output, warns on standard error."""
        answer = self.judged(*words, code=code, **how)
        if says and not re.search(says, answer.out):
            raise Wrong(f"wanted {says!r}: {answer}")
        if warns is None and answer.err:
            raise Wrong(f"wanted no words: {answer}")
        if warns is not None and not re.search(warns, answer.err):
            raise Wrong(f"wanted {warns!r}: {answer}")
        return answer


def feed(pipe, content):
    try:
        pipe.write(content)
        pipe.close()
    except BrokenPipeError:
        pass
