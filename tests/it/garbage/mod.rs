//! Files that are not what their name promises, however large: they are refused early, in
//! little memory.

#[cfg(target_os = "linux")]
mod limited_memory;

use std::fs;

use crate::support::folder::TempFolder;
use crate::support::program::{self, output_of, run, text};

/// Of a file in which nothing is right, not everything is reported.
#[test]
fn a_file_with_broken_games_only_is_given_up() {
    let folder = TempFolder::new("garbage-broken");
    let file = folder.path("broken.txt");
    fs::write(&file, "no game\n".repeat(100_000)).expect("it can be written");
    let output = run(&["convert", &file, "-", "--to", "sgf"], b"");
    assert_eq!(output.status.code(), Some(1));
    let complaints: Vec<&str> = text(&output.stderr).lines().collect();
    assert_eq!(complaints.len(), 22, "{complaints:?}");
    let count = "980 more games are invalid, and the rest was not read";
    assert_eq!(complaints[20], format!("obverse: {file}: {count}"));
    let output = run(&["analyze", &file], b"");
    let analyzed: Vec<&str> = text(&output.stderr).lines().collect();
    assert_eq!(analyzed[..21], complaints[..21]);
    assert_eq!(analyzed.len(), 22, "{analyzed:?}");
    // If one game is right, every other one is named.
    let mixed = "no game\n".repeat(500) + "f5d6\n" + &"no game\n".repeat(500);
    fs::write(&file, mixed).expect("it can be written");
    let output = run(&["convert", &file, "-", "--to", "transcript"], b"");
    assert_eq!(text(&output.stdout), "F5D6\n");
    let complaints: Vec<&str> = text(&output.stderr).lines().collect();
    assert_eq!(complaints.len(), 1001, "{complaints:?}");
    for (number, line) in (1..501).chain(502..).zip(&complaints[..1000]) {
        let start = format!("obverse: {file}: game {number}: ");
        assert!(line.starts_with(&start), "{line}");
    }
    let long = folder.path("long.txt");
    fs::write(&long, "-".repeat(3 << 20) + "\nf5d6\n").expect("it can be written");
    let output = run(&["convert", &long, "-", "--to", "transcript"], b"");
    assert_eq!(text(&output.stdout), "F5D6\n");
    let problem = "game 1: line 1, column 1: the line is longer than 1048576 bytes";
    let first = text(&output.stderr).lines().next().expect("a line");
    assert_eq!(first, format!("obverse: {long}: {problem}"));
}

/// What is large but right is still read, whatever its name.
#[test]
fn large_files_are_read() {
    let folder = TempFolder::new("large");
    let file = |name: &str, content: &[u8]| {
        assert!(content.len() > 1 << 20, "{name}: {}", content.len());
        fs::write(folder.path(name), content).expect("it can be written");
        folder.path(name)
    };
    let games: u32 = 16_000;
    let mut archive = vec![20, 24, 11, 28];
    archive.extend(games.to_le_bytes());
    archive.extend([0, 0, 0xe8, 7, 8, 0, 0, 0]);
    for _ in 0..games {
        let mut game = [0; 68];
        game[8..10].copy_from_slice(&[56, 64]);
        archive.extend(game);
    }
    let transcripts = "% a list\n".to_string() + &"f5d6c3d3c4\n".repeat(100_000);
    let ggf = "(;GM[Othello]PB[a]PW[b]B[F5]W[D6];)\n".repeat(40_000);
    let sgf = "(;FF[4]GM[2];B[fe];W[df])\n".repeat(50_000);
    for (name, content, count) in [
        ("archive", archive, 16_000),
        ("transcripts", transcripts.into_bytes(), 100_000),
        ("ggf", ggf.into_bytes(), 40_000),
        ("sgf", sgf.into_bytes(), 50_000),
    ] {
        let output = run(&["stats", &file(name, &content), "--json"], b"");
        assert_eq!(text(&output.stderr), "", "{name}");
        assert!(
            text(&output.stdout).contains(&format!(":{count}")),
            "{name}: {output:?}"
        );
    }
    let line = "---------------------------OX------XO--------------------------- X; D3:+0;\n";
    let problems = "\u{feff}".to_string() + &line.repeat(20_000);
    let args = [
        "book",
        "import",
        &file("problems", problems.as_bytes()),
        &folder.path("book"),
    ];
    let output = run(&args, b"");
    assert_eq!(
        text(&output.stdout),
        "total: positions 1, added 1\n",
        "{output:?}"
    );
    let cut = problems.replacen("D3:+0;\n", "D3:+0;\nx", 15_000);
    let cut = cut.replacen('x', "", 14_999);
    let output = output_of(
        program::obverse(&["book", "import", "-", &folder.path("book")]),
        cut.as_bytes(),
    );
    let problem = "obverse: -, line 15001: ";
    assert!(text(&output.stderr).starts_with(problem), "{output:?}");
}
