//! Writes responses in HTTP/1.1.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use serde::Serialize;

use super::places::Place;
use super::problem::Problem;

pub(super) const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";

/// Headers of every response. The page may load what this server sends, and nothing else; no
/// other page may show, open or read it.
const HEADERS: &str = "\
Connection: close\r
Cache-Control: no-store\r
Cross-Origin-Opener-Policy: same-origin\r
Cross-Origin-Resource-Policy: same-origin\r
Referrer-Policy: no-referrer\r
X-Content-Type-Options: nosniff\r
X-Frame-Options: DENY\r
";

/// The statuses that are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StatusCode {
    Ok,
    PermanentRedirect,
    BadRequest,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    Timeout,
    LengthRequired,
    BodyTooLarge,
    UpgradeRequired,
    HeadTooLarge,
    Unavailable,
}

impl StatusCode {
    fn line(self) -> &'static str {
        match self {
            StatusCode::Ok => "200 OK",
            StatusCode::PermanentRedirect => "308 Permanent Redirect",
            StatusCode::BadRequest => "400 Bad Request",
            StatusCode::Forbidden => "403 Forbidden",
            StatusCode::NotFound => "404 Not Found",
            StatusCode::MethodNotAllowed => "405 Method Not Allowed",
            StatusCode::Timeout => "408 Request Timeout",
            StatusCode::LengthRequired => "411 Length Required",
            StatusCode::BodyTooLarge => "413 Content Too Large",
            StatusCode::UpgradeRequired => "426 Upgrade Required",
            StatusCode::HeadTooLarge => "431 Request Header Fields Too Large",
            StatusCode::Unavailable => "503 Service Unavailable",
        }
    }
}

impl std::error::Error for StatusCode {}

impl fmt::Display for StatusCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.line())
    }
}

/// What follows a request.
pub(super) enum Answer {
    Response(Response),
    /// A session, whose first bytes may have been read, with its place if one was free.
    Session(Vec<u8>, Option<Place>),
}

impl From<Response> for Answer {
    fn from(response: Response) -> Answer {
        Answer::Response(response)
    }
}

/// A response with its body.
pub(super) struct Response {
    status: StatusCode,
    content_type: &'static str,
    headers: Vec<(&'static str, String)>,
    body: Cow<'static, [u8]>,
}

impl Response {
    pub(super) fn new(content_type: &'static str, body: impl Into<Cow<'static, [u8]>>) -> Response {
        Response {
            status: StatusCode::Ok,
            content_type,
            headers: Vec::new(),
            body: body.into(),
        }
    }

    /// A response with a line of text that explains it.
    pub(super) fn text(status: StatusCode, line: &str) -> Response {
        Response {
            status,
            ..Response::new(TEXT, format!("{line}\n").into_bytes())
        }
    }

    /// `{"error":"...","code":"..."}`.
    pub(super) fn error(problem: &Problem) -> Response {
        Response {
            status: StatusCode::BadRequest,
            ..Response::json(problem)
        }
    }

    pub(super) fn json(record: &impl Serialize) -> Response {
        Response::new(JSON, crate::tools::json::line(record).into_bytes())
    }

    pub(super) fn with(mut self, name: &'static str, value: impl Into<String>) -> Response {
        self.headers.push((name, value.into()));
        self
    }

    /// Writes it, without the body if only the head was asked for.
    pub(super) fn send(&self, stream: &mut impl Write, is_head_only: bool) -> io::Result<()> {
        let mut head = format!("HTTP/1.1 {}\r\n{HEADERS}", self.status.line());
        let own = [
            ("Content-Type", self.content_type.to_string()),
            ("Content-Length", self.body.len().to_string()),
        ];
        for (name, value) in self.headers.iter().chain(&own) {
            head += &format!("{name}: {value}\r\n");
        }
        let mut message = (head + "\r\n").into_bytes();
        if !is_head_only {
            message.extend_from_slice(&self.body);
        }
        stream.write_all(&message)
    }
}

impl From<StatusCode> for Response {
    fn from(status: StatusCode) -> Response {
        Response::text(status, status.line())
    }
}
