//! Commands that search and report meanwhile choose the same move as `genmove`.

use obverse::search::ALGORITHMS;

use crate::support::engine::{Engine, TIMEOUT};
use crate::support::reply::Reply;

/// Forms of `genmove`, and the text before the move in their last line.
const FORMS: &[(&str, &str)] = &[
    ("genmove b", ""),
    ("kata-search b", ""),
    ("kata-search_analyze b", "play "),
    ("kata-search_analyze_cancellable", "play "),
    ("genmove_analyze b", "play "),
    ("kata-genmove_analyze 1 maxmoves 2", "play "),
    ("lz-genmove_analyze b 0", "play "),
];

#[test]
fn all_forms_of_genmove_choose_the_same_move() {
    for row in ALGORITHMS {
        for ties in ["first", "random"] {
            let moves: Vec<String> = FORMS
                .iter()
                .map(|&(form, before)| {
                    let prepare = format!(
                        "kata-set-param algorithm {}\nkata-set-param depth 5\n\
                         kata-set-param hash_mb 1\nkata-set-param ties {ties}\n\
                         kata-set-param playouts 50\nset_random_seed 3\nplay b f5\nplay w d6\n",
                        row.name
                    );
                    chosen(&prepare, form, before)
                })
                .collect();
            let first = &moves[0];
            assert!(
                moves.iter().all(|chosen| chosen == first),
                "{} {moves:?}",
                row.name
            );
        }
    }
}

/// The move that a command returns.
fn chosen(prepare: &str, command: &str, before: &str) -> String {
    let engine = Engine::start(None, TIMEOUT);
    engine.send(prepare.as_bytes());
    for _ in prepare.lines() {
        assert!(Reply::take(&engine).expect("a reply").is_success);
    }
    engine.send(format!("{command}\n").as_bytes());
    let reply = Reply::take(&engine).expect("a reply");
    let last = reply.text.lines().last().unwrap_or_default();
    let chosen = last.strip_prefix(before);
    chosen
        .unwrap_or_else(|| panic!("{command}: {reply:?}"))
        .to_string()
}
