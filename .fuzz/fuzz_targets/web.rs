//! Reads any bytes as a request to `obverse web`. None panics, the outcome does not depend on the
//! pieces in which the bytes come, and nothing is admitted without the secret.
//!
//! `cargo fuzz run -s none web -- -dict=fuzz/web.dict` needs no nightly compiler.
#![no_main]

use std::io::{self, Read};

use libfuzzer_sys::fuzz_target;
use obverse::tools::web_fuzzing::{HOST, Outcome, TOKEN, ask};

fuzz_target!(|bytes: &[u8]| {
    inspect(bytes);
    // So that what comes behind the guard is reached, too.
    let start = format!("POST /{TOKEN}/read?name=a.sgf HTTP/1.1\r\nHost: {HOST}\r\n");
    inspect(&[start.as_bytes(), bytes].concat());
    let length = format!("Content-Length: {}\r\n\r\n", bytes.len());
    inspect(&[start.as_bytes(), length.as_bytes(), bytes].concat());
    let write = start.replace("read?name=a.sgf", "write?format=ggf");
    inspect(&[write.as_bytes(), length.as_bytes(), bytes].concat());
});

fn inspect(bytes: &[u8]) {
    let outcome = ask(bytes);
    for size in [61, 997] {
        let pieces = Pieces { rest: bytes, size };
        assert_eq!(ask(pieces), outcome);
    }
    match outcome {
        Outcome::Admitted { name, body } => {
            let head = bytes
                .split(|&byte| byte == b'\n')
                .find(|line| line.len() > 1);
            let path = head.expect("a line").split(|&byte| byte == b' ').nth(1);
            let secret = [b"/", TOKEN.as_bytes()].concat();
            assert!(path.expect("a path").starts_with(&secret));
            assert!(contains(bytes, b":8080"));
            assert!(name.is_none_or(|name| contains(bytes, name.as_bytes())));
            assert!(body.is_err() || contains(&bytes.to_ascii_lowercase(), b"content-length"));
        }
        Outcome::Unread(reason) | Outcome::Refused(reason) => assert!(!reason.is_empty()),
        Outcome::Gone => assert!(bytes.is_empty()),
    }
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    part.is_empty() || bytes.windows(part.len()).any(|window| window == part)
}

/// Bytes that come a few at a time.
struct Pieces<'a> {
    rest: &'a [u8],
    size: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.size.min(buffer.len());
        let count = (&mut self.rest).read(&mut buffer[..size])?;
        Ok(count)
    }
}
