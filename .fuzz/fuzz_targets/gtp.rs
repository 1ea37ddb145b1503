//! Reads any bytes as lines of GTP. Each line gets one well-formed reply or none, and a
//! failing command changes nothing that other commands can show.
//!
//! `cargo fuzz run -s none gtp` needs no nightly compiler.
#![no_main]

mod dialogue;

use dialogue::Dialogue;
use libfuzzer_sys::fuzz_target;

fn state(engine: &mut Dialogue) -> Vec<Vec<u8>> {
    [
        "showboard",
        "move_history",
        "obverse-param",
        "get_komi",
        "gg-undo 1000000000000",
    ]
    .map(|question| engine.answer(question.as_bytes()).1.replies)
    .to_vec()
}

fuzz_target!(|input: &[u8]| {
    // Never touch the files of the user.
    if input.windows(3).any(|window| window == b"sgf") {
        return;
    }
    let mut engine = Dialogue::new("gtp");
    for line in input.split(|&byte| byte == b'\n') {
        let before = state(&mut engine);
        let reply = engine.answer(line).1.replies;
        assert!(engine.idle().replies.is_empty());
        if reply.is_empty() {
            continue;
        }
        assert!(matches!(reply[0], b'=' | b'?'));
        assert!(reply.ends_with(b"\n\n"));
        let body = &reply[..reply.len() - 2];
        assert!(!body.windows(2).any(|pair| pair == b"\n\n"));
        assert!(!body.contains(&b'\r') && !body.contains(&b'\t'));
        if reply[0] == b'?' {
            assert!(!body.contains(&b'\n'));
            assert_eq!(state(&mut engine), before);
        }
    }
});
