#!/usr/bin/env bash
# Installs a Debian package in a fresh Debian root, uses it, upgrades it to a higher version,
# and removes it without a trace. It must run as root.
#
#   scripts/release/test_deb.sh PACKAGE ROOT
set -euo pipefail
package=$1 root=$2

inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"; }
# Without what dpkg and ldconfig themselves write.
everything() {
  (cd "$root" && find . -xdev -not -path './proc/*' -not -path './var/lib/dpkg/*' \
    -not -path './var/cache/*' -not -path './var/log/*' -not -path './package*.deb' | sort)
}
as_engine() {
  printf 'name\ngenmove black\nquit\n' | inside obverse --level 4 | tr -s '\n' | tee >(cat >&2) |
    tr '\n' '/' | grep '^= Obverse/= [A-H][1-8]/= */$' >/dev/null
}

before=$(everything)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
dpkg-deb -R "$package" "$work/next"
version=$(sed -n 's/^Version: //p' "$work/next/DEBIAN/control")
sed -i "s/^Version: .*/Version: $version.1/" "$work/next/DEBIAN/control"
dpkg-deb --root-owner-group -b "$work/next" "$root/package-next.deb" >/dev/null
cp "$package" "$root/package.deb"

echo "install $version"
inside dpkg -i /package.deb
as_engine
printf '%s\n' '-OXXXX--X-OXXX---XOOOX-XOXXXXOXX-XXXOOXX-XOXOOXXOXOOOXXX-XXXOXXX O; G1:+18' |
  inside obverse solve - | tee >(cat >&2) | grep ' right ' >/dev/null
for file in man/man1/obverse.1.gz bash-completion/completions/obverse \
  zsh/vendor-completions/_obverse fish/vendor_completions.d/obverse.fish doc/obverse/copyright; do
  [ -s "$root/usr/share/$file" ] || { echo "$file is missing"; exit 1; }
done
zcat "$root/usr/share/man/man1/obverse.1.gz" | grep '^\.TH OBVERSE 1' >/dev/null
inside bash -c 'source /usr/share/bash-completion/completions/obverse; complete -p obverse'
inside dpkg --verify obverse
grep -q "^Status: install ok installed" <(inside dpkg -s obverse)

echo "upgrade to $version.1"
inside dpkg -i /package-next.deb
[ "$(inside dpkg-query -W -f '${Version}' obverse)" = "$version.1" ]
as_engine

echo "remove and purge"
inside dpkg -r obverse
[ ! -e "$root/usr/bin/obverse" ]
inside dpkg -P obverse 2>/dev/null || true
! inside dpkg -s obverse >/dev/null 2>&1
rm "$root/package.deb" "$root/package-next.deb"
diff <(echo "$before") <(everything)
echo "nothing is left"
