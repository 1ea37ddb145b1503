#!/usr/bin/env bash
# Makes the files of a release from a commit, always the same bytes with the same compiler:
#
#   scripts/release.sh [--out FOLDER] [--build FOLDER] [TAG OR COMMIT]
#
# Without a commit it takes HEAD, and refuses if the working tree has changes that HEAD
# lacks. FOLDER, which is target/release-files unless given, then has
#
#   obverse-VERSION-TARGET.tar.gz    program, manual, completions, licences, documents
#   obverse_VERSION-1_ARCH.deb       the same as a Debian package
#   obverse-VERSION.cdx.json         the crates in the program (CycloneDX), with licences
#   SHA256SUMS                       the checksums of these files
#
# With --build, compiled code is kept in that folder, so that the next run is faster.
# It needs Linux, git, Rust, Python 3, GNU tar and gzip, and binutils; without dpkg-deb,
# there is no Debian package. Nothing is downloaded but the crates in Cargo.lock.
set -euo pipefail
export LC_ALL=C TZ=UTC
umask 022

fail() {
  echo "release.sh: $*" >&2
  exit 1
}

repository=$(cd "$(dirname "$0")/.." && pwd)
out=$repository/target/release-files
build=
revision=
while [ $# -gt 0 ]; do
  case $1 in
    --out | --build)
      [ $# -ge 2 ] || fail "$1 needs a folder"
      mkdir -p "$2" || fail "$1: cannot make $2"
      folder=$(cd "$2" && pwd)
      if [ "$1" = --out ]; then out=$folder; else build=$folder; fi
      shift
      ;;
    -h | --help)
      sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"
      exit
      ;;
    -*) fail "unknown flag $1; see --help" ;;
    *)
      [ -z "$revision" ] || fail "one commit only, not $revision and $1"
      revision=$1
      ;;
  esac
  shift
done

[ "$(uname -s)" = Linux ] || fail "works on Linux only"
for program in git cargo rustc tar gzip python3 objdump strip sha256sum; do
  command -v "$program" >/dev/null || fail "needs $program, which is not installed"
done
cd "$repository"
git rev-parse --git-dir >/dev/null 2>&1 || fail "$repository is no git repository"
if [ -z "$revision" ]; then
  [ -z "$(git status --porcelain)" ] ||
    fail "the working tree has changes; commit them, or name a commit, such as HEAD, to build without them"
  revision=HEAD
fi
commit=$(git rev-parse --verify --quiet "$revision^{commit}") || fail "no commit named $revision"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
source=$work/source
build=${build:-$work/build}
mkdir "$source"
git archive --format=tar "$commit" | tar -x -C "$source"
version=$(sed -n '0,/^version = "\(.*\)"$/s//\1/p' "$source/Cargo.toml")
case $revision in
  v[0-9]*) [ "$revision" = "v$version" ] || fail "the tag is $revision, but Cargo.toml has the version $version" ;;
esac
target=$(rustc -vV | sed -n 's/^host: //p')
SOURCE_DATE_EPOCH=$(git show --no-patch --format=%ct "$commit")
export SOURCE_DATE_EPOCH
echo "obverse $version for $target from $(git rev-parse --short "$commit")"

# No path of this machine may get into the program. The library of Rust is named as in the
# binaries of its own release.
sysroot=$(rustc --print sysroot)
rust=$(rustc -vV | sed -n 's/^commit-hash: //p')
registry=${CARGO_HOME:-$HOME/.cargo}/registry/src
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_RUSTFLAGS CARGO_BUILD_TARGET CARGO_TARGET_DIR
flags=(
  "--remap-path-prefix=$work=/build"
  "--remap-path-prefix=$build=/build/target"
  "--remap-path-prefix=$source=/build/obverse"
  "--remap-path-prefix=$sysroot/lib/rustlib/src/rust=/rustc/$rust"
)
(cd "$source" && cargo fetch --locked --quiet --target "$target")
for folder in "$registry"/*/; do
  flags+=("--remap-path-prefix=${folder%/}=/cargo")
done
# Cargo makes a part of all symbols from RUSTFLAGS, which would then depend on the folders.
printf '#!/usr/bin/env bash\nexec %q "$@" %s\n' "$sysroot/bin/rustc" "$(printf '%q ' "${flags[@]}")" >"$work/rustc"
chmod 755 "$work/rustc"
(
  cd "$source"
  RUSTC=$work/rustc cargo build --release --locked --target "$target" --target-dir "$build"
)

name=obverse-$version-$target
files=$work/$name
mkdir "$files" "$files/completions"
program=$files/obverse
strip --remove-section=.comment -o "$program" "$build/$target/release/obverse"
chmod 755 "$program"
for path in "$work" "$sysroot/lib/rustlib" "$registry"; do
  ! grep -q -a -F -- "$path" "$program" || fail "the program contains the path $path"
done
"$program" man >"$files/obverse.1"
"$program" completions bash >"$files/completions/obverse.bash"
"$program" completions zsh >"$files/completions/_obverse"
"$program" completions fish >"$files/completions/obverse.fish"
cp -r "$source"/{LICENSE,README.md,CHANGELOG.md,protocol.md,ARCHITECTURE.md,CONTRIBUTING.md,SECURITY.md,docs} "$files"
[ ! -e "$source/Containerfile" ] || cp "$source/Containerfile" "$files"
rm -r "$files/docs/site"
copyright=$sysroot/share/doc/rust/COPYRIGHT-library.html
[ -r "$copyright" ] || fail "this installation of Rust lacks $copyright"
cp "$copyright" "$files/COPYRIGHT-rust-library.html"
sbom=obverse-$version.cdx.json
python3 "$repository/scripts/release/dependencies.py" --source "$source" --target "$target" \
  --commit "$commit" --sbom "$work/$sbom" --licences "$files/THIRD-PARTY.txt"
chmod -R u=rwX,go=rX "$files"

# An older release must not be taken for a part of this one.
mkdir -p "$out"
rm -f "$out"/obverse[-_]*.{tar.gz,deb,cdx.json} "$out/SHA256SUMS"
cp "$work/$sbom" "$out"
tar -c -C "$work" --format=gnu --sort=name --owner=0 --group=0 --numeric-owner \
  --mtime="@$SOURCE_DATE_EPOCH" "$name" | gzip -9 -n >"$out/$name.tar.gz"
if command -v dpkg-deb >/dev/null; then
  "$repository/scripts/release/deb.sh" "$files" "$version" "$out"
else
  echo "there is no dpkg-deb here, and therefore no Debian package"
fi
(cd "$out" && sha256sum obverse[-_]* | tee SHA256SUMS)
