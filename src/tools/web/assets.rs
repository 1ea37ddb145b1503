//! The files of the page. To add one, add its row.

use crate::tools::page::{BOARD, CURVE, CURVE_STYLE, ELEMENTS, GAME_STYLE, Module, RULES};

/// A file that the page can load.
pub(super) struct Asset {
    /// Its path below the secret part of the address; empty for the page itself.
    pub(super) name: &'static str,
    pub(super) content_type: &'static str,
    pub(super) bytes: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// All files.
pub(super) static ASSETS: &[Asset] = &[
    text("", HTML, include_str!("page/index.html")),
    text("board.css", STYLE, GAME_STYLE),
    text("curve.css", STYLE, CURVE_STYLE),
    module(RULES),
    module(ELEMENTS),
    module(BOARD),
    module(CURVE),
];

/// The file with this name.
pub(super) fn find(name: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.name == name)
}

const fn text(name: &'static str, content_type: &'static str, text: &'static str) -> Asset {
    Asset {
        name,
        content_type,
        bytes: text.as_bytes(),
    }
}

/// A script that other pages use, too.
const fn module(module: Module) -> Asset {
    text(module.name, SCRIPT, module.text)
}
