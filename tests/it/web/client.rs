//! The server as another process, and clients of it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::CloseFrame;
use tungstenite::{Message, WebSocket};

use crate::support::program::obverse;

/// Longer than any answer takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server, which is killed at the end of the test.
pub(super) struct Server {
    pub(super) child: Child,
    pub(super) port: u16,
    pub(super) token: String,
    /// The rest of its output.
    stdout: BufReader<ChildStdout>,
}

impl Server {
    pub(super) fn start() -> Server {
        Server::start_with(&["--port", "0"])
    }

    pub(super) fn start_with(flags: &[&str]) -> Server {
        let args = [&["web", "--no-open", "--threads", "1"], flags].concat();
        Server::run(&mut obverse(&args))
    }

    /// A server that opens its page with what it finds on this path.
    pub(super) fn start_open(path: &str) -> Server {
        Server::run(obverse(&["web", "--port", "0"]).env("PATH", path))
    }

    fn run(command: &mut Command) -> Server {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        stdout.read_line(&mut line).expect("it prints a line");
        let parts = line
            .strip_prefix("http://127.0.0.1:")
            .and_then(|rest| rest.strip_suffix("/\n"))
            .and_then(|rest| rest.split_once('/'));
        let (port, token) = parts.unwrap_or_else(|| panic!("no address: {line:?}"));
        Server {
            port: port.parse().expect("a port"),
            token: token.to_string(),
            child,
            stdout,
        }
    }

    pub(super) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub(super) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        let limit = Some(PATIENCE);
        stream.set_read_timeout(limit).expect("a limit");
        stream
    }

    /// What is answered to these bytes. `TOKEN` and `HOST` stand for those of the server.
    pub(super) fn say(&self, text: &str) -> String {
        let text = text.replace("TOKEN", &self.token);
        self.send(text.replace("HOST", &self.host()).as_bytes())
    }

    /// The same without replacing anything. The server may close the connection early.
    pub(super) fn send(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// The status of the answer to a request for this path with these further headers.
    #[track_caller]
    pub(super) fn status(&self, method: &str, path: &str, headers: &str) -> u16 {
        let request = format!("{method} {path} HTTP/1.1\r\nHost: HOST\r\n{headers}\r\n");
        status_of(&self.say(&request))
    }

    /// Posts a body to this path below the token. Returns the status and the body.
    pub(super) fn post(&self, path: &str, body: &[u8]) -> (u16, Vec<u8>) {
        let head = format!(
            "POST /{}/{path} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n",
            self.token,
            self.host(),
            body.len()
        );
        let mut stream = self.connect();
        let message = [head.as_bytes(), body].concat();
        stream.write_all(&message).expect("it is read");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        let end = answer.windows(4).position(|window| window == b"\r\n\r\n");
        let body = answer.split_off(end.expect("a head") + 4);
        (status_of(&String::from_utf8_lossy(&answer)), body)
    }

    /// Kills the server. Returns what it has written to standard error.
    pub(super) fn kill(mut self) -> String {
        self.child.kill().expect("it runs");
        let mut remarks = String::new();
        let mut stderr = self.child.stderr.take().expect("a pipe");
        stderr.read_to_string(&mut remarks).expect("text");
        remarks
    }

    /// Sends Ctrl-C, which must end the server at once without a word.
    #[cfg(unix)]
    pub(super) fn end(&mut self) {
        let start = std::time::Instant::now();
        crate::support::program::interrupt(&self.child);
        let status = self.child.wait().expect("it ends");
        assert!(status.success(), "{status}");
        // It takes much less, unless the machine is busy.
        assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).expect("text");
        let stderr = self.child.stderr.as_mut().expect("a pipe");
        stderr.read_to_string(&mut rest).expect("text");
        assert_eq!(rest, "");
    }

    #[cfg(not(unix))]
    pub(super) fn end(&mut self) {}

    pub(super) fn session(&self) -> Session {
        let address = format!("ws://{}/{}/session", self.host(), self.token);
        let mut request = address.into_client_request().expect("an address");
        let origin = format!("http://{}", self.host()).parse().expect("a header");
        request.headers_mut().insert("Origin", origin);
        let (socket, _) = tungstenite::client(request, self.connect()).expect("a handshake");
        Session(socket)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[track_caller]
pub(super) fn status_of(answer: &str) -> u16 {
    let status = answer
        .strip_prefix("HTTP/1.1 ")
        .and_then(|rest| rest.get(..3));
    let status = status.and_then(|digits| digits.parse().ok());
    status.unwrap_or_else(|| panic!("no status: {answer:?}"))
}

/// A tab.
pub(super) struct Session(pub(super) WebSocket<TcpStream>);

impl Session {
    pub(super) fn tell(&mut self, text: &str) {
        self.0.send(Message::text(text)).expect("it is read");
    }

    /// The next message.
    #[track_caller]
    pub(super) fn hear(&mut self) -> Value {
        loop {
            match self.0.read().expect("a message") {
                Message::Text(text) => return serde_json::from_str(&text).expect("JSON"),
                Message::Ping(_) => {}
                other => panic!("{other}"),
            }
        }
    }

    /// Why the server closes the session.
    #[track_caller]
    pub(super) fn closed(&mut self) -> CloseFrame {
        match self.0.read() {
            Ok(Message::Close(Some(frame))) => frame,
            other => panic!("not closed: {other:?}"),
        }
    }
}
