//! The way of a request up to its answer, without a network: for the fuzz target `web`.

use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr};

use super::games;
use super::guard::Guard;
use super::request::Request;
use super::response::StatusCode;
use super::server::LONGEST_BODY;

/// The address of the server of [`ask`].
pub const HOST: &str = "127.0.0.1:8080";

/// Its secret.
pub const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// What a request leads to.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There was no request.
    Gone,
    /// It is refused before the guard knows it, with this status.
    Unread(String),
    /// The guard refuses it, for this reason.
    Refused(String),
    /// It is admitted.
    Admitted {
        /// What follows the secret and a slash.
        name: Option<String>,
        /// The body, or the status without one.
        body: Result<Vec<u8>, String>,
    },
}

/// Reads a request as the server does. The games of its body are read or written if it asks for
/// that.
pub fn ask(mut stream: impl Read) -> Outcome {
    let request = match Request::read(&mut stream) {
        Ok(request) => request,
        Err(None) => return Outcome::Gone,
        Err(Some(status)) => return Outcome::Unread(status.to_string()),
    };
    let listening = SocketAddr::new(Ipv4Addr::LOCALHOST.into(), 8080);
    let name = match Guard::with_token(listening, TOKEN.to_string()).admit(&request) {
        Ok(name) => name.map(str::to_string),
        Err(refusal) => return Outcome::Refused(refusal.to_string()),
    };
    let parameter = |name| request.parameter(name).unwrap_or_default().to_string();
    let (file, format) = (parameter("name"), parameter("format"));
    let body = match request.body_length(LONGEST_BODY) {
        Ok(length) => request.body(length, stream),
        Err(status) => Err(Some(status)),
    };
    if let Ok(bytes) = &body {
        match name.as_deref() {
            Some("read") => drop(games::read(bytes, &file)),
            Some("write") => drop(games::write(bytes, &format)),
            _ => {}
        }
    }
    let status = |status: Option<StatusCode>| {
        status.map_or_else(|| "gone".to_string(), |status| status.to_string())
    };
    Outcome::Admitted {
        name,
        body: body.map_err(status),
    }
}
