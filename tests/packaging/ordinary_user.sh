#!/bin/sh
# What an ordinary user without root gets in a system that has no package of tools/packages: the sentence that names them and
# the way without them, and on that way the same figures as root, and a window. tools/fresh user runs it as root.
# usage: tests/packaging/ordinary_user.sh
set -eu
cd "$(dirname "$0")/../.."
project=$PWD
user_project=/home/ada/project
useradd --create-home ada
git clone --quiet "$project" "$user_project"
chown -R ada:ada /home/ada
network=
# shellcheck disable=SC2086
as_ada() { # COMMAND…
  (cd "$user_project" && exec $network setpriv --reuid ada --regid ada --init-groups env HOME=/home/ada "$@")
}
fail() { echo "tests/packaging/ordinary_user.sh: $*" >&2; exit 1; }

echo "-- tools/run says what is missing"
status=0
as_ada tools/run >said 2>&1 || status=$?
cat said
[ $status = 1 ] || fail "tools/run ended with $status instead of 1"
sed -n 's/^\(build\|run\|fonts\) //p' tools/packages | while read -r package; do
  grep -q "apt-get install.* $package\( \|$\)" said || fail "the sentence does not name $package"
done
grep -qx '  tools/without-root tools/run' said || fail "the sentence does not name the way without root"

echo "-- tools/without-root tools/run"
as_ada tools/without-root tools/run
echo "-- again, without a network"
network="unshare --net"
as_ada tools/without-root tools/run >said 2>&1 || { cat said; fail "the second time needs a network"; }
! grep Downloading said || fail "the second time downloads"
as_ada tools/without-root build/release/headsup export --out again --stage weights --layer all --head all "the cat sat" ||
  fail "the program does not run alone"
as_ada env SDL_VIDEODRIVER=offscreen timeout 60 tools/without-root build/release/headsup --do 'stage weights; quit' "the cat sat" ||
  fail "the window does not open"
network=

echo "-- the same as root"
tools/run >/dev/null
diff -r build/figures "$user_project/build/figures" || fail "the figures differ from those of root"
echo "$(find build/figures -name '*.png' | wc -l) figures are the same as root's"
