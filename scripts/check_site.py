#!/usr/bin/env python3
"""Checks a site of static pages: check_site.py SITE SOURCES

Every Markdown page in SOURCES must be in SITE, and every link to a page, a
picture, a script or an anchor of the site must lead somewhere. Links to other
sites are not followed. Status 1 if anything is broken.
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The anchors of a page and what it links to."""

    def __init__(self, path):
        super().__init__()
        self.anchors = set()
        self.links = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)


def problems(site, sources):
    pages = {path.resolve(): Page(path) for path in site.rglob("*.html")}
    for source in sources.rglob("*.md"):
        page = site / source.relative_to(sources).with_suffix(".html")
        if source.name != "SUMMARY.md" and page.resolve() not in pages:
            yield f"{source.relative_to(sources)}: not in the site; add it to SUMMARY.md"
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = path
            if parts.path:
                target = (path.parent / unquote(parts.path)).resolve()
            name = path.relative_to(site.resolve())
            if not target.exists():
                yield f"{name}: {link}: there is no such file"
            elif parts.fragment and target in pages:
                if unquote(parts.fragment) not in pages[target].anchors:
                    yield f"{name}: {link}: there is no such anchor"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    found = sorted(set(problems(Path(sys.argv[1]), Path(sys.argv[2]))))
    for problem in found:
        print(problem)
    sys.exit(1 if found else 0)


main()
