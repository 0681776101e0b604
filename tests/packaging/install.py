#!/usr/bin/env python3
"""`cmake --install` puts each file where the system looks for it, and what is installed works without the build folder.

usage: install.py BUILD SOURCE
"""
import gzip
import pathlib
import re
import subprocess
import sys
import tempfile

build, source = map(pathlib.Path, sys.argv[1:])
ID = "org.headsup.HeadsUp"
SENTENCE = "the cat sat on the mat"
FILES = {
    "bin/headsup",
    "share/man/man1/headsup.1.gz",
    "share/bash-completion/completions/headsup",
    "share/fish/vendor_completions.d/headsup.fish",
    "share/zsh/site-functions/_headsup",
    f"share/applications/{ID}.desktop",
    "share/applications/zz-headsup-folder.desktop",
    f"share/metainfo/{ID}.metainfo.xml",
    f"share/mime/packages/{ID}.xml",
    f"share/icons/hicolor/scalable/apps/{ID}.svg",
    *(f"share/icons/hicolor/{n}x{n}/apps/{ID}.png" for n in (16, 22, 24, 32, 48, 64, 128, 256, 512)),
    "share/locale/de/LC_MESSAGES/headsup.mo",
    "share/doc/headsup/LICENSE",
    "share/doc/headsup/CHANGELOG.md",
}


def figure(program, folder):
    subprocess.run([program, "export", "--out", "figure.svg", "--head", "2", SENTENCE], cwd=folder, check=True,
                   env={"HOME": str(folder), "PATH": "/usr/bin:/bin"})
    return (folder / "figure.svg").read_bytes()


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    prefix = folder / "a prefix"
    subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
    types = (prefix / "share/mime/globs2").read_text().splitlines()
    assert "50:application/x-headsup-state:*.headsup" in types, "the type of saved states is not registered"
    cache = (prefix / "share/applications/mimeinfo.cache").read_text().splitlines()
    assert f"application/x-headsup-state={ID}.desktop;" in cache, "nothing opens saved states"
    found = {str(p.relative_to(prefix)) for p in prefix.rglob("*") if p.is_file()}
    made = {f for f in found if f.startswith("share/mime/") and "/packages/" not in f} | {"share/applications/mimeinfo.cache"}
    found -= made
    documents = {f for f in found if f.startswith("share/doc/headsup/")} - FILES
    assert found - documents == FILES, f"missing: {FILES - found}; too many: {found - documents - FILES}"
    wanted = {f"share/doc/headsup/{p.relative_to(source)}" for part in ("docs", "assets/grammar", "assets/recipes")
              for p in (source / part).rglob("*") if p.is_file()}
    assert documents == wanted, f"documents: {documents ^ wanted}"
    # What stands as code is an example of a link.
    links = [(page, link) for page in (prefix / "share/doc/headsup/docs").rglob("*.md")
             for link in re.findall(r"\]\(([^)#]+)", re.sub(r"(?s)```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8")))
             if "://" not in link]
    lost = [f"{page.name}: {link}" for page, link in links if not (page.parent / link).exists()]
    assert len(links) > 50 and not lost, f"links that lead nowhere: {lost}"
    empty = [f for f in found if (prefix / f).stat().st_size == 0]
    assert not empty, f"empty: {empty}"
    shut = [f for f in found if (prefix / f).stat().st_mode & 0o444 != 0o444]
    assert not shut, f"not for all to read: {shut}"

    page = gzip.decompress((prefix / "share/man/man1/headsup.1.gz").read_bytes())
    assert page == (build / "manual/headsup.1").read_bytes(), "the manual page"
    (folder / "home").mkdir()
    assert figure(prefix / "bin/headsup", folder / "home") == figure(build / "headsup", folder / "home"), "the figure"
    said = subprocess.run([prefix / "bin/headsup", "--language", "de", "--help"], capture_output=True, text=True, env={"PATH": "/usr/bin:/bin"})
    assert "Aufruf" in said.stdout, "German where it is installed"
    print(f"{len(found)} files")
