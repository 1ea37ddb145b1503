//! The user's browser.

use std::io;
use std::process::Stdio;
use std::thread;

use super::current;

/// Shows a page in the browser, without waiting for it.
pub(crate) fn open_page(address: &str) -> io::Result<()> {
    let mut command = current::page_opener(address)?;
    // Ctrl-C is meant for this program, not for the browser.
    current::separate(&mut command);
    let silent = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = silent.spawn()?;
    // Otherwise it would stay behind as a zombie.
    thread::Builder::new()
        .name("browser".into())
        .spawn(move || child.wait())?;
    Ok(())
}
