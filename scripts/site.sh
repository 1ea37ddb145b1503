#!/bin/bash
# Builds the documents into a website with search, in target/site/book/. The first run
# installs mdBook into target/tools/, which takes about a minute.
#
# A page that is missing from the site is an error, and so is a broken link.
set -euo pipefail
cd "$(dirname "$0")/.."

version=0.5.4
tools=target/tools
site=target/site

# A debug build takes half the time and is fast enough for these few pages.
if ! "$tools/bin/mdbook" --version 2>/dev/null | grep -qx "mdbook v$version"; then
    cargo install mdbook --version "$version" --locked --debug --quiet \
        --no-default-features --features search --root "$tools"
fi

# The documents keep their relative paths, so that their links work on the site too.
rm -rf "$site"
mkdir -p "$site/src"
cp docs/site/book.toml docs/site/tables.css "$site"
cp docs/site/*.md protocol.md ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md SECURITY.md "$site/src"
cp -r docs "$site/src/docs"
rm -r "$site/src/docs/site"

"$tools/bin/mdbook" build "$site"
scripts/check_site.py "$site/book" "$site/src"
