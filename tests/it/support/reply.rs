//! Parses GTP replies as strictly as the strictest client.

use super::engine::Engine;

/// A reply without its frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reply {
    pub(crate) is_success: bool,
    pub(crate) id: Option<u32>,
    /// Nothing, or one or more lines that are not empty.
    pub(crate) text: String,
}

impl Reply {
    /// Reads one reply, including the empty line that ends it.
    pub(crate) fn read(bytes: &[u8]) -> Result<Reply, String> {
        let wrong = |what: &str| Err(format!("{what}: {:?}", String::from_utf8_lossy(bytes)));
        if bytes.iter().any(|&b| b != b'\n' && b.is_ascii_control()) {
            return wrong("a control character");
        }
        let text = String::from_utf8_lossy(bytes);
        let Some(text) = text.strip_suffix("\n\n") else {
            return wrong("no empty line at the end");
        };
        if text.ends_with('\n') || text.contains("\n\n") {
            return wrong("an empty line inside");
        }
        let is_success = text.starts_with('=');
        let Some(text) = text.strip_prefix(['=', '?']) else {
            return wrong("no = or ? at the start");
        };
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (id, text) = text.split_at(digits);
        let text = match text.strip_prefix(' ') {
            Some("") => return wrong("a trailing blank"),
            Some(text) => text,
            None if text.is_empty() => "",
            // Live analysis replies `=` at once, and its lines follow later.
            None if text.starts_with('\n') => text,
            None => return wrong("no blank before the text"),
        };
        if !is_success && (text.is_empty() || text.contains('\n')) {
            return wrong("an error message of more than one line or none");
        }
        Ok(Reply {
            is_success,
            id: id.parse().ok(),
            text: text.to_string(),
        })
    }

    /// Reads an output that must consist of replies.
    pub(crate) fn read_all(output: &[u8]) -> Result<Vec<Reply>, String> {
        let mut replies = Vec::new();
        let mut rest = output;
        while !rest.is_empty() {
            let end = rest.windows(2).position(|pair| pair == b"\n\n");
            let end = end.map_or(rest.len(), |at| at + 2);
            replies.push(Reply::read(&rest[..end])?);
            rest = &rest[end..];
        }
        Ok(replies)
    }

    /// Waits for the next reply.
    pub(crate) fn take(engine: &Engine) -> Result<Reply, String> {
        let mut bytes = Vec::new();
        loop {
            let line = engine.take_line().ok_or("no reply")?;
            bytes.extend_from_slice(&line);
            bytes.push(b'\n');
            if line.is_empty() {
                return Reply::read(&bytes);
            }
        }
    }
}

#[test]
fn only_well_formed_replies_are_read() {
    let right: &[&[u8]] = &[
        b"=\n\n",
        b"= a\n\n",
        b"=7\n\n",
        b"=7 a b\nc\n\n",
        b"= \na\n\n",
        b"=7\na\n\n",
        b"? a\n\n",
    ];
    for &bytes in right {
        assert!(Reply::read(bytes).is_ok(), "{bytes:?}");
    }
    assert_eq!(Reply::read_all(&right.concat()).map(|all| all.len()), Ok(7));
    let wrong: &[&[u8]] = &[
        b"",
        b"\n\n",
        b"a\n\n",
        b"=a\n\n",
        b"= a",
        b"= a\n",
        b"= \n\n",
        b"=\n\n\n",
        b"\n= a\n\n",
        b"= a\n\nb\n\n",
        b"= a\r\n\n",
        b"= a\tb\n\n",
        b"?\n\n",
        b"? a\nb\n\n",
        b"=7a\n\n",
    ];
    for &bytes in wrong {
        assert!(
            Reply::read_all(bytes).is_err() || bytes.is_empty(),
            "{bytes:?}"
        );
        assert!(Reply::read(bytes).is_err(), "{bytes:?}");
    }
}
