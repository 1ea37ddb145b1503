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

mod machine {
    use std::fs;
    use std::thread;

    use serde_json::Value;

    use crate::support::folder::TempFolder;
    use crate::support::program::{assert_refused, gtp, run, stdout_of, text};

    #[test]
    fn it_fits_on_a_terminal_and_ends_with_a_summary() {
        let written = stdout_of(&["bench", "machine", "--seconds", "1"], b"");
        for line in written.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
        for part in [
            "CPU level: ",
            "\nhardware threads: ",
            "\nMillions of nodes per second:\n",
            "\nA move a second, ",
            "\nAnalysing a game in ten seconds, ",
        ] {
            assert!(written.contains(part), "{part}: {written}");
        }
        let last = written.lines().last().unwrap_or_default();
        let start = format!("Obverse {}, ", env!("CARGO_PKG_VERSION"));
        assert!(last.starts_with(&start), "{last}");
        assert!(last.contains(" Mnodes/s, "), "{last}");
    }

    #[test]
    fn json_has_the_figures() {
        let written = stdout_of(&["bench", "machine", "--json", "--seconds", "1"], b"");
        assert_eq!(written.lines().count(), 1, "{written}");
        let record: Value = serde_json::from_str(&written).expect("it is JSON");
        let threads = thread::available_parallelism().map_or(1, |count| count.get());
        assert_eq!(record["hardware_threads"], threads.min(256));
        let speeds = record["speeds"].as_array().expect("a list");
        assert_eq!(speeds[0]["threads"], 1);
        assert!(speeds.iter().all(|speed| {
            ["midgame", "endgame"]
                .iter()
                .all(|part| speed[part].as_u64() > Some(0))
        }));
        let wishes = record["wishes"].as_array().expect("a list");
        assert_eq!(wishes.len(), 2);
        for wish in wishes.iter().filter(|wish| !wish["level"].is_null()) {
            let part = if wish["wish"] == "move" {
                "longest"
            } else {
                "total"
            };
            assert!(wish[part].as_f64() < wish["limit"].as_f64(), "{wish}");
        }
    }

    #[test]
    fn a_configuration_file_is_written_and_read() {
        let folder = TempFolder::new("bench-config");
        let path = folder.0.join("new folder").join("config.toml");
        let file = path.to_str().expect("a name in Unicode");
        let args = ["bench", "machine", "--seconds", "3", "--write-config", file];
        // On a busy machine, a few seconds confirm no level.
        let measure = |extra: &[&str]| {
            let mut patience = ["10", "30", "100"].iter();
            let mut output = run(&[&args[..], extra].concat(), b"");
            while text(&output.stderr).ends_with("allow more --seconds\n")
                && let Some(seconds) = patience.next()
            {
                let args = [&args[..], extra, &["--seconds", seconds]].concat();
                output = run(&args, b"");
            }
            assert!(output.status.success(), "{}", text(&output.stderr));
            text(&output.stdout).to_string()
        };
        let written = measure(&[]);
        assert!(
            written.ends_with(&format!("\nWrote {file}.\n")),
            "{written}"
        );
        let content = fs::read_to_string(&path).expect("it was written");
        let level = content
            .lines()
            .find_map(|line| line.strip_prefix("level = "));
        let reply = gtp(&["--config", file], "kata-get-param level\n");
        assert_eq!(Some(reply.trim_start_matches("= ").trim_end()), level);

        let problem = format!("{file}: it exists already; name another file, ");
        assert_refused(&args, "", &problem);
        fs::write(&path, "mine").expect("it can be written");
        assert_refused(&args, "", &problem);
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "mine");
        measure(&["--overwrite"]);
        let replaced = fs::read_to_string(&path).expect("it is there");
        assert!(replaced.starts_with("# Options of Obverse "), "{replaced}");
    }

    #[test]
    fn flags_that_do_not_fit_are_refused() {
        for (line, problem) in [
            (
                "bench --seconds 3",
                "--seconds: expected machine as the only section",
            ),
            (
                "bench kernels machine --json",
                "--json: expected machine as the only section",
            ),
            (
                "bench machine --overwrite",
                "--overwrite: expected --write-config",
            ),
            (
                "bench machine --seconds 0",
                "--seconds: expected 1 to 3600, got 0",
            ),
            ("bench machine --write-config /", "/: it exists already; "),
            (
                "bench machine --write-config Cargo.toml/x",
                "Cargo.toml/x: ",
            ),
        ] {
            let args: Vec<&str> = line.split_whitespace().collect();
            assert_refused(&args, "", problem);
        }
    }

    #[cfg(unix)]
    #[test]
    fn ctrl_c_ends_it() {
        use std::io::{BufRead, BufReader};
        use std::process::Stdio;

        use crate::support::program::{interrupt, obverse};

        let mut child = obverse(&["bench", "machine"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let is_table =
            |line: std::io::Result<String>| line.is_ok_and(|line| line.contains("midgame"));
        assert!(lines.any(is_table));
        interrupt(&child);
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(130));
        assert_eq!(text(&output.stderr), "obverse: interrupted\n");
    }
}
