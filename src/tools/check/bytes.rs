//! Bytes of a dialogue, shown so that a reader and a terminal see every one of them.

/// How many bytes of a message are shown.
const LONGEST: usize = 160;

/// Escapes everything but printable ASCII. The middle of a long text is left out.
pub(super) fn escaped(bytes: &[u8]) -> String {
    if bytes.len() <= LONGEST {
        return whole(bytes);
    }
    let half = LONGEST / 2;
    let left_out = bytes.len() - 2 * half;
    format!(
        "{} … {left_out} bytes … {}",
        whole(&bytes[..half]),
        whole(&bytes[bytes.len() - half..])
    )
}

/// A part of a message in backticks.
pub(super) fn quoted(text: impl AsRef<[u8]>) -> String {
    format!("`{}`", escaped(text.as_ref()))
}

fn whole(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            b'\n' => text += "\\n",
            b'\r' => text += "\\r",
            b'\t' => text += "\\t",
            b'\\' => text += "\\\\",
            b' '..=b'~' => text.push(byte.into()),
            _ => text += &format!("\\x{byte:02X}"),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_byte_is_written_raw() {
        assert_eq!(
            escaped(b"= F5\r\n\t\\\x1b[2J\x00\xc3\xa9"),
            "= F5\\r\\n\\t\\\\\\x1B[2J\\x00\\xC3\\xA9"
        );
        let long = escaped(&vec![b'\x07'; 100_000]);
        assert!(
            long.len() < 1200 && long.contains(" 99840 bytes "),
            "{long}"
        );
        assert_eq!(quoted("x\n"), "`x\\n`");
    }
}
