//! Unpacks the weights of the network, so that no search has to do it.
//! `src/eval/pattern/embedded.rs` embeds what this writes.

use std::path::Path;
use std::{fs, io};

use crate::eval::pattern::architecture::Row;
use crate::eval::pattern::net::Net;

const WEIGHTS: &str = "src/eval/pattern/weights.net";

/// Writes the weights to this folder, as the program uses them.
pub(crate) fn unpack(folder: &Path) -> Result<(), String> {
    println!("cargo::rerun-if-changed={WEIGHTS}");
    let write = || {
        let net = Net::read(&fs::read(WEIGHTS)?).map_err(io::Error::other)?;
        let weights = net.rows.iter().flat_map(Row::weights);
        let rows: Vec<u8> = weights.map(i8::cast_unsigned).collect();
        fs::write(folder.join("rows"), rows)?;
        fs::write(folder.join("heads"), net.head_bytes())
    };
    write().map_err(|problem| format!("{WEIGHTS}: {problem}"))
}
