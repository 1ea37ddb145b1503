//! Books of a million positions.

use std::collections::HashSet;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use obverse::board::{Position, Symmetry};

use crate::engine::Engine;
use crate::folder::TempFolder;
use crate::{in_a_few_tries, require};

const POSITIONS: usize = 1_000_000;

fn canonical(position: &Position) -> Position {
    let views = Symmetry::ALL.map(|symmetry| symmetry.position(position));
    let least = views
        .into_iter()
        .min_by_key(|view| (view.mover().bits(), view.opponent().bits()));
    least.expect("there are eight")
}

/// The positions that are fewest moves from the start, as text.
fn text() -> String {
    let mut text = String::new();
    let mut seen = HashSet::new();
    let mut plies = vec![Position::START];
    let mut count = 0;
    while count < POSITIONS {
        let mut next = Vec::new();
        for position in plies.iter().take(POSITIONS - count) {
            count += 1;
            let moves = position.moves().into_iter();
            let scores = moves.map(|square| {
                let after = position.play(square);
                next.extend(after.turn().map(|turn| canonical(&turn)));
                format!(" {square}:{:+};", square.index() as i32 % 9 - 4)
            });
            text += &format!("{position};{}\n", scores.collect::<String>());
        }
        next.retain(|position| seen.insert(*position));
        plies = next;
    }
    text
}

#[test]
fn a_million_positions_are_imported_and_looked_up_fast() {
    let folder = TempFolder::new("book-million");
    let [source, file] = ["million.txt", "million.book"].map(|name| folder.path(name));
    std::fs::write(&source, text()).expect("it can be written");
    in_a_few_tries(|| {
        let start = Instant::now();
        let mut import = Command::new(env!("CARGO_BIN_EXE_obverse"));
        let import = import
            .args(["book", "import", &source, &file])
            .stdout(Stdio::null());
        assert!(import.status().expect("it starts").success());
        let speed = POSITIONS as f64 / start.elapsed().as_secs_f64();
        require(speed > 50_000.0, || format!("{speed:.0} positions/s"))
    });
    let options = ["--algorithm", "engine", "--book", &file, "--book_use", "on"];
    in_a_few_tries(|| {
        let start = Instant::now();
        let mut engine = Engine::start(&options);
        engine.ask("name");
        let first = start.elapsed();
        require(first < Duration::from_millis(10), || {
            format!("start: {first:?}")
        })?;
        #[cfg(target_os = "linux")]
        {
            let status = format!("/proc/{}/status", engine.child.id());
            let status = std::fs::read_to_string(status).expect("it is running");
            let kilobytes = crate::figure(&status, "RssAnon:");
            require(kilobytes < 4096.0, || format!("{kilobytes} kB"))?;
        }
        // A reply looks up each position of the best line.
        engine.ask("genmove b");
        let start = Instant::now();
        engine.ask("genmove w");
        let reply = start.elapsed();
        require(reply < Duration::from_millis(1), || {
            format!("reply: {reply:?}")
        })
    });
}
