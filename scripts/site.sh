#!/bin/bash
# Builds the documents into a site with search, in target/site/book/. The first run
# installs mdBook into target/tools/, which takes about a minute.
#
# A page that is missing from the site, or a link that leads nowhere, is an error.
set -euo pipefail
cd "$(dirname "$0")/.."

version=0.5.4
tools=target/tools
site=target/site

# Unoptimised it is built in half the time, and fast enough for these few pages.
if ! "$tools/bin/mdbook" --version 2>/dev/null | grep -qx "mdbook v$version"; then
    cargo install mdbook --version "$version" --locked --debug --quiet \
        --no-default-features --features search --root "$tools"
fi

# The documents keep their places, so that their links work here and there.
rm -rf "$site"
mkdir -p "$site/src"
cp docs/site/book.toml "$site"
cp docs/site/*.md protocol.md ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md "$site/src"
cp -r docs "$site/src/docs"
rm -r "$site/src/docs/site"

"$tools/bin/mdbook" build "$site"
scripts/check_site.py "$site/book" "$site/src"
