//! Reads requests in HTTP/1.1.

use std::io::{self, Read};

use super::response::StatusCode;

/// The longest head of a request: its first line and its headers.
const LONGEST_HEAD: usize = 16 << 10;

/// Browsers send about twenty.
const MOST_HEADERS: usize = 64;

/// A request without its body.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) method: String,
    pub(super) path: String,
    /// What follows the question mark.
    pub(super) query: String,
    headers: Vec<(String, String)>,
    /// What has been read of the body, or of what follows.
    pub(super) rest: Vec<u8>,
}

impl Request {
    /// Reads up to the end of the head. The error is what to answer; `None` if there was no
    /// request at all.
    pub(super) fn read(stream: &mut impl Read) -> Result<Request, Option<StatusCode>> {
        let mut bytes = Vec::new();
        loop {
            let mut chunk = [0; 4 << 10];
            let room = chunk.len().min(LONGEST_HEAD - bytes.len());
            match stream.read(&mut chunk[..room]) {
                Ok(0) if bytes.is_empty() => return Err(None),
                Ok(0) => return Err(Some(StatusCode::BadRequest)),
                Ok(count) => bytes.extend_from_slice(&chunk[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(status_of(&error)),
            }
            match Request::parse(&bytes)? {
                Some(request) => return Ok(request),
                None if bytes.len() == LONGEST_HEAD => return Err(Some(StatusCode::HeadTooLarge)),
                None => {}
            }
        }
    }

    /// Parses the head; `None` if it is not complete.
    fn parse(bytes: &[u8]) -> Result<Option<Request>, StatusCode> {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut parsed = httparse::Request::new(&mut headers);
        let length = match parsed.parse(bytes) {
            Ok(httparse::Status::Complete(length)) => length,
            Ok(httparse::Status::Partial) => return Ok(None),
            Err(httparse::Error::TooManyHeaders) => return Err(StatusCode::HeadTooLarge),
            Err(_) => return Err(StatusCode::BadRequest),
        };
        let target = parsed.path.unwrap_or_default();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let headers = parsed.headers.iter().map(|header| {
            let value = String::from_utf8_lossy(header.value).trim().to_string();
            (header.name.to_ascii_lowercase(), value)
        });
        Ok(Some(Request {
            method: parsed.method.unwrap_or_default().to_string(),
            path: path.to_string(),
            query: query.to_string(),
            headers: headers.collect(),
            rest: bytes[length..].to_vec(),
        }))
    }

    /// The headers with their names in lower case.
    pub(super) fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        let headers = self.headers.iter();
        headers.map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether there is a header with this name, which is in lower case.
    pub(super) fn has(&self, name: &str) -> bool {
        self.headers().any(|(other, _)| other == name)
    }

    /// The value of the header with this name, which is in lower case, if there is exactly
    /// one.
    pub(super) fn only(&self, name: &str) -> Option<&str> {
        let mut values = self.headers().filter(|(other, _)| *other == name);
        let (_, value) = values.next()?;
        values.next().is_none().then_some(value)
    }

    /// The value of this parameter of the query, as it was sent.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        let mut parameters = self.query.split('&');
        parameters.find_map(|parameter| parameter.strip_prefix(name)?.strip_prefix('='))
    }

    /// The length of the body, which must be stated and at most this.
    pub(super) fn body_length(&self, longest: usize) -> Result<usize, StatusCode> {
        if !self.has("content-length") || self.has("transfer-encoding") {
            return Err(StatusCode::LengthRequired);
        }
        let stated = self.only("content-length").unwrap_or_default();
        let is_plain = !stated.is_empty() && stated.bytes().all(|byte| byte.is_ascii_digit());
        match stated.parse() {
            _ if !is_plain => Err(StatusCode::BadRequest),
            Ok(length) if length <= longest => Ok(length),
            // Numbers that do not fit are too large as well.
            _ => Err(StatusCode::BodyTooLarge),
        }
    }

    /// Reads a body of this length.
    pub(super) fn body(
        self,
        length: usize,
        stream: impl Read,
    ) -> Result<Vec<u8>, Option<StatusCode>> {
        let mut body = self.rest;
        body.truncate(length);
        let missing = length - body.len();
        let read = stream.take(missing as u64).read_to_end(&mut body);
        match read {
            Ok(count) if count == missing => Ok(body),
            Ok(_) => Err(Some(StatusCode::BadRequest)),
            Err(error) => Err(status_of(&error)),
        }
    }
}

/// What to answer if reading fails; `None` if the client is gone.
fn status_of(error: &io::Error) -> Option<StatusCode> {
    let is_late = matches!(
        error.kind(),
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock
    );
    is_late.then_some(StatusCode::Timeout)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Request, Option<StatusCode>> {
        Request::read(&mut text.as_bytes())
    }

    #[test]
    fn reads_the_head() {
        let request =
            read("POST /a/b?name=x.sgf&y HTTP/1.1\r\nHost: a\r\nX: 1\r\nx:2\r\n\r\nbody").unwrap();
        assert_eq!((&*request.method, &*request.path), ("POST", "/a/b"));
        assert_eq!(request.parameter("name"), Some("x.sgf"));
        assert_eq!(request.parameter("nam"), None);
        assert_eq!(request.parameter("y"), None);
        assert_eq!(request.only("host"), Some("a"));
        assert!(request.has("x") && request.only("x").is_none() && !request.has("y"));
        assert_eq!(request.rest, b"body");
    }

    #[test]
    fn what_is_no_request_is_refused() {
        let many = "a: b\r\n".repeat(MOST_HEADERS + 1);
        let long = "a".repeat(LONGEST_HEAD);
        for (text, status) in [
            ("", None),
            ("GET / HTTP/1.1\r\n", Some(StatusCode::BadRequest)),
            ("hello\r\n\r\n", Some(StatusCode::BadRequest)),
            ("PRI * HTTP/2.0\r\n\r\n", Some(StatusCode::BadRequest)),
            ("GET /\0 HTTP/1.1\r\n\r\n", Some(StatusCode::BadRequest)),
            (
                "GET / HTTP/1.1\r\na b: c\r\n\r\n",
                Some(StatusCode::BadRequest),
            ),
            (
                &format!("GET / HTTP/1.1\r\n{many}\r\n"),
                Some(StatusCode::HeadTooLarge),
            ),
            (
                &format!("GET /{long} HTTP/1.1\r\n\r\n"),
                Some(StatusCode::HeadTooLarge),
            ),
        ] {
            assert_eq!(read(text).err(), Some(status), "{text:.40}");
        }
    }

    #[test]
    fn bodies_have_a_length() {
        for (headers, length) in [
            ("Content-Length: 4\r\n", Ok(4)),
            ("Content-Length: 0\r\n", Ok(0)),
            ("Content-Length: 11\r\n", Err(StatusCode::BodyTooLarge)),
            (
                "Content-Length: 99999999999999999999999\r\n",
                Err(StatusCode::BodyTooLarge),
            ),
            ("Content-Length: -1\r\n", Err(StatusCode::BadRequest)),
            ("Content-Length: +4\r\n", Err(StatusCode::BadRequest)),
            ("Content-Length:\r\n", Err(StatusCode::BadRequest)),
            (
                "Content-Length: 4\r\nContent-Length: 4\r\n",
                Err(StatusCode::BadRequest),
            ),
            ("", Err(StatusCode::LengthRequired)),
            (
                "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
                Err(StatusCode::LengthRequired),
            ),
        ] {
            let request = read(&format!("POST / HTTP/1.1\r\n{headers}\r\n")).unwrap();
            assert_eq!(request.body_length(10), length, "{headers}");
        }
    }

    #[test]
    fn the_body_may_come_later() {
        for (first, later, expected) in [
            ("bo", "dy", Ok("body")),
            ("", "body, and more", Ok("body")),
            ("body, and more", "", Ok("body")),
            ("bo", "d", Err(Some(StatusCode::BadRequest))),
        ] {
            let request = read(&format!("POST / HTTP/1.1\r\n\r\n{first}")).unwrap();
            let body = request.body(4, later.as_bytes());
            assert_eq!(body, expected.map(|body| body.as_bytes().to_vec()));
        }
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in any::<Vec<u8>>(), text in "[A-Z /:.%\r\n\0é0-9a-z?&=]{0,200}") {
            let start = format!("GET {text}");
            for bytes in [&bytes, text.as_bytes(), start.as_bytes()] {
                let _ = Request::read(&mut &*bytes);
            }
        }
    }
}
