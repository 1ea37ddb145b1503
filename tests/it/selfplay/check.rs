//! `obverse selfplay --check`.

use super::*;

#[test]
fn check_counts_games_and_positions() {
    let folder = TempFolder::new("selfplay-check");
    played(&folder.0, "--games 12 --shard 5");
    let output = check(&files(&folder.0));
    assert_eq!(text(&output.stderr), "");
    assert!(output.status.success());
    let count: usize = games(&folder.0).iter().map(Vec::len).sum();
    let stdout = text(&output.stdout);
    let total = format!("total: games 12, positions {count}\n");
    assert!(
        stdout.starts_with("empties ") && stdout.ends_with(&total),
        "{stdout}"
    );
    let column = |line: &str, at| {
        line.split_whitespace()
            .nth(at)
            .unwrap_or_default()
            .to_string()
    };
    let rows = stdout.lines().filter(|line| line.contains('-'));
    let sum: usize = rows.map(|row| column(row, 1).parse().unwrap_or(0)).sum();
    assert_eq!(sum, count);
}

#[test]
fn check_finds_damage() {
    let folder = TempFolder::new("selfplay-damage");
    played(&folder.0, "--games 3");
    let file = files(&folder.0).remove(0);
    let sound = fs::read(&file).expect("it exists");
    let tenth = HEAD + 9 * BYTES;
    let tenth_is = |problem: &str| format!("position 10: {problem}");
    for (place, byte, status, problem) in [
        (0, b'X', 2, "not a file of positions".to_string()),
        (tenth + 3, sound[tenth + 3] ^ 0x18, 1, tenth_is("")),
        (tenth + 1, sound[tenth + 1] ^ 0x04, 1, tenth_is("")),
        (tenth + 17, 0x7f, 1, tenth_is("the value is out of range")),
        (tenth + 18, 100, 1, tenth_is("the result is out of range")),
        (tenth + 18, 3, 1, tenth_is("no game can have this result")),
        (tenth + 19, 0x80, 1, tenth_is("unknown flag")),
        (
            sound.len() - 2,
            sound[sound.len() - 2] ^ 2,
            1,
            "the exact value differs from the result".to_string(),
        ),
    ] {
        let mut damaged = sound.clone();
        damaged[place] = byte;
        assert_check(&file, &damaged, status, &problem);
    }
    let mut unknown = sound.clone();
    unknown.drain(tenth..tenth + 2 * BYTES);
    assert_check(&file, &unknown, 1, "does not follow");
    let short = &sound[..sound.len() - 1];
    let cut_off = format!("truncated after {} positions", (short.len() - HEAD) / BYTES);
    assert_check(&file, short, 1, &cut_off);
    assert_eq!(check(&[folder.0.join("missing")]).status.code(), Some(2));
}

fn assert_check(file: &Path, content: &[u8], status: i32, problem: &str) {
    fs::write(file, content).expect("we own it");
    let output = check(&[file.to_path_buf()]);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{stderr}");
    assert!(stderr.contains(problem), "{stderr}, not {problem}");
    assert_eq!(stderr.lines().count(), 1);
    assert_eq!(text(&output.stdout), "");
}
