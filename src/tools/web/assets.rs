//! The files of the page. To add one, add its row.

/// A file that the page can load.
pub(super) struct Asset {
    /// Its path below the secret part of the address; empty for the page itself.
    pub(super) name: &'static str,
    pub(super) content_type: &'static str,
    pub(super) bytes: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const PICTURE: &str = "image/svg+xml";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// The row of a file of this folder's `page`.
macro_rules! own {
    ($name:literal, $content_type:expr) => {
        Asset {
            name: $name,
            content_type: $content_type,
            bytes: include_bytes!(concat!("page/", $name)),
        }
    };
}

/// The row of a file that other pages contain, too.
macro_rules! shared {
    ($name:literal, $content_type:expr) => {
        Asset {
            name: $name,
            content_type: $content_type,
            bytes: include_bytes!(concat!("../page/", $name)),
        }
    };
}

/// All files.
pub(super) static ASSETS: &[Asset] = &[
    Asset {
        name: "",
        content_type: HTML,
        bytes: include_bytes!("page/index.html"),
    },
    own!("app.js", SCRIPT),
    own!("clocks.js", SCRIPT),
    own!("controls.js", SCRIPT),
    own!("dialogs.js", SCRIPT),
    own!("drawing.js", SCRIPT),
    own!("editor.js", SCRIPT),
    own!("game.js", SCRIPT),
    own!("grades.js", SCRIPT),
    own!("icon.svg", PICTURE),
    own!("link.js", SCRIPT),
    own!("questions.js", SCRIPT),
    own!("review.js", SCRIPT),
    own!("session.js", SCRIPT),
    own!("settings.js", SCRIPT),
    own!("squares.js", SCRIPT),
    own!("strengths.js", SCRIPT),
    own!("view.js", SCRIPT),
    own!("web.css", STYLE),
    own!("words.js", SCRIPT),
    own!("work.js", SCRIPT),
    shared!("bar.js", SCRIPT),
    shared!("board.css", STYLE),
    shared!("copy.js", SCRIPT),
    shared!("curve.css", STYLE),
    shared!("curve.js", SCRIPT),
    shared!("elements.js", SCRIPT),
    shared!("rules.js", SCRIPT),
    shared!("style.css", STYLE),
];

/// The file with this name.
pub(super) fn find(name: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A missing row would leave the page without a module, and with it everything.
    #[test]
    fn whatever_a_file_names_is_there() {
        let mut count = 0;
        for asset in ASSETS {
            let text = std::str::from_utf8(asset.bytes).expect("it is text");
            let quoted = |before: &str, end: char| {
                let parts: Vec<&str> = text.split(before).skip(1).collect();
                parts
                    .into_iter()
                    .filter_map(move |part| part.split(end).next())
            };
            let imports = quoted(" from './", '\'');
            let links = quoted("href=\"", '"').chain(quoted("src=\"", '"'));
            for name in imports.chain(links) {
                assert!(find(name).is_some(), "{} names {name}", asset.name);
                count += 1;
            }
        }
        assert!(count > 20, "{count}");
    }
}
