//! Reads any bytes as lines of the protocol `json`. Each line is answered, by JSON.
//!
//! `cargo fuzz run -s none json` needs no nightly compiler.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use obverse::protocol::{self, Driver};
use obverse::search;
use obverse::session::options::Options;

fuzz_target!(|input: &[u8]| {
    let mut options = Options::new(1);
    // It searches nothing that could take long.
    options.algorithm = search::find("greedy").expect("it is in the table");
    let driver = Driver::new(options, || false);
    let mut output = Vec::new();
    let json = protocol::find("json");
    driver
        .run(json, Cursor::new(input.to_vec()), &mut output)
        .expect("memory can be read and written");
    let is_seen = |byte: &u8| !byte.is_ascii_control() && *byte != b' ';
    let asked = input.split(|&byte| byte == b'\n');
    let asked = asked.filter(|line| line.iter().any(is_seen)).count();
    let text = String::from_utf8(output).expect("JSON is UTF-8");
    assert!(text.lines().count() >= asked, "{text}");
    for line in text.lines() {
        let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert!(
            value.get("id").is_some() || value.get("error").is_some(),
            "{line}"
        );
    }
});
