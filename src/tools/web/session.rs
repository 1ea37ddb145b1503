//! A session of the protocol `json` over a WebSocket: each message is a line.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tungstenite::handshake::server::{create_response, write_response};
use tungstenite::http;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

use super::connection;
use super::places::Place;
use super::request::Request;
use super::response::{Answer, Response, StatusCode};
use crate::protocol::{self, Driver};
use crate::session::options::Options;

/// The longest message, which is also the longest line of the protocol.
const LONGEST_MESSAGE: usize = 1 << 20;

/// A client that is silent for so long is asked whether it is still there.
const SILENCE: Duration = Duration::from_secs(20);

/// How often it is asked in vain.
const MOST_QUESTIONS: u32 = 2;

/// How long to wait for the answer to a refusal.
const REFUSAL_TIME: Duration = Duration::from_secs(2);

/// Answers the handshake.
pub(super) fn accept(
    request: Request,
    mut stream: &TcpStream,
    place: Option<Place>,
) -> Result<Answer, Option<StatusCode>> {
    let mut handshake = http::Request::builder().method("GET").uri("/");
    for (name, value) in request.headers() {
        handshake = handshake.header(name, value);
    }
    let handshake = handshake.body(()).map_err(|_| StatusCode::BadRequest)?;
    let Ok(response) = create_response(&handshake) else {
        let needed = Response::from(StatusCode::UpgradeRequired);
        return Ok(needed.with("Upgrade", "websocket").into());
    };
    let mut bytes = Vec::new();
    write_response(&mut bytes, &response).map_err(|_| StatusCode::BadRequest)?;
    stream.write_all(&bytes).map_err(|_| None)?;
    Ok(Answer::Session(request.rest, place))
}

/// Speaks the protocol until the client is gone. Without a place, it only says so.
pub(super) fn run(
    stream: TcpStream,
    rest: Vec<u8>,
    options: Options,
    place: Option<Place>,
) -> io::Result<()> {
    let peer = Peer::new(stream);
    let limits = WebSocketConfig::default()
        .read_buffer_size(8 << 10)
        .max_message_size(Some(LONGEST_MESSAGE))
        .max_frame_size(Some(LONGEST_MESSAGE));
    let input = WebSocket::from_partially_read(peer.clone(), rest, Role::Server, Some(limits));
    let mut output = Lines {
        socket: WebSocket::from_raw_socket(peer.clone(), Role::Server, Some(limits)),
        begun: Vec::new(),
    };
    let result = match place {
        Some(_) => speak(&peer, input, &mut output, options),
        None => refuse(&peer, input, &mut output),
    };
    let _ = connection::close(&peer.stream);
    // The thread that reads may still wait for the client.
    let _ = peer.stream.shutdown(Shutdown::Both);
    result
}

fn speak(
    peer: &Peer,
    socket: WebSocket<Peer>,
    output: &mut Lines,
    options: Options,
) -> io::Result<()> {
    peer.stream.set_read_timeout(Some(SILENCE))?;
    let input = Messages {
        socket,
        peer: peer.clone(),
        line: Vec::new(),
        taken: 0,
    };
    let is_gone = Arc::clone(&peer.is_gone);
    let driver = Driver::new(options, move || is_gone.load(Relaxed));
    let json = protocol::find("json");
    let result = driver.run(json, input, &mut *output);
    if let Err(error) = &result {
        output.close(CloseCode::Error, &error.to_string());
    }
    result
}

fn refuse(peer: &Peer, mut input: WebSocket<Peer>, output: &mut Lines) -> io::Result<()> {
    const REASON: &str = "too many tabs are open: close another one";
    output.close(CloseCode::Again, REASON);
    peer.stream.set_read_timeout(Some(REFUSAL_TIME))?;
    // Closed with unread bytes, the connection would lose the reason.
    while let Ok(message) = input.read()
        && !message.is_close()
    {}
    Ok(())
}

/// The connection, which one WebSocket reads while another one writes.
#[derive(Clone)]
struct Peer {
    stream: Arc<TcpStream>,
    writing: Arc<Mutex<()>>,
    is_gone: Arc<AtomicBool>,
}

impl Peer {
    fn new(stream: TcpStream) -> Peer {
        Peer {
            stream: Arc::new(stream),
            writing: Arc::default(),
            is_gone: Arc::default(),
        }
    }
}

impl Read for Peer {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (&*self.stream).read(buffer)
    }
}

/// The reader answers pings, so both sides write. Each passes whole frames, which must not be
/// torn apart.
impl Write for Peer {
    fn write(&mut self, frames: &[u8]) -> io::Result<usize> {
        let _turn = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_gone.load(Relaxed) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let written = (&*self.stream).write_all(frames);
        if written.is_err() {
            // A part of a frame may be on its way, so nothing can follow.
            self.is_gone.store(true, Relaxed);
            let _ = self.stream.shutdown(Shutdown::Both);
        }
        written.map(|()| frames.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The input of the protocol.
struct Messages {
    socket: WebSocket<Peer>,
    peer: Peer,
    line: Vec<u8>,
    /// How much of the line has been read.
    taken: usize,
}

impl Messages {
    /// The next line; `None` at the end.
    fn next(&mut self) -> Option<Vec<u8>> {
        let mut questions = 0;
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    let mut line = text.replace('\n', " ").into_bytes();
                    line.push(b'\n');
                    return Some(line);
                }
                Ok(Message::Binary(_)) => return self.end(CloseCode::Unsupported, "expected text"),
                Ok(Message::Close(_)) => {
                    // Sends the answer.
                    let _ = self.socket.flush();
                    return None;
                }
                Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => questions = 0,
                Err(error) if is_silence(&error) && questions < MOST_QUESTIONS => {
                    questions += 1;
                    let asked = self.socket.send(Message::Ping(Default::default()));
                    asked.ok()?;
                }
                Err(tungstenite::Error::Capacity(_)) => {
                    return self.end(CloseCode::Size, "expected at most 1 MiB in a message");
                }
                Err(tungstenite::Error::Utf8(_)) => {
                    return self.end(CloseCode::Invalid, "expected UTF-8");
                }
                Err(_) => return None,
            }
        }
    }

    fn end(&mut self, code: CloseCode, reason: &str) -> Option<Vec<u8>> {
        close(&mut self.socket, code, reason);
        None
    }
}

impl Read for Messages {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.line.len() {
            let Some(line) = self.next() else {
                self.peer.is_gone.store(true, Relaxed);
                return Ok(0);
            };
            self.line = line;
            self.taken = 0;
        }
        let count = (&self.line[self.taken..]).read(buffer)?;
        self.taken += count;
        Ok(count)
    }
}

fn is_silence(error: &tungstenite::Error) -> bool {
    let tungstenite::Error::Io(error) = error else {
        return false;
    };
    matches!(
        error.kind(),
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock
    )
}

/// The output of the protocol.
struct Lines {
    socket: WebSocket<Peer>,
    /// A line without its end.
    begun: Vec<u8>,
}

impl Lines {
    fn close(&mut self, code: CloseCode, reason: &str) {
        close(&mut self.socket, code, reason);
    }
}

/// Reasons are short enough for the frame, which can hold 123 bytes.
fn close(socket: &mut WebSocket<Peer>, code: CloseCode, reason: &str) {
    let reason: String = reason.chars().filter(char::is_ascii).take(120).collect();
    let frame = CloseFrame {
        code,
        reason: reason.into(),
    };
    let _ = socket.close(Some(frame));
    let _ = socket.flush();
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.begun.extend_from_slice(part);
            if self.begun.pop_if(|byte| *byte == b'\n').is_some() {
                let line = String::from_utf8_lossy(&self.begun).into_owned();
                self.begun.clear();
                let sent = self.socket.write(Message::text(line));
                sent.map_err(io_error)?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.socket.flush().map_err(io_error)
    }
}

fn io_error(error: tungstenite::Error) -> io::Error {
    match error {
        tungstenite::Error::Io(error) => error,
        error => io::Error::other(error),
    }
}
