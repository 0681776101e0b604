#!/usr/bin/env python3
"""`tools/without-root` unpacks what is missing once, and its command finds programs, libraries and headers there.

A small package and an apt-get made for the test stand for those of Debian; tools/fresh user tries the real ones.
usage: without_root.py SOURCE
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

source = pathlib.Path(sys.argv[1]).resolve()
LIBRARIES = "usr/lib/x86_64-linux-gnu"
APT_GET = """#!/bin/sh
echo "$*" >>"$CALLS"
[ -z "${OFFLINE:-}" ] || case $* in *install*) echo "E: Unable to fetch" >&2; exit 100 ;; esac
for argument; do
  case $argument in Dir::Cache=*) cache=${argument#*=} ;; esac
done
case $* in *install*) cp "$ARCHIVE" "$cache/archives/" ;; esac
"""


def make_package(folder):
    tree = folder / "tree"
    files = {
        "DEBIAN/control": "Package: tiny\nVersion: 1\nArchitecture: all\nMaintainer: A <a@example.org>\nDescription: tiny\n",
        "usr/bin/tiny": "#!/bin/sh\necho tiny\n",
        f"{LIBRARIES}/libtiny.so.1": "",
        f"{LIBRARIES}/pkgconfig/tiny.pc": "prefix=/usr\nName: tiny\nDescription: tiny\nVersion: 1\n"
                                         "Cflags: -I/usr/include/one -I${prefix}/include/two\n",
        f"{LIBRARIES}/libc.so": f"GROUP ( /lib/x86_64-linux-gnu/libc.so.6 /{LIBRARIES}/libc_nonshared.a )\n",
    }
    for name, text in files.items():
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tree / "usr/bin/tiny").chmod(0o755)
    (tree / "usr/bin/tiny-link").symlink_to("/usr/bin/tiny")
    (tree / f"{LIBRARIES}/libofsystem.so").symlink_to("../../bin/env")
    subprocess.run(["dpkg-deb", "--build", "--root-owner-group", tree, folder / "tiny_1_all.deb"], check=True,
                   stdout=subprocess.DEVNULL)


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name).resolve()
    make_package(folder)
    (folder / "bin").mkdir()
    (folder / "bin/apt-get").write_text(APT_GET)
    (folder / "bin/apt-get").chmod(0o755)
    calls = folder / "calls"

    def without_root(*command, project="project", **variables):
        tools = folder / project / "tools"
        if not tools.exists():
            tools.mkdir(parents=True)
            for script in ("without-root", "install-packages"):
                shutil.copy(source / "tools" / script, tools)
            (tools / "packages").write_text("build tiny-package-of-no-system\n")
        calls.write_text("")
        environment = {"PATH": f"{folder}/bin:/usr/bin:/bin", "CALLS": str(calls), "ARCHIVE": str(folder / "tiny_1_all.deb"),
                       "LD_LIBRARY_PATH": "/mine", **variables}
        return subprocess.run([tools / "without-root", *command], cwd=folder, env=environment, capture_output=True, text=True,
                              timeout=60, check=False)

    packages = folder / "project/build/packages"
    failed = without_root("tiny", OFFLINE="1")
    assert failed.returncode == 1 and "could not download" in failed.stderr and not packages.exists(), failed

    first = without_root("tiny")
    assert (first.returncode, first.stdout) == (0, "tiny\n"), first
    assert "Downloading into build/packages: tiny-package-of-no-system\n" in first.stderr, first.stderr
    assert "install --download-only --no-install-recommends -y tiny-package-of-no-system" in calls.read_text()
    assert sorted(os.listdir(folder / "project/build")) == ["packages"], "leftovers"

    second = without_root("sh", "-c", 'tiny-link && echo "$LD_LIBRARY_PATH" && exit 7')
    assert (second.returncode, second.stderr, calls.read_text()) == (7, "", ""), second
    assert second.stdout == f"tiny\n{packages}/{LIBRARIES}:/mine\n", second.stdout
    assert (packages / f"{LIBRARIES}/libofsystem.so").resolve() == pathlib.Path("/usr/bin/env").resolve(), "a link to the system"
    assert f" {packages}/{LIBRARIES}/libc_nonshared.a" in (packages / f"{LIBRARIES}/libc.so").read_text()
    flags = without_root("pkg-config", "--cflags", "tiny")
    assert flags.stdout.split() == [f"-I{packages}/usr/include/{one}" for one in ("one", "two")], flags

    # Another package on the list: all are resolved together, and what is there stays until the new ones are complete.
    with open(folder / "project/tools/packages", "a", encoding="utf-8") as file:
        file.write("run another-of-no-system\n")
    assert without_root("true", OFFLINE="1").returncode == 1 and (packages / "usr/bin/tiny").exists()
    assert without_root("true").returncode == 0
    assert "-y another-of-no-system tiny-package-of-no-system" in calls.read_text(), calls.read_text()

    # Nothing is missing: the command runs as it would alone.
    (folder / "other/tools").mkdir(parents=True)
    shutil.copytree(source / "tools", folder / "other/tools", dirs_exist_ok=True)
    (folder / "other/tools/packages").write_text("build dpkg\n")
    plain = without_root("sh", "-c", 'echo "$LD_LIBRARY_PATH"', project="other")
    assert (plain.returncode, plain.stdout, plain.stderr) == (0, "/mine\n", ""), plain
    assert not (folder / "other/build").exists()

    # A path that search paths do not take: the packages are beside it, in the cache.
    spaced = without_root("tiny", project="a project", XDG_CACHE_HOME=str(folder / "cache"))
    assert (spaced.returncode, spaced.stdout) == (0, "tiny\n"), spaced
    kept = list((folder / "cache/headsup").glob("packages-*/usr/bin/tiny"))
    assert len(kept) == 1 and not (folder / "a project/build/packages").exists(), kept
    again = without_root("tiny", project="a project", XDG_CACHE_HOME=str(folder / "cache"), OFFLINE="1")
    assert again.returncode == 0, again
    refused = without_root("true", project="a project", XDG_CACHE_HOME=str(folder / "a cache"))
    assert refused.returncode == 1 and "XDG_CACHE_HOME" in refused.stderr, refused
    assert without_root().returncode == 2
print("ok")
