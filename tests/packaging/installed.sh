#!/bin/sh
# The package installs into a minimal Debian 12, works there with nothing but what it names, and leaves nothing behind.
# usage: installed.sh PACKAGE.deb FIGURE.svg     as root, in a system that is thrown away; FIGURE: what the build itself drew
set -eu
package=$(realpath "$1") figure=$(realpath "$2")
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
fail() { echo "FAILED: $*" >&2; exit 1; }
user() { setpriv --reuid 65534 --regid 65534 --clear-groups env HOME=/tmp/user "$@"; }

apt-get update -qq
apt-get install -y -qq --no-install-recommends "$package" >/dev/null
! dpkg-query -W -f '${Package}\n' | grep -e '-dev$' -e '^gcc$' -e '^cmake$' || fail "the package asks for what only a build needs"

mkdir -p /tmp/user && chown 65534 /tmp/user
cd /tmp/user
user headsup export --out figure.svg --stage weights --head 2 "The animal didn't cross the street because it was too tired"
cmp figure.svg "$figure" || fail "the figure of the package is not the one of the build"
user headsup export --out figures --stage all --layer all --head all --format png,pdf "the cat sat"
[ "$(find figures -name '*.png' -size +1k | wc -l)" -ge 20 ] || fail "figures are missing"
echo "headsup export: $(find figures -type f | wc -l) files"

for file in bin/headsup share/man/man1/headsup.1.gz share/applications/org.headsup.HeadsUp.desktop share/applications/zz-headsup-folder.desktop \
  share/metainfo/org.headsup.HeadsUp.metainfo.xml share/mime/packages/org.headsup.HeadsUp.xml \
  share/icons/hicolor/scalable/apps/org.headsup.HeadsUp.svg share/icons/hicolor/48x48/apps/org.headsup.HeadsUp.png \
  share/bash-completion/completions/headsup share/zsh/vendor-completions/_headsup \
  share/fish/vendor_completions.d/headsup.fish share/doc/headsup/copyright share/doc/headsup/docs/guide.md \
  share/locale/de/LC_MESSAGES/headsup.mo; do
  [ -s "/usr/$file" ] || fail "/usr/$file is not there"
done

# The window, with the libraries and drivers that the package names.
apt-get install -y -qq --no-install-recommends xvfb xauth >/dev/null
user timeout 60 xvfb-run -a -s '-screen 0 1280x800x24' headsup --do 'stage weights; quit' "the cat sat" || fail "the window does not open"
echo "window: ok"

apt-get install -y -qq --no-install-recommends lintian >/dev/null
cp "$package" package.deb
user lintian --fail-on error,warning package.deb || fail "lintian has found something"
echo "lintian: ok"

apt-get purge -y -qq headsup >/dev/null
left=$(find / -xdev -path /project -prune -o -path /tmp -prune -o -path /proc -prune -o -iname '*headsup*' -print)
[ -z "$left" ] || fail "purged, and still there: $left"
echo "purge: ok"
