#!/usr/bin/env bash
# Makes a Debian package from the folder that becomes the tarball: called by
# scripts/release.sh, which sets SOURCE_DATE_EPOCH.
#
#   scripts/release/deb.sh FILES VERSION OUT
set -euo pipefail
export LC_ALL=C TZ=UTC
files=$1 version=$2-1 out=$3
maintainer="The Obverse authors <obverse@example.org>"

architecture=$(dpkg --print-architecture)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
umask 022
chmod 755 "$root"
documents=$root/usr/share/doc/obverse

install -D -m 755 "$files/obverse" "$root/usr/bin/obverse"
install -D -m 644 "$files/completions/obverse.bash" "$root/usr/share/bash-completion/completions/obverse"
install -D -m 644 "$files/completions/_obverse" "$root/usr/share/zsh/vendor-completions/_obverse"
install -D -m 644 "$files/completions/obverse.fish" "$root/usr/share/fish/vendor_completions.d/obverse.fish"
mkdir -p "$root/usr/share/man/man1" "$documents"
gzip -9 -n <"$files/obverse.1" >"$root/usr/share/man/man1/obverse.1.gz"
gzip -9 -n <"$files/CHANGELOG.md" >"$documents/changelog.gz"
gzip -9 -n >"$documents/changelog.Debian.gz" <<TEXT
obverse ($version) unstable; urgency=medium

  * Release ${version%-1}. The changes are in changelog.gz.

 -- $maintainer  $(date --rfc-email --date="@$SOURCE_DATE_EPOCH")
TEXT
for notice in THIRD-PARTY.txt COPYRIGHT-rust-library.html; do
  gzip -9 -n <"$files/$notice" >"$documents/$notice.gz"
done
cp -r "$files"/{README.md,protocol.md,ARCHITECTURE.md,CONTRIBUTING.md,SECURITY.md,docs} "$documents"

# The licence file has its MIT part between two rulers; Debian has the Apache licence.
mit=$(sed -n '/^MIT License$/,/^====/{/^MIT License$/d;/^====/d;p}' "$files/LICENSE")
indented() { sed 's/^$/./; s/^/ /'; }
{
  cat <<'TEXT'
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: obverse
Comment: The program also contains code of other projects. THIRD-PARTY.txt.gz and
 COPYRIGHT-rust-library.html.gz in this folder have their licences and notices.

Files: *
TEXT
  echo "Copyright: $(sed -n 's/^Copyright (c) //p' "$files/LICENSE" | head -n 1)"
  cat <<'TEXT'
License: MIT or Apache-2.0

License: MIT
TEXT
  sed '/./,$!d' <<<"$mit" | sed -e :a -e '/^\n*$/{$d;N;ba}' | indented
  cat <<'TEXT'

License: Apache-2.0
 On Debian systems, the text of the Apache License, version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
TEXT
} >"$documents/copyright"

# The newest symbols that the program needs decide which versions of its libraries it needs.
newest() {
  objdump -T "$files/obverse" | sed -n "s/.*[( ]$1_\([0-9.]*\)[) ].*/\1/p" | sort -V | tail -n 1
}
mkdir "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<TEXT
Package: obverse
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Section: misc
Priority: optional
Installed-Size: $(du -sk --apparent-size --exclude=DEBIAN "$root" | cut -f 1)
Depends: libc6 (>= $(newest GLIBC)), libgcc-s1 (>= $(newest GCC | sed 's/\.0$//'))
Description: Othello engine that speaks GTP and six other protocols
 Obverse plays Othello (Reversi) in a graphical interface, from a script or in a
 terminal. It also analyses games, solves endgames exactly, and runs matches
 between engines.
 .
 Programs that speak GTP, NBoard's protocol, UCI, UGI or the protocols of
 Edax, Cassio and XBoard can use it as their engine.
TEXT
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --build "$root" "$out/obverse_${version}_$architecture.deb" >/dev/null
