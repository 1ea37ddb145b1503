//! `obverse web`: a board in the browser.
//!
//! The program serves one page to one person, on this machine. The page and everything that
//! it loads are part of the program, and no file is read or written. The page talks to the
//! engine in the protocol `json`, over a WebSocket.
//!
//! - [`server`] accepts connections and answers requests; it has the limits, and [`places`]
//!   counts.
//! - [`request`] and [`response`] are the two halves of HTTP.
//! - [`guard`] decides who may ask: it knows the secret part of the address.
//! - [`assets`] lists the files of the page.
//! - [`session`] is a WebSocket with a session of the protocol behind it.
//! - [`games`] reads and writes files of games for the page, and a [`problem`] is what is wrong
//!   with them.

mod arguments;
mod assets;
mod connection;
mod constants;
#[cfg(fuzzing)]
pub mod fuzzing;
mod games;
mod guard;
mod places;
mod problem;
mod request;
mod response;
mod server;
mod session;

use std::io::ErrorKind::{AddrInUse, PermissionDenied};
use std::io::{self, Write};
use std::net::TcpListener;
use std::sync::mpsc;
use std::thread;

use super::{Body, Row, ToolError};
use crate::system;
use crate::text::complain;
use arguments::{Arguments, DEFAULT_PORT, SYNTAX};
use guard::Guard;
use server::Server;

pub(super) const ROW: Row = Row {
    name: "web",
    summary: "shows a board in the browser, to play and to analyze, served by this program alone",
    details: "It prints the address of the page as its only line of output, opens the page in the \
              browser, and serves it until Ctrl-C. The address contains a secret that is new each \
              time; requests without it are refused. Without `--listen`, only programs on this \
              machine can connect. The page loads nothing from other servers, and no file is read \
              or written.",
    exit_statuses: &[
        (0, "it was ended by Ctrl-C"),
        (1, "the port could not be opened"),
        (2, "the command line is wrong"),
    ],
    body: Body::Arguments(&SYNTAX, run),
};

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let arguments = SYNTAX.parse(words)?.arguments;
    let listener = listen(&arguments)?;
    let guard = Guard::new(listener.local_addr()?)?;
    let address = guard.address();
    let (end, ended) = mpsc::channel();
    let interrupted = end.clone();
    let caught = ctrlc::set_handler(move || {
        let _ = interrupted.send(());
    });
    if let Err(error) = caught {
        // Ctrl-C then ends the process at once, as it does without a handler.
        log::warn!("Ctrl-C cannot be caught: {error}");
    }
    writeln!(output, "{address}")?;
    output.flush()?;
    if arguments.is_opened
        && let Err(error) = system::open_page(&address)
    {
        log::warn!("the browser could not be started: {error}");
    }
    let server = Server::new(guard, arguments.options);
    thread::Builder::new()
        .name("accept".into())
        .spawn(move || {
            server.serve(&listener);
            drop(end);
        })?;
    // Searches that run end together with the process.
    ended
        .recv()
        .map_err(|_| ToolError::Failed("no more connections can be accepted".into()))
}

/// Opens the port that was named, or else the default port, or any port if that one is taken.
fn listen(arguments: &Arguments) -> Result<TcpListener, ToolError> {
    let address = arguments.address;
    let bind = |port| TcpListener::bind((address, port));
    let fail = |port: u16, error: &io::Error| {
        ToolError::Failed(match error.kind() {
            AddrInUse => format!(
                "port {port} is in use by another program: choose another one, or --port 0 for any"
            ),
            _ => format!("port {port} of {address}: {error}"),
        })
    };
    if let Some(port) = arguments.port {
        return bind(port).map_err(|error| fail(port, &error));
    }
    match bind(DEFAULT_PORT) {
        Ok(listener) => Ok(listener),
        // Windows keeps some ports for itself.
        Err(error) if matches!(error.kind(), AddrInUse | PermissionDenied) => {
            let listener = bind(0).map_err(|error| fail(0, &error))?;
            complain(&format!(
                "port {DEFAULT_PORT} is taken, so the page has another one, and does not find the \
                 settings that the browser keeps for port {DEFAULT_PORT}"
            ))?;
            Ok(listener)
        }
        Err(error) => Err(fail(DEFAULT_PORT, &error)),
    }
}
