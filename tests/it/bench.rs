//! `obverse bench`: what is the same in every run.

use crate::support::program::{run, text};

/// A line of the output without the times.
#[derive(Debug, PartialEq, Eq)]
struct Figures {
    name: String,
    nodes: u64,
    checksum: String,
}

/// The output of a section, and the figures in it.
fn bench(section: &str) -> (String, Vec<Figures>) {
    let output = run(&["bench", section], b"");
    assert_eq!(text(&output.stderr), "");
    assert!(output.status.success());
    let figures = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let &[name, nodes, checksum, _, "s", _, "M/s"] = &words[..] else {
            return None;
        };
        Some(Figures {
            name: name.to_string(),
            nodes: nodes.parse().ok()?,
            checksum: checksum.to_string(),
        })
    };
    let written = text(&output.stdout).to_string();
    let figures = written.lines().filter_map(figures).collect();
    (written, figures)
}

fn nodes(figures: &[Figures]) -> u64 {
    figures.iter().map(|figures| figures.nodes).sum()
}

/// A change in the node count of any search changes the fingerprint.
#[test]
fn the_fingerprint_counts_every_search() {
    let (written, all) = bench("search");
    let fingerprint = format!("\nBench: {}\n", nodes(&all));
    assert!(written.ends_with(&fingerprint), "{written}");
    for section in ["midgame", "endgame"] {
        let (_, mut rows) = bench(section);
        let total = rows.pop().expect("a last line");
        assert_eq!(total.name, section);
        assert_eq!(total.nodes, nodes(&rows));
        assert!(rows.len() >= 8 && rows.iter().all(|row| row.nodes > 0));
        assert!(all.contains(&total), "{total:?} {all:?}");
    }
}
