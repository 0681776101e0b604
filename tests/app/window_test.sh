#!/bin/bash
# window_test.sh PROGRAM -- the window under a real X server, with real keys and clicks.
#
# What the hands did is read from the journal the window keeps in its state folder, from the files
# it writes and from the pixels of the server. Nothing is waited for by the clock: every wait ends
# when what it waits for is seen, so a busy machine makes the test slower and nothing else. Every
# check names the sentence it proves; any that fails makes the exit code 1.
set -u
program=$1
tests=$(cd "$(dirname "$0")" && pwd)
patience=60 # seconds until something is held to be missing
work=$(mktemp -d)
failures=0 server=0 window=0
export ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 # the driver's; leaks of ours are found by main_loop_test.c
export XDG_STATE_HOME=$work/state XDG_CONFIG_HOME=$work/config LC_ALL=C.UTF-8
unset SDL_VIDEODRIVER WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS XDG_RUNTIME_DIR
mkdir -p "$work/state" "$work/config" "$work/out"
cd "$work/out" || exit 1

cleanup() {
  [ "$window" != 0 ] && kill -KILL "$window" 2>/dev/null
  [ "$server" != 0 ] && kill "$server" 2>/dev/null
  rm -rf "$work"
}
trap cleanup EXIT

check() { # check "sentence" command…
  local sentence=$1
  shift
  if "$@"; then echo "ok      $sentence"; else
    echo "FAILED  $sentence"
    failures=$((failures + 1))
  fi
}

eventually() { # eventually command…: tries until it succeeds or patience is at its end
  local end=$((SECONDS + patience))
  until "$@"; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.05
  done
}

# ---- the server ----

start_server() { # start_server OPTIONS…: an X server on a free number, its pixels in a file
  rm -rf "$work/number" "$work/pixels"
  mkdir "$work/pixels"
  Xvfb -displayfd 3 -screen 0 1440x900x24 -nolisten tcp -noreset -fbdir "$work/pixels" "$@" \
    3>"$work/number" 2>/dev/null &
  server=$!
  eventually test -s "$work/number" || { echo "FAILED  Xvfb does not start"; exit 1; }
  DISPLAY=:$(cat "$work/number")
  export DISPLAY
  # -noreset above: or all of this would go with the first client that ends.
  xset r off # a press that lasts long on a busy machine is one press all the same
  # Keys of their own for these two; xdotool would lend them one, for a moment that may be missed.
  xmodmap -e 'keycode 248 = U5750' -e 'keycode 249 = U5728'
}

end_server() {
  kill "$server" 2>/dev/null
  wait "$server" 2>/dev/null
  server=0
}

# The server's picture (X window dump): how many colours, and a number that tells pictures apart.
read_picture='
import struct, sys, zlib
dump = open(sys.argv[1], "rb").read()
head = struct.unpack(">25I", dump[:100])
start, width, height, row_bytes = head[0] + 12 * head[19], head[4], head[5], head[12]
colours = set()
for y in range(0, height, 4):
    row = dump[start + y * row_bytes:start + y * row_bytes + 4 * width]
    colours.update(row[x:x + 3] for x in range(0, len(row), 16))
print(len(colours), zlib.crc32(dump[start:]))'
picture() { python3 -c "$read_picture" "$work/pixels/Xvfb_screen0"; }
colours() { local both; both=$(picture); echo "${both% *}"; }
shows_something() { [ "$(colours)" -gt 50 ]; }
picture_is() { [ "$(picture)" = "$1" ]; }
differs_from() { [ "$(picture)" != "$1" ]; }

# ---- the window ----

journal() { cat "$work/state/headsup/journal-$window" 2>/dev/null; }
journal_has() { journal | grep -qF -- "$1"; }
journal_lacks() { ! journal_has "$1"; }
journal_matches() { journal | grep -qE -- "$1"; }
kept_journals() { find "$work/state" -name 'journal*' 2>/dev/null | wc -l; }
alive() { kill -0 "$window" 2>/dev/null; }
gone() { ! alive || [ "$(awk '{print $3}' "/proc/$window/stat" 2>/dev/null)" = Z ]; }
ticks() { awk '{print $14 + $15}' "/proc/$window/stat"; }
same_ticks() { local before; before=$(ticks); sleep 3; [ $(($(ticks) - before)) -le 1 ]; }

# Nothing moves any more: the same picture, and no work done on it.
rests() {
  local before=$(ticks) seen=$(picture)
  sleep 0.4
  [ "$(ticks)" = "$before" ] && [ "$(picture)" = "$seen" ]
}
at_rest() { eventually rests; }

find_window() {
  id=$(xdotool search --pid "$window" --name '^Heads Up$' 2>/dev/null | head -1)
  [ -n "$id" ]
}

open_window() { # open_window ARGUMENTS…: until it is there and has come to rest
  "$program" "$@" 2>"$work/err" &
  window=$!
  eventually find_window
  xdotool mousemove 5 5
  eventually shows_something
  at_rest
}

end_window() { # end_window SIGNAL: sets code
  kill -"$1" "$window"
  eventually gone || kill -KILL "$window"
  wait "$window" 2>/dev/null
  code=$?
  window=0
}

# One process a key: two presses never share a moment, which X would take for a key held down.
keys() {
  local key
  for key; do xdotool key "$key"; done
}
type_text() { xdotool type --delay 20 "$1"; }
click() { xdotool mousemove "$1" "$2" click 1; }
close_by_key() { # sets code
  keys ctrl+q
  eventually gone
  wait "$window"
  code=$?
  window=0
}

begin_edit() { # the caret is seen before anything is typed
  at_rest
  local before
  before=$(picture)
  keys Return
  eventually differs_from "$before"
}
geometry() { # "x y width height"
  local X Y WIDTH HEIGHT WINDOW SCREEN
  eval "$(xdotool getwindowgeometry --shell "$id")"
  echo "$X $Y $WIDTH $HEIGHT"
}
geometry_is() { [ "$(geometry)" = "$1" ]; }
exit_is() { [ "$code" = "$1" ] || { echo "        it ended with $code"; false; }; }
says() { grep -qi -- "$1" "$work/err"; }
one_line() { [ "$(wc -l <"$work/err")" = 1 ]; }
holds_files() { [ "$(find "$1" -name "$2" 2>/dev/null | wc -l)" -ge "$3" ]; }

runs() { # runs ARGUMENTS…: to its end; sets code
  timeout -k 5 $patience "$program" "$@" >/dev/null 2>"$work/err"
  code=$?
}
refuses() { runs "$@"; } # where an end with a failure is expected

# ---- a lesson ----
start_server
open_window
check "the window shows itself" shows_something
grep -q GLX_mesa "/proc/$window/maps" && is_mesa=yes || is_mesa=
check "an idle window uses no processor time" same_ticks

begin_edit
keys ctrl+a
type_text 'the cat 坐在 the mat'
check "a typed sentence, Chinese too, is the sentence at once" \
  eventually journal_has 'sentence "the cat 坐在 the mat"'
keys Left Left Left BackSpace BackSpace
type_text 'r '
check "the caret moves, and deletes where it stands" \
  eventually journal_has 'sentence "the cat 坐在 thr mat"'
keys ctrl+z
check "Ctrl-Z takes the typing back" eventually journal_lacks 'thr mat'
keys Return
at_rest
kill -STOP "$window" # so that it gets all of these at one time
keys Return ctrl+a q u i c k
kill -CONT "$window"
check "keys pressed together with Enter are typed" eventually journal_has 'sentence "quick"'
keys ctrl+z
eventually journal_has 'sentence "the cat'
keys Return
at_rest
kill -STOP "$window"
click 900 32
keys x y z
kill -CONT "$window"
check "keys pressed together with a click into the sentence are typed" \
  eventually journal_matches 'sentence "the cat .*xyz'
keys ctrl+z
keys Return
at_rest
echo "a rose is a rose" >"$work/out/dropped words.txt"
check "a file is dropped on the window" \
  python3 "$tests/drop.py" "$id" "$work/out/dropped words.txt"
check "its text is the sentence" eventually journal_has 'sentence "a rose is a rose"'
mkdir "$work/out/llama"
echo '{"model_type": "llama"}' >"$work/out/llama/config.json"
before=$(picture)
check "a folder is dropped on the window" python3 "$tests/drop.py" "$id" "$work/out/llama"
check "why it cannot be opened is told" eventually differs_from "$before"
check "and the sentence stays" journal_has 'sentence "a rose is a rose"'
keys ctrl+z
eventually journal_has 'sentence "the cat'
keys t
check "letters are keys again after Esc" eventually journal_has 'theme dark'
keys t
check "t again: light" eventually journal_lacks 'theme dark'

keys Home Right Right Right Right Right Right Right Right Right Right
check "→ walks to the last stage" eventually journal_matches 'stage (block|logits)'
keys Left Left Left Left
check "← walks back" eventually journal_matches 'stage (scaled|masked|scores|weights|output)'
keys 2
check "a digit is a head" eventually journal_has 'head 2'

keys Home Right Right Right
eventually journal_has 'stage scores'
at_rest # a picture on its way out answers no hand
click 640 480
check "a click on a cell locks it" eventually journal_matches '(cell|row) [0-9]+'
keys Escape

xdotool mousemove 280 852 mousedown 1
for x in 300 360 420 520 640 720 800; do xdotool mousemove "$x" 852; done
xdotool mouseup 1
check "the rail can be dragged along" eventually journal_matches '(stage|seek) (masked|weights|scaled|output)'

xdotool mousemove 5 5
keys e Return
check "e and Enter export what is shown" eventually holds_files "$work/out" '*.png' 1
# 26 rows lie above the button that exports.
keys e Up Up Up Up Up Up Up Up Up Up Up Up Up Up Up Up Up Up Up Up Up Up Up Up Up Up Right Right Right Right Right Right Right Right Right Right Right Right Return
keys Down Down Down Down Down Down Down Down Down Down Down Down Down Down Down Down Down Down Down Down Down Down Down Down Down Down
check "the arrows walk the export form, Enter sets" eventually journal_has 'export what all'
keys Return
check "the form exports every stage, layer and head at once" \
  eventually holds_files headsup-figures '*' 52
keys ctrl+s
check "Ctrl-S saves the state as a script" eventually test -s state.headsup
check "the saved state holds the sentence" grep -qF '坐在' state.headsup
check "the saved state plays back" "$program" play state.headsup --headless

keys m ctrl+z ctrl+z ctrl+z ctrl+z ctrl+z ctrl+z ctrl+z ctrl+z
check "undo goes back to the first sentence" eventually journal_has "didn't cross"
keys ctrl+y
check "redo goes forward" eventually journal_lacks "didn't cross"

# ---- sizes ----
for size in "1920 1080" "1 1" "960 600" "300 2000" "37 11" "1440 900"; do
  for i in 1 2 3 4 5; do xdotool windowsize "$id" $size; done
done
for i in $(seq 40); do xdotool windowsize "$id" $((960 + i * 12)) $((600 + i * 7)); done
xdotool windowsize "$id" 1000 700 windowmove "$id" 60 40
check "a storm of sizes, one of them 1 x 1, does no harm" eventually geometry_is "60 40 1000 700"
at_rest
check "the window draws after it" shows_something
keys F11
check "F11 fills the display, without a window manager too" eventually geometry_is "0 0 1440 900"
keys F11
check "F11 again: the place and the size from before" eventually geometry_is "60 40 1000 700"
at_rest
check "the window draws after it" shows_something

# ---- ends ----
end_window TERM
check "SIGTERM ends in order with 143" exit_is 143
check "SIGTERM keeps the journal" test "$(kept_journals)" -ge 1
open_window
keys Return
check "the next start offers the sentence back, Enter takes it" eventually journal_has '坐在'
end_window KILL
open_window
keys Return
check "after SIGKILL too" eventually journal_has '坐在'
end_window INT
check "SIGINT ends in order with 130" exit_is 130
open_window --new "ddd eee fff"
keys Escape
close_by_key
open_window
keys Right Return
check "behind the question stands where the last window was closed" eventually journal_has 'ddd eee fff'
end_window INT
rm -rf "$work/state/headsup"
mkdir "$work/launcher"
printf '#!/bin/sh\ntouch "%s/bus started"\nexit 1\n' "$work" >"$work/launcher/dbus-launch"
chmod +x "$work/launcher/dbus-launch"
PATH=$work/launcher:$PATH runs --do 'sentence "one two three"; quit'
check "quit ends with 0" exit_is 0
check "no session bus is started where none runs" test ! -e "$work/bus started"
check "an orderly end leaves no journal" test "$(kept_journals)" = 0
printf '# headsup 1\nstage weights\nwait 300\nexport "%s"\nquit\n' "$work/out/lesson.csv" >"$work/out/lesson.txt"
runs play --write "$work/out/lesson.txt" --do 'sentence "first things"'
check "the commands of --do run in the window, then the script, to the end" exit_is 0
check "the script finds what the commands did" grep -q things "$work/out/lesson.csv"
printf '# headsup 1\nwait 300\nview overview\n' >"$work/out/lesson.txt"
refuses play "$work/out/lesson.txt" --do "export $work/out/overview.csv"
check "what the command line asked for and fails later ends the window, too" exit_is 2
check "with the place and the sentence" says 'headsup: --do:1: csv, npy and json hold'

# ---- files on the command line ----
opened="$work/out/状态 100 %.headsup"
printf '# headsup 1\nsentence "from a file"\nstage weights\nwait 200\nhead 3\n' >"$opened"
open_window "$opened"
check "a saved state named on the command line opens" eventually journal_has 'sentence "from a file"'
check "it opens whole" eventually journal_has 'head 3'
close_by_key
check "the window of a file that opened ends with 0" exit_is 0
runs "$opened" --do "export $work/out/opened.csv" --do quit
check "the commands of --do run when the file is open" exit_is 0
check "and see its state" test "$(wc -l <"$work/out/opened.csv")" = 4
printf '# headsup 1\nstage nowhere\n' >"$work/out/broken.headsup"
refuses "$work/out/broken.headsup" --do quit
check "with --do a broken file opens no window" exit_is 1
check "and says why" says 'broken.headsup:2: there is no stage'
timeout -k 5 $patience script -qec "'$program' '$work/out/broken.headsup'" "$work/terminal" </dev/null >/dev/null 2>&1
code=$?
check "on a terminal a broken file opens no window" exit_is 1
check "and the terminal says why" grep -q 'broken.headsup:2: there is no stage' "$work/terminal"
open_window "$work/out/broken.headsup"
check "without a terminal the window opens and shows why" shows_something
check "and standard error is still empty" test ! -s "$work/err"
close_by_key
check "then it ends with 1" exit_is 1
check "and says why on standard error, too" says 'broken.headsup:2: there is no stage'
check "one line on stderr" one_line
refuses file://elsewhere/x.headsup --do quit
check "with --do a file of another computer opens no window" exit_is 1
open_window file://elsewhere/x.headsup
check "without a terminal the window opens and tells of another computer" shows_something
check "and standard error is still empty" test ! -s "$work/err"
close_by_key
check "then it ends with 1" exit_is 1
check "and standard error names the other computer" says 'file://elsewhere/x.headsup is on another computer'
check "one line on stderr" one_line

# ---- what a display may lack ----
if [ -n "$is_mesa" ]; then # other drivers know neither variable
  MESA_GL_VERSION_OVERRIDE=2.1 refuses
  check "without OpenGL 3.3: exit 1" exit_is 1
  check "without OpenGL 3.3: one sentence that says so" says 'opengl 3.3'
  check "one line on stderr" one_line
  LIBGL_DRIVERS_PATH=/nowhere refuses
  check "a driver that cannot be loaded: exit 1" exit_is 1
  check "a driver that cannot be loaded: a sentence that says where and what helps" says 'headsup: .*from /nowhere: unset LIBGL_DRIVERS_PATH.*headsup export'
else
  echo "skipped what Mesa alone can be made to lack: this driver is another"
fi
end_server
start_server -extension GLX
refuses
check "without GLX: exit 1" exit_is 1
check "without GLX: one sentence that says so" says 'opengl'
end_server
unset DISPLAY
refuses
check "without a display: exit 1" exit_is 1
check "without a display: a sentence that names it" says 'display'
check "without a display: it names the way without one" says 'headsup export'
check "one line on stderr" one_line
SDL_VIDEODRIVER=dummy refuses
check "a driver without OpenGL: exit 1" exit_is 1

# ---- in front of a class ----
start_server
open_window --do "stage scores; cell 2 2; layer 1"
before=$(geometry)
keys F5
check "F5 is the presenter view" eventually journal_has 'presenter on'
check "it has the whole display" eventually geometry_is "0 0 1440 900"
at_rest
seen=$(picture)
few_colours() { [ "$(colours)" -le 1 ]; }
keys b
check "b is a black screen" eventually few_colours
keys Next
check "a step ends it, and does nothing else" eventually picture_is "$seen"
check "the layer is the same" journal_has 'layer 1'
keys period
check "the other key of clickers, too" eventually few_colours
keys period
eventually picture_is "$seen"
keys w
check "w is a white screen" eventually few_colours
keys w
eventually picture_is "$seen"
keys Next
check "PageDown is the next step" eventually journal_has 'stage scaled'
keys Prior
check "PageUp is the previous step" eventually journal_has 'stage scores'
keys Escape
check "Esc leaves it" eventually journal_lacks 'presenter on'
check "the window is as it was" eventually geometry_is "$before"
check "the cell is as it was" journal_has 'cell 2 2'
keys period
check "outside it . is the next layer" eventually journal_has 'layer 2'
keys F5
eventually journal_has 'presenter on'
keys F5
check "F5 leaves it, too" eventually journal_lacks 'presenter on'
end_window TERM
end_server
rm -rf "$work/state/headsup" # or the next start would offer it

# ---- the X server goes away ----
start_server
open_window
begin_edit
keys ctrl+a
type_text 'still here'
eventually journal_has 'still here'
end_server
eventually gone || kill -KILL "$window"
wait "$window" 2>/dev/null
window=0
start_server
open_window
keys Return
check "when X dies the sentence is already on disk" eventually journal_has 'still here'
end_window TERM

[ $failures = 0 ] && echo "all passed" || echo "$failures failed"
[ $failures = 0 ]
