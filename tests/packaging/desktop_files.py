#!/usr/bin/env python3
"""packaging/desktop: the desktop entry, the MIME types and the AppStream metadata are valid, agree with each other and
with the program, and say nothing of it that the README does not.

usage: desktop_files.py [--self-test] PROGRAM PROJECT
With --self-test it plants mistakes in copies of the files and expects each to be found.
"""
import configparser
import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

ID = "org.headsup.HeadsUp"
FOLDERS = "zz-headsup-folder.desktop"
FILE_MANAGERS = ("org.gnome.Nautilus", "pcmanfm", "spacefm", "thunar", "xfe")
LANGUAGES = ["de", "zh_CN", "zh_TW"]
LANG = "{http://www.w3.org/XML/1998/namespace}lang"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"
SYSTEM_TYPES = pathlib.Path("/usr/share/mime/packages/freedesktop.org.xml")
# What the validator remarks and cannot be otherwise: the name of the program has two words.
REMARKS = {"cid-contains-uppercase-letter"}
# Words that claim nothing.
SMALL_WORDS = set("""a an and another any are as at by can come down every for from have in is it its no none not nothing of on
                     one or other out small that the them this through to up viewer which while with you""".split())


def run(*command, **variables):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False,
                          env={**os.environ, **variables})
    return done.returncode, (done.stdout + done.stderr).strip()


def texts(parent, tag):
    """{language: text} of the children of one name; English is ''."""
    return {child.get(LANG, ""): child.text for child in parent.findall(tag)}


def wrong_by_validators(folder):
    wrong = []
    code, words = run("desktop-file-validate", folder / f"{ID}.desktop")
    if code or words:
        wrong.append(f"desktop-file-validate: {words}")
    code, words = run("appstreamcli", "validate", "--pedantic", "--no-net", "--no-color", folder / f"{ID}.metainfo.xml")
    remarks = set(re.findall(r"^[EWIP]: \S+ (\S+)", words, flags=re.M))
    if code or remarks - REMARKS:
        wrong.append(f"appstreamcli: {words}")
    return wrong


@functools.cache
def mime_database(types):
    """(exit code, words, {name: bytes}) of update-mime-database, for the system's types and these."""
    with tempfile.TemporaryDirectory() as work:
        base = pathlib.Path(work) / "mime"
        packages = base / "packages"
        packages.mkdir(parents=True)
        shutil.copy(SYSTEM_TYPES, packages)
        (packages / f"{ID}.xml").write_bytes(types)
        code, words = run("update-mime-database", base, XDG_DATA_HOME=work)
        files = ("globs2", "magic", "subclasses", "icons")
        return code, words, {name: (base / name).read_bytes() for name in files if (base / name).exists()}


def wrong_types(folder, project, types):
    """What update-mime-database makes of the types, beside those of the system."""
    wrong = []
    declared = {element.get("type"): element for element in ElementTree.parse(folder / f"{ID}.xml").getroot()}
    known = {element.get("type") for element in ElementTree.parse(SYSTEM_TYPES).getroot()}
    if "inode/directory" in types:
        wrong.append("folders belong to the entry whose name stands last")
    wrong += [f"{name} is the system's" for name in declared if name in known]
    wrong += [f"{name} is declared, but not of the desktop entry" for name in declared if name not in types]
    wrong += [f"{name} is of the desktop entry, but nothing declares it" for name in types if name not in {*declared, *known}]
    for name, element in declared.items():
        if set(texts(element, MIME + "comment")) != {"", *LANGUAGES}:
            wrong.append(f"{name}: its comment is not in every language")
    code, words, database = mime_database((folder / f"{ID}.xml").read_bytes())
    if code or words:
        return [*wrong, f"update-mime-database: {words}"]
    magic = database["magic"]
    globs = database["globs2"].decode().lower().splitlines()
    subclasses, icons = (database[name].decode().splitlines() for name in ("subclasses", "icons"))
    expected = {"headsup": "x-headsup-state", "safetensors": "x-safetensors", "npy": "x-npy", "npz": "x-npz"}
    for ending, name in expected.items():
        found = [line for line in globs if line.split(":")[2:3] == [f"*.{ending}"]]
        if found != [f"50:application/{name}:*.{ending}"]:
            wrong.append(f"*.{ending} is {found}")
    begins = re.search(r'STATE_BEGINS "(.*)"', (project / "src/files/provenance.h").read_text(encoding="utf-8")).group(1)
    for name, start in (("x-headsup-state", begins.encode()), ("x-npy", b"\x93NUMPY")):
        if b"[50:application/%s]\n>0=\0%c%s\n" % (name.encode(), len(start), start) not in magic:
            wrong.append(f"application/{name} is not found by {start} at its beginning")
    for line in ("application/x-headsup-state text/plain", "application/x-npz application/zip"):
        if line not in subclasses:
            wrong.append(f"it is not so that {line.replace(' ', ' is a kind of ')}")
    if f"application/x-headsup-state:{ID}" not in icons:
        wrong.append("a state has not the icon of the program")
    return wrong


def wrong_folders(folder, entry):
    """Folders have an entry of their own, behind those of file managers: without a setting of the desktop, the first by
    name opens them."""
    parser = configparser.RawConfigParser(delimiters="=")
    parser.optionxform = str
    parser.read(folder / FOLDERS, encoding="utf-8")
    own = parser["Desktop Entry"]
    wrong = [f"{FOLDERS}: {key} is {own.get(key)}" for key in ("Name", "Exec", "Icon", "StartupWMClass") if own.get(key) != entry[key]]
    if (own["MimeType"], own.get("NoDisplay")) != ("inode/directory;", "true"):
        wrong.append(f"{FOLDERS} is for more than folders")
    wrong += [f"{FOLDERS}: no {language}" for language in LANGUAGES if not own.get(f"Comment[{language}]")]
    code, words = run("desktop-file-validate", folder / FOLDERS)
    if code or words:
        wrong.append(f"desktop-file-validate: {words}")
    with tempfile.TemporaryDirectory() as work:
        shutil.copy(folder / FOLDERS, work)
        for name in FILE_MANAGERS:
            pathlib.Path(work, f"{name}.desktop").write_text(
                f"[Desktop Entry]\nType=Application\nName={name}\nExec={name} %F\nMimeType=inode/directory;\n", encoding="utf-8")
        run("update-desktop-database", work)
        cache = pathlib.Path(work, "mimeinfo.cache").read_text(encoding="utf-8")
    order = re.search(r"^inode/directory=(.*);$", cache, flags=re.M).group(1).split(";")
    if order[-1] != FOLDERS or len(order) != len(FILE_MANAGERS) + 1:
        wrong.append(f"folders are opened by {order}")
    return wrong


def wrong_versions(program, project, component):
    cmake = re.search(r"project\(headsup VERSION (\S+)", (project / "CMakeLists.txt").read_text(encoding="utf-8")).group(1)
    release = component.find("releases/release")
    wrong = []
    if release.get("version") != cmake:
        wrong.append(f"its newest release is {release.get('version')}, CMake's is {cmake}")
    said = run(program, "--version")[1].splitlines()[0]
    if said != f"headsup {cmake}":
        wrong.append(f"--version says {said}, CMake {cmake}")
    dated = re.search(rf"^## \[{re.escape(cmake)}\] - (\S+)", (project / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.M)
    if dated and (release.get("type", "stable"), release.get("date")) != ("stable", dated.group(1)):
        wrong.append(f"the changelog has {cmake} of {dated.group(1)}")
    if not dated and release.get("type") != "development":
        wrong.append(f"the changelog has no release {cmake}")
    return wrong


def stem(word):
    return re.sub(r"(ing|ed|es|s|e)$", "", word.lower())


def wrong_words(project, component, entries):
    readme = {stem(word) for word in re.findall(r"[\w·-]+", (project / "README.md").read_text(encoding="utf-8"))}
    english = [component.findtext("summary"), *entries, *(element.text for element in component.find("description").iter()
                                                if element.tag in ("p", "li") and not element.get(LANG))]
    words = {word for text in english for word in re.findall(r"[\w·-]+", text)}
    return [f"the README does not say {word}" for word in sorted(words)
            if word.lower() not in SMALL_WORDS and stem(word) not in readme]


def wrong_agreement(entry, component):
    wrong = []

    def same(what, one, other):
        if one != other:
            wrong.append(f"{what}: {one} and {other}")

    def localised(key):
        return {"": entry[key], **{language: entry.get(f"{key}[{language}]") for language in LANGUAGES}}

    def children(path):
        return [child.text for child in component.find(path)]

    same("id", ID, component.findtext("id"))
    same("launchable", f"{ID}.desktop", component.findtext("launchable"))
    same("icon", entry["Icon"], component.findtext("icon"))
    same("icon and id", entry["Icon"], ID)
    same("class of the window", entry["StartupWMClass"], ID)
    same("name", entry["Name"], component.findtext("name"))
    same("comment and summary", localised("Comment"), texts(component, "summary"))
    same("categories", entry["Categories"].rstrip(";").split(";"), children("categories"))
    same("keywords", entry["Keywords"].rstrip(";").split(";"), children("keywords"))
    same("types", entry["MimeType"].rstrip(";").split(";"), [child.text for child in component.findall("provides/mediatype")])
    same("program", entry["Exec"].split()[0], component.findtext("provides/binary"))
    for key in ("GenericName", "Keywords"):
        same(f"languages of {key}", [], [language for language, text in localised(key).items() if not text])
    for parent in component.find("description").iter():
        spoken = [child.get(LANG, "") for child in parent if child.tag in ("p", "li")]
        if spoken != ["", *LANGUAGES] * (len(spoken) // 4):
            wrong.append("the description is not in every language")
    return wrong


def check(program, project):
    """Yields what is wrong, that which is found quickly first."""
    folder = project / "packaging" / "desktop"
    names = {path.name for path in folder.iterdir()}
    yield from (f"{name}: belongs to nothing" for name in names - {f"{ID}.desktop", f"{ID}.xml", f"{ID}.metainfo.xml", FOLDERS})
    parser = configparser.RawConfigParser(delimiters="=")
    parser.optionxform = str
    try:
        parser.read(folder / f"{ID}.desktop", encoding="utf-8")
        component = ElementTree.parse(folder / f"{ID}.metainfo.xml").getroot()
        entry = parser["Desktop Entry"]
        yield from wrong_agreement(entry, component)
        folders = configparser.RawConfigParser(delimiters="=")
        folders.read(folder / FOLDERS, encoding="utf-8")
        yield from wrong_words(project, component, [entry["Comment"], entry["GenericName"], folders["Desktop Entry"]["Comment"]])
        yield from wrong_versions(program, project, component)
        yield from wrong_folders(folder, entry)
        yield from wrong_types(folder, project, entry["MimeType"].rstrip(";").split(";"))
        yield from wrong_by_validators(folder)
        yield from wrong_actions(program, parser)
    except (ElementTree.ParseError, configparser.Error, KeyError, OSError) as error:
        yield f"cannot be read: {error}"


def wrong_actions(program, parser):
    """The commands of the actions are those of the program: a picture is made after them."""
    wrong = []
    for section in parser.sections()[1:]:
        command = re.fullmatch(r'headsup --do "(.*)"', parser[section]["Exec"])
        with tempfile.TemporaryDirectory() as work:
            code, words = run(program, "export", "--view", "screen", "--out", f"{work}/screen.png", "--do",
                              command.group(1) if command else "")
        if not command or code:
            wrong.append(f"{section}: {parser[section]['Exec']}: {words}")
    return wrong


PLANTED = {
    ".desktop": {
        "no main category": ("Education;Art", "Art"),
        "an unknown key": ("Terminal=false", "Terminal=no"),
        "another icon": ("Icon=org.headsup.HeadsUp", "Icon=headsup"),
        "another class": ("StartupWMClass=org.headsup.HeadsUp", "StartupWMClass=headsup"),
        "another comment": ("Comment[de]=Attention", "Comment[de]=Aufmerksamkeit"),
        "a keyword too few": (";GPT-2;BERT;\nKeywords[de]", ";GPT-2;\nKeywords[de]"),
        "a language too few": ("GenericName[zh_TW]", "GenericName[zh_HK]"),
        "a type too many": ("x-npz;", "x-npz;application/x-pickle;"),
        "folders, in the entry alone": ("x-npz;", "x-npz;inode/directory;"),
        "another program": ("Exec=headsup %F", "Exec=heads-up %F"),
        "an unknown command": ("view training", "view train"),
    },
    FOLDERS: {
        "a type beside folders": ("inode/directory;", "inode/directory;text/plain;"),
        "an entry in the menu": ("NoDisplay=true\n", ""),
        "another program for folders": ("Exec=headsup %F", "Exec=headsup"),
    },
    ".xml": {
        "another ending": ("*.headsup", "*.heads"),
        "another beginning": ("# headsup ", "# heads "),
        "a type of the system": ("application/x-npz", "application/zip"),
        "no kind of zip": ('<sub-class-of type="application/zip"/>', ""),
        "another icon of a state": ('icon name="org', 'icon name="com'),
        "a comment too few": ('<comment xml:lang="de">NumPy-Array</comment>', ""),
        "no XML": ("</mime-info>", ""),
        "an ending of the system": ("*.npy", "*.zip"),
    },
    ".metainfo.xml": {
        "another id": ("<id>org.headsup.HeadsUp<", "<id>org.headsup.Heads<"),
        "another name": ("<name>Heads Up<", "<name>Headsup<"),
        "another version": ('version="0.1.0"', 'version="0.2.0"'),
        "a release that was none": (' type="development"', ""),
        "a claim": ("for every head, forward", "for every head of any model in the cloud, forward"),
        "a paragraph too few": ('<p xml:lang="de">Jede', '<p xml:lang="fr">Jede'),
        "no licence": ("<metadata_license>CC0-1.0</metadata_license>", ""),
        "another desktop entry": ("HeadsUp.desktop<", "Heads.desktop<"),
    },
}


def self_test(program, project):
    missed = []
    for ending, changes in PLANTED.items():
        for what, (old, new) in changes.items():
            with tempfile.TemporaryDirectory() as work:
                copy = pathlib.Path(work)
                for name in ("packaging/desktop", "src/files"):
                    shutil.copytree(project / name, copy / name)
                for name in ("CMakeLists.txt", "CHANGELOG.md", "README.md"):
                    shutil.copy(project / name, copy)
                path = copy / "packaging" / "desktop" / (ending if ending == FOLDERS else ID + ending)
                text = path.read_text(encoding="utf-8")
                assert old in text, (ending, old)
                path.write_text(text.replace(old, new, 1), encoding="utf-8")
                if not next(check(program, copy), None):
                    missed.append(f"not found: {what}")
    return missed


if __name__ == "__main__":
    tested = pathlib.Path(sys.argv[-2]), pathlib.Path(sys.argv[-1])
    problems = self_test(*tested) if sys.argv[1] == "--self-test" else list(check(*tested))
    print("\n".join(problems) or "the desktop's files are valid and agree")
    sys.exit(1 if problems else 0)
