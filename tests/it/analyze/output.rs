//! The table, the page, and what a terminal shows.

use super::*;

#[test]
fn the_table_has_the_values_of_the_json_lines() {
    let args = ["-", "--level", "5"];
    let table = analyzed(&args, GAME);
    let (games, _) = records(&analyzed(&[&args[..], &["--json"]].concat(), GAME));
    let plain = |value: &Value| value.as_str().expect("text").to_string();
    let mut lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "-: game 1, B+50");
    let left = number(&games[0]["left_at"]) as usize;
    let opening = format!(
        "opening: {}, left the known lines with {left}. {}",
        plain(&games[0]["opening"]),
        plain(&moves(&games[0])[left - 1]["move"])
    );
    assert_eq!(lines.remove(1), opening);
    let head = "   n side  move value  best loss depth  grade      moves    pv";
    assert_eq!(lines[1], head);
    let signed = |value: &Value| format!("{:+}", number(value));
    for (line, step) in lines[2..].iter().zip(moves(&games[0])) {
        let depth = match step["exact"].as_bool().expect("yes or no") {
            true => "exact".to_string(),
            false => format!("{}@{}%", step["depth"], step["selectivity"]),
        };
        let best = step["best_moves"].as_array().expect("a list");
        let best: Vec<&str> = best.iter().filter_map(Value::as_str).collect();
        let expected = [
            step["n"].to_string(),
            plain(&step["color"]),
            plain(&step["move"]),
            signed(&step["value"]),
            signed(&step["best"]),
            step["loss"].to_string(),
            depth,
            plain(&step["grade"]),
            best.join(","),
            plain(&step["pv"]),
        ];
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words.join(" "), expected.join(" "));
    }
    let summary = &games[0]["summary"]["white"];
    let worst = &moves(&games[0])[number(&summary["worst"]) as usize - 1];
    let (best, choices) = (number(&summary["best"]), number(&summary["choices"]));
    let phases = &summary["phases"];
    let expected = format!(
        "white: lost {} (opening {}, midgame {}, endgame {}), inaccuracies {}, mistakes {}, \
         blunders {}, worst {}. {} (loss {}), best {best} of {choices} ({:.0} %)",
        summary["lost"],
        phases["opening"],
        phases["midgame"],
        phases["endgame"],
        summary["inaccuracies"],
        summary["mistakes"],
        summary["blunders"],
        worst["n"],
        plain(&worst["move"]),
        worst["loss"],
        100.0 * best as f64 / choices as f64
    );
    assert!(lines[66].starts_with(&expected), "{}", lines[66]);
    assert_eq!((lines.len(), lines[67]), (69, ""));
    assert!(lines[68].starts_with("total: games 1, left out 0, positions 63, exact "));
}

#[test]
fn the_page_loads_nothing_from_outside() {
    let folder = TempFolder::new("analyze-page");
    let page = folder.0.join("a.html");
    let page_name = page.to_str().expect("a path in Unicode");
    let hostile = "(;PB[</script><img src=x onerror=alert(1)>]PW[{{title}}];B[f5];W[d6])";
    let args = ["-", "--level", "2", "--html", page_name];
    let lines = analyzed(&[&args[..], &["--json"]].concat(), hostile);
    let page = fs::read_to_string(&page).expect("it was written");
    let (_, rest) = page.split_once("id=\"records\">").expect("they exist");
    let (json, _) = rest.split_once("</script>").expect("it is closed");
    let kept: Vec<Value> = serde_json::from_str(json).expect("a list");
    assert_eq!(kept, records(&lines).0);
    assert!(!json.contains('<'));
    for word in ["http:", "https:", "<img", "@import", "url("] {
        assert_eq!(
            page.replace("http://www.w3.org/2000/svg", "")
                .matches(word)
                .count(),
            0,
            "{word}"
        );
    }
    assert!(page.contains("default-src 'none'") && page.contains("<title>Analysis</title>"));
    assert_eq!(folder.names().len(), 1);
    // The table is also written without `--html`.
    assert!(analyzed(&args, hostile).contains("n side  move"));
}

/// The current game is reported with the moves that were analysed, which are its last ones.
#[cfg(unix)]
#[test]
fn control_c_keeps_finished_work() {
    use crate::support::terminal::written_until_interrupt;

    let folder = TempFolder::new("analyze-interrupted");
    let path = |name| folder.path(name);
    let [games, table, page] = ["a.txt", "table", "a.html"].map(path);
    fs::write(&games, format!("{WIPEOUT}\n{GAME}\n{GAME}\n")).expect("it can be written");
    // At this level, searching the midgame would take far too long.
    let args = format!("analyze '{games}' --only 2-3 --level 30 --html '{page}' > '{table}'");
    let screen = written_until_interrupt(100, &args, "game 2, move 4");
    assert!(screen.ends_with("obverse: interrupted\r\n"), "{screen:?}");
    let table = fs::read_to_string(&table).expect("it was written");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], format!("{games}: game 2, B+50"));
    let first = lines[3].split_whitespace().next().expect("a number");
    let known: usize = first.parse().expect("a number");
    assert!((2..=50).contains(&known), "{known}");
    let [incomplete, empty, total] = &lines[lines.len() - 3..] else {
        panic!("{table}");
    };
    assert_eq!(
        (*incomplete, *empty),
        (&*format!("incomplete: moves {known} to 63 of 63"), "")
    );
    let positions = 64 - known;
    assert!(total.starts_with(&format!(
        "total: games 1, left out 0, positions {positions}, "
    )));
    let page = fs::read_to_string(&page).expect("it was written");
    assert!(page.contains("\"complete\":false"));
    assert!(
        page.contains("{\"n\":1,\"color\":\"black\",\"move\":\"D3\"}"),
        "nothing is known"
    );
}

#[cfg(unix)]
#[test]
fn only_a_terminal_shows_progress() {
    use crate::support::terminal::written_at;

    const COLUMNS: u16 = 80;
    let folder = TempFolder::new("analyze-terminal");
    let file = folder.0.join("a.txt");
    fs::write(&file, GAME).expect("it can be written");
    let args = format!("analyze '{}' --level 10", file.display());
    let screen = written_at(COLUMNS, &args);
    assert!(screen.contains("/63 "), "{screen}");
    let rows: Vec<&str> = screen
        .split(['\r', '\n', '\u{1b}'])
        .filter(|row| row.contains("@60% "))
        .map(str::trim_end)
        .collect();
    assert!(rows.len() > 20, "{screen}");
    assert!(rows.iter().any(|row| row.ends_with('…')), "{screen}");
    for row in rows {
        assert!(row.chars().count() <= usize::from(COLUMNS), "{row}");
    }
}
