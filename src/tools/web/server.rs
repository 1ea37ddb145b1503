//! Accepts connections and answers requests, each connection on a thread of its own.

use std::io::{self, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::connection::{close, within};
use super::guard::{Guard, Refusal};
use super::places::{Place, Places};
use super::request::Request;
use super::response::{Answer, Response, StatusCode};
use super::{assets, constants, games, session};
use crate::session::options::Options;

/// How many connections may be open without a session.
const MOST_CONNECTIONS: usize = 64;

/// How many sessions there may be: each has tables and threads of its own.
const MOST_SESSIONS: usize = 8;

/// The longest body of a request.
pub(super) const LONGEST_BODY: usize = 16 << 20;

/// How long a client may take to send the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// How long it may take to send the body.
const BODY_TIME: Duration = Duration::from_secs(60);

/// How long a write may wait for the client.
const WRITE_TIME: Duration = Duration::from_secs(10);

/// The server.
pub(super) struct Server {
    guard: Guard,
    options: Options,
    connections: Places,
    sessions: Places,
}

impl Server {
    /// A server whose sessions have these options.
    pub(super) fn new(guard: Guard, options: Options) -> Arc<Server> {
        Arc::new(Server {
            guard,
            options,
            connections: Places::new(MOST_CONNECTIONS),
            sessions: Places::new(MOST_SESSIONS),
        })
    }

    /// Answers all connections.
    pub(super) fn serve(self: Arc<Server>, listener: &TcpListener) {
        for stream in listener.incoming() {
            let stream = match stream {
                Ok(stream) => stream,
                Err(error) => {
                    log::warn!("a connection was not accepted: {error}");
                    // If there are too many open files, the next try would fail at once.
                    thread::sleep(Duration::from_millis(50));
                    continue;
                }
            };
            let Some(place) = self.connections.take() else {
                let busy = Response::text(StatusCode::Unavailable, "too many connections are open");
                // It fits into the buffer of a new connection, so nothing waits.
                let _ = busy.send(&mut &stream, false);
                continue;
            };
            let server = Arc::clone(&self);
            let thread = thread::Builder::new().name("connection".into());
            let started = thread.spawn(move || {
                if let Err(error) = server.answer(stream, place) {
                    log::debug!("a connection ended: {error}");
                }
            });
            if let Err(error) = started {
                log::warn!("no thread for a connection: {error}");
            }
        }
    }

    fn answer(&self, stream: TcpStream, place: Place) -> io::Result<()> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_TIME))?;
        let request = match Request::read(&mut within(HEAD_TIME, &stream)) {
            Ok(request) => request,
            Err(None) => return Ok(()),
            Err(Some(status)) => return finish(&stream, &status.into(), false),
        };
        log::debug!("{} {} bytes of path", request.method, request.path.len());
        let is_head_only = request.method == "HEAD";
        match self.response(request, &stream) {
            Ok(Answer::Response(response)) => finish(&stream, &response, is_head_only),
            Ok(Answer::Session(rest, session_place)) => {
                drop(place);
                session::run(stream, rest, self.options.clone(), session_place)
            }
            Err(Some(status)) => finish(&stream, &status.into(), is_head_only),
            Err(None) => Ok(()),
        }
    }

    /// What to answer. The error is a status without more to say; `None` if the client is gone.
    fn response(&self, request: Request, stream: &TcpStream) -> Result<Answer, Option<StatusCode>> {
        let name = match self.guard.admit(&request) {
            Ok(name) => name,
            Err(refusal) => return Ok(Answer::Response(forbidden(refusal))),
        };
        let Some(name) = name else {
            let moved = Response::from(StatusCode::PermanentRedirect);
            return Ok(moved.with("Location", format!("{}/", request.path)).into());
        };
        let allowed = match name {
            "read" | "write" => "POST",
            "session" => "GET",
            constants::NAME => "GET, HEAD",
            name if assets::find(name).is_some() => "GET, HEAD",
            _ => return Err(Some(StatusCode::NotFound)),
        };
        if !allowed.split(", ").any(|method| method == request.method) {
            let refused = Response::from(StatusCode::MethodNotAllowed);
            return Ok(refused.with("Allow", allowed).into());
        }
        match name {
            // The place is taken before the client learns of its session, so the last one to
            // ask is the one that gets none.
            "session" => session::accept(request, stream, self.sessions.take()),
            "read" => {
                let name = request.parameter("name").unwrap_or_default().to_string();
                let bytes = body(request, stream)?;
                Ok(games::read(&bytes, &name).into())
            }
            "write" => {
                let format = request.parameter("format").unwrap_or_default().to_string();
                let bytes = body(request, stream)?;
                Ok(games::write(&bytes, &format).into())
            }
            constants::NAME => Ok(constants::response().into()),
            name => {
                let asset = assets::find(name).ok_or(StatusCode::NotFound)?;
                let policy = content_policy(request.only("host").unwrap_or_default());
                let page = Response::new(asset.content_type, asset.bytes);
                Ok(page.with("Content-Security-Policy", policy).into())
            }
        }
    }
}

fn forbidden(refusal: Refusal) -> Response {
    log::info!("refused: {refusal}");
    Response::text(StatusCode::Forbidden, &refusal.to_string())
}

/// What the page may load. Some browsers do not count a WebSocket to this server as `'self'`.
fn content_policy(host: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self' ws://{host}; manifest-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'"
    )
}

/// Reads the body, which `curl` and others send only when they are told to.
fn body(request: Request, mut stream: &TcpStream) -> Result<Vec<u8>, Option<StatusCode>> {
    let length = request.body_length(LONGEST_BODY)?;
    let expects = request.only("expect").unwrap_or_default();
    if expects.eq_ignore_ascii_case("100-continue") {
        let told = stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n");
        told.map_err(|_| None)?;
    }
    request.body(length, within(BODY_TIME, stream))
}

/// Sends the response and closes the connection.
fn finish(mut stream: &TcpStream, response: &Response, is_head_only: bool) -> io::Result<()> {
    response.send(&mut stream, is_head_only)?;
    close(stream)
}
