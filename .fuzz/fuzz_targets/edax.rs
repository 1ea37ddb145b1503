//! Reads any bytes as lines of Edax's console. Each line is followed by a prompt, the output
//! has no control characters, and a line that is refused changes neither game nor options.
//!
//! `cargo fuzz run -s none edax` needs no nightly compiler.
#![no_main]

mod dialogue;

use dialogue::Dialogue;
use libfuzzer_sys::fuzz_target;
use obverse::protocol::Flow;

const REFUSED: &[u8] = b"Unknown command/Illegal move";

fuzz_target!(|input: &[u8]| {
    let mut console = Dialogue::new("edax");
    for line in input.split(|&byte| byte == b'\n') {
        if touches_files(line) {
            continue;
        }
        let before = state(&mut console);
        let (flow, output) = console.answer(line);
        if flow != Flow::Continue {
            return;
        }
        let is_refused = output
            .remarks
            .windows(REFUSED.len())
            .any(|window| window == REFUSED);
        assert!(!is_refused || state(&mut console) == before);
        let mut replies = output.replies;
        let idle = console.idle();
        replies.extend(idle.replies);
        assert!(replies.ends_with(b">"));
        for text in [replies, output.remarks, idle.remarks] {
            let text = String::from_utf8(text).expect("it is text");
            assert!(text.chars().all(|c| c == '\n' || !c.is_control()));
        }
    }
});

/// Whether a line could read or write the files of the user.
fn touches_files(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(line).to_ascii_lowercase();
    let visible: String = line.chars().filter(|c| !c.is_control()).collect();
    let has_word = ["save", "load", "open", "solve", "book", "file"]
        .iter()
        .any(|word| visible.contains(word));
    let mut words = visible.split(|c: char| c.is_whitespace() || "=-".contains(c));
    has_word || words.any(|word| ["o", "s"].contains(&word))
}

/// The game and the options that lines can set.
fn state(console: &mut Dialogue) -> String {
    let session = &console.session;
    let options = session.options();
    let search = &options.search;
    let settings = (search.depth, search.level, search.threads, search.hash_mb);
    format!("{:?} {settings:?} {:?}", session.game(), options.move_time)
}
