#!/bin/bash
# window_test.sh PROGRAM -- the window under a real X server, with real keys and clicks.
#
# What the hands did is read from the journal the window keeps in its state folder, and from the
# files it writes. Every check names the sentence it proves; any that fails makes the exit code 1.
set -u
program=$1
work=$(mktemp -d)
failures=0 server=0 window=0
export ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 # the driver's; leaks of ours are found by run_test.c
export XDG_STATE_HOME=$work/state XDG_CONFIG_HOME=$work/config LC_ALL=C.UTF-8
unset SDL_VIDEODRIVER WAYLAND_DISPLAY
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

# eventually command…: tries for five seconds.
eventually() {
  local i
  for i in $(seq 100); do
    "$@" && return 0
    sleep 0.05
  done
  return 1
}

start_server() { # start_server OPTIONS…: an X server on a free number
  rm -f "$work/number"
  Xvfb -displayfd 3 -screen 0 1440x900x24 -nolisten tcp "$@" 3>"$work/number" 2>/dev/null &
  server=$!
  eventually test -s "$work/number" || { echo "FAILED  Xvfb does not start"; exit 1; }
  DISPLAY=:$(cat "$work/number")
  export DISPLAY
}

end_server() {
  kill "$server" 2>/dev/null
  wait "$server" 2>/dev/null
  server=0
}

journal() { cat "$work/state/headsup/journal-$window" 2>/dev/null; }
journal_has() { journal | grep -qF -- "$1"; }
journal_lacks() { ! journal_has "$1"; }
journal_matches() { journal | grep -qE -- "$1"; }
alive() { kill -0 "$window" 2>/dev/null; }

open_window() { # open_window ARGUMENTS…
  "$program" "$@" 2>"$work/err" &
  window=$!
  eventually xdotool search --name "Heads Up" >"$work/id" 2>/dev/null
  id=$(head -1 "$work/id")
  eventually shows_something
  xdotool mousemove 5 5
}

end_window() { # end_window SIGNAL: sets code
  kill -"$1" "$window"
  wait "$window" 2>/dev/null
  code=$?
  window=0
}

colours() { import -window root -resize 360x225! -format %k info: 2>/dev/null; }
shows_something() { [ "$(colours)" -gt 50 ]; }
keys() { xdotool key --delay 30 "$@"; }
click() { xdotool mousemove "$1" "$2" click 1; }
exit_is() { [ "$code" = "$1" ]; }
says() { grep -qi -- "$1" "$work/err"; }
one_line() { [ "$(wc -l <"$work/err")" = 1 ]; }
ticks() { awk '{print $14 + $15}' "/proc/$window/stat"; }
same_ticks() { local before; before=$(ticks); sleep 3; [ $(($(ticks) - before)) -le 1 ]; }

refuses() { # refuses ARGUMENTS…: runs to its end, at most ten seconds
  timeout 10 "$program" "$@" >/dev/null 2>"$work/err"
  code=$?
}

# ---- a lesson ----
start_server
open_window
check "the window shows itself" shows_something
check "an idle window uses no processor time" same_ticks

keys Return
sleep 0.2
keys ctrl+a
xdotool type --delay 40 'the cat '
# xdotool lends each Han character a key of its own for a moment; a busy machine needs that moment.
for character in 坐 在; do
  xdotool type --delay 200 "$character"
  sleep 0.3
done
xdotool type --delay 40 ' the mat'
check "a typed sentence, Chinese too, is the sentence at once" \
  eventually journal_has 'sentence "the cat 坐在 the mat"'
keys Left Left Left BackSpace BackSpace
xdotool type --delay 40 'r '
check "the caret moves, and deletes where it stands" \
  eventually journal_has 'sentence "the cat 坐在 thr mat"'
keys ctrl+z
check "Ctrl-Z takes the typing back" eventually journal_lacks 'thr mat'
keys Escape
sleep 0.2
keys t
check "letters are keys again after Esc" eventually journal_has 'theme dark'
keys t

keys Home
for i in 1 2 3 4 5 6 7 8 9; do keys Right; sleep 0.05; done
check "→ walks to the last stage" eventually journal_has 'stage joined'
for i in 1 2 3 4; do keys Left; sleep 0.05; done
check "← walks back" eventually journal_matches 'stage (scaled|masked|scores|weights)'
keys 2
check "a digit is a head" eventually journal_has 'head 2'

for i in 1 2 3 4 5 6 7 8 9; do keys Left; sleep 0.05; done
keys Right Right Right
sleep 0.6
click 640 480
check "a click on a cell locks it" eventually journal_matches '(cell|row) [0-9]+'
keys Escape

xdotool mousemove 280 852 mousedown 1
for x in 300 360 420 520 640 720 800; do xdotool mousemove "$x" 852; sleep 0.04; done
xdotool mouseup 1
check "the rail can be dragged along" eventually journal_matches 'stage (masked|weights|scaled)|seek (masked|weights|scaled)'

xdotool mousemove 5 5
keys e
sleep 0.3
keys Return
check "e and Enter export what is shown" eventually test -n "$(ls "$work/out" | grep png)" -o -n "$(sleep 1; ls "$work/out" | grep png)"
keys e
for i in $(seq 10); do keys Up; done
keys Right Right Right Right Return
for i in $(seq 10); do keys Down; done
check "the arrows walk the export form, Enter sets" eventually journal_has 'export what all'
keys Return
many_files() { [ "$(ls headsup-figures 2>/dev/null | wc -l)" -ge 52 ]; }
check "the form exports every stage, layer and head at once" eventually many_files
sleep 0.3
keys ctrl+s
check "Ctrl-S saves the state as a script" eventually test -s headsup-state.txt
check "the saved state holds the sentence" grep -qF '坐在' headsup-state.txt
check "the saved state plays back" "$program" play headsup-state.txt --headless

keys m
sleep 0.2
keys ctrl+z ctrl+z ctrl+z ctrl+z ctrl+z ctrl+z ctrl+z ctrl+z
check "undo goes back to the first sentence" eventually journal_has "didn't cross"
keys ctrl+y
check "redo goes forward" eventually journal_lacks "didn't cross"

# ---- sizes ----
for size in "1920 1080" "1 1" "960 600" "300 2000" "37 11" "1440 900"; do
  for i in 1 2 3 4 5; do xdotool windowsize "$id" $size; done
done
for i in $(seq 40); do xdotool windowsize "$id" $((960 + i * 12)) $((600 + i * 7)); done
xdotool windowsize --sync "$id" 1440 900
check "a storm of sizes, one of them 1 x 1, does no harm" alive
check "the window draws after it" eventually shows_something
keys F11
sleep 0.3
keys F11
check "full screen and back" alive

# ---- ends ----
end_window TERM
check "SIGTERM ends in order with 143" exit_is 143
check "SIGTERM keeps the journal" test -n "$(ls "$work/state/headsup" | grep journal)"
open_window
keys Return
check "the next start offers the sentence back, Enter takes it" eventually journal_has '坐在'
end_window KILL
open_window
keys Return
check "after SIGKILL too" eventually journal_has '坐在'
end_window INT
check "SIGINT ends in order with 130" exit_is 130
rm -rf "$work/state/headsup"
refuses --do 'sentence "one two three"; quit'
check "quit ends with 0" exit_is 0
check "an orderly end leaves no journal" test -z "$(ls "$work/state/headsup" 2>/dev/null | grep journal)"

# ---- what a display may lack ----
MESA_GL_VERSION_OVERRIDE=2.1 refuses
check "without OpenGL 3.3: exit 1" exit_is 1
check "without OpenGL 3.3: one sentence that says so" says 'opengl 3.3'
check "one line on stderr" one_line
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

# ---- the X server goes away ----
start_server
open_window
keys Return
sleep 0.2
keys ctrl+a
xdotool type --delay 30 'still here'
eventually journal_has 'still here'
end_server
wait "$window"
window=0
start_server
open_window
keys Return
check "when X dies the sentence is already on disk" eventually journal_has 'still here'
end_window TERM

[ $failures = 0 ] && echo "all passed" || echo "$failures failed"
[ $failures = 0 ]
