//! Configuration files: what they set, what overrides them, and what is refused.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::folder::TempFolder;
use crate::support::program::{assert_refused, gtp, obverse, output_of, stdout_of, text};

/// Writes a file, and returns its name.
fn file(folder: &TempFolder, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.0.join(name);
    fs::write(&path, content).expect("it can be written");
    name_of(&path)
}

fn name_of(path: &Path) -> String {
    path.to_str().expect("a name in Unicode").to_string()
}

/// The value of an option after these arguments.
fn option(args: &[&str], name: &str) -> String {
    let reply = gtp(args, &format!("kata-get-param {name}\n"));
    reply.trim_start_matches("= ").trim_end().to_string()
}

#[test]
fn flags_override_the_file_wherever_they_stand() {
    let folder = TempFolder::new("config-order");
    let config = file(
        &folder,
        "c.toml",
        "level = 9\nthreads = 3\nponder = true\nhash-mb = 2\n",
    );
    let config = config.as_str();
    for (args, name, value) in [
        (&["--config", config][..], "level", "9"),
        (&["--config", config], "ponder", "on"),
        (&["--config", config], "hash_mb", "2"),
        (&["--config", config, "gtp", "--level", "4"], "level", "4"),
        (&["--level", "4", "gtp", "--config", config], "level", "4"),
        (&["--level", "4", "--config", config], "threads", "3"),
        (&["-l", "5", "--config", config], "level", "5"),
        (&["--cpu", "baseline", "--config", config], "level", "9"),
        (&["--depth", "3", "--config", config], "depth", "3"),
    ] {
        assert_eq!(option(args, name), value, "{args:?}");
    }
}

#[test]
fn every_protocol_has_the_options_of_the_file() {
    let folder = TempFolder::new("config-protocols");
    let config = file(&folder, "c.toml", "hash_mb = 3\ndepth = 7\n");
    let uci = stdout_of(&["--config", &config, "uci"], b"uci\nquit\n");
    assert!(uci.contains("name depth type spin default 7"), "{uci}");
    let edax = stdout_of(&["--config", &config, "edax", "-q"], b"play f5\ngo\nquit\n");
    assert!(edax.contains("Edax plays"), "{edax}");
}

/// The working folder of a GUI is unknown.
#[test]
fn names_of_files_are_relative_to_the_file() {
    let folder = TempFolder::new("config-book");
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/books/small.book");
    fs::copy(book, folder.0.join("my.book")).expect("it can be copied");
    let config = file(&folder, "c.toml", "book = 'my.book'\n");
    let value = option(&["--config", &config], "book");
    assert!(value.ends_with("my.book"), "{value}");
    let config = file(&folder, "d.toml", "book = 'embedded'\n");
    assert_eq!(option(&["--config", &config], "book"), "embedded");
}

#[test]
fn bad_files_are_refused_in_one_line() {
    let folder = TempFolder::new("config-bad");
    let long = format!("# {}\n", "x".repeat(100_000));
    for (content, problem) in [
        (
            &b"levle = 3\n"[..],
            "line 1: levle: unknown option, did you mean level?",
        ),
        (
            b"\n[engine]\nlevel = 3\n",
            "line 2: engine: unknown option, expected one listed by --help",
        ),
        (
            b"cpu = 'v3'\n",
            "line 1: cpu: unknown option, expected one listed by --help",
        ),
        (
            b"# a\nlevel = 31\n",
            "line 2: level: expected 0 to 30, got 31",
        ),
        (b"level = -1\n", "line 1: level: expected 0 to 30, got -1"),
        (
            b"level = '3'\n",
            "line 1: level: expected a whole number, 0 to 30, got text in quotes",
        ),
        (
            b"level = 3.5\n",
            "line 1: level: expected a whole number, 0 to 30, got a number with a fraction",
        ),
        (
            b"level = [3]\n",
            "line 1: level: expected a whole number, 0 to 30, got a list",
        ),
        (
            b"level = 0x10\n",
            "line 1: level: expected a whole number, 0 to 30, got a number that is not decimal",
        ),
        (
            b"exploration = nan\n",
            "line 1: exploration: expected 0 to 1000, got nan",
        ),
        (
            b"move_time = inf\n",
            "line 1: move_time: expected 0 to 1000000, got inf",
        ),
        (
            b"ponder = 1\n",
            "line 1: ponder: expected true or false, got a number",
        ),
        (
            b"ties = true\n",
            "line 1: ties: expected text in quotes (first, random), got true or false",
        ),
        (
            b"ties = 'last'\n",
            "line 1: ties: expected first, random, got last",
        ),
        (b"book = 'no such book'\n", "line 1: book: "),
        (b"level 3\n", "line 1: "),
        (b"level = 3\nlevel = 4\n", "line 2: "),
        (b"level = 3\n# \xff\n", "line 2: expected text in UTF-8"),
        (long.as_bytes(), "expected at most 64 KiB"),
    ] {
        let config = file(&folder, "bad.toml", content);
        for args in [
            &["--config", config.as_str()][..],
            &["gtp", "--config", &config],
            &["--config", &config, "edax"],
            &["uci", "--config", &config],
        ] {
            assert_refused(args, "name\n", &format!("{config}: {problem}"));
        }
    }
    let own = name_of(&folder.0);
    let is_folder = format!("{own}: expected a file, got a folder");
    assert_refused(&["--config", &own], "", &is_folder);
    let missing = name_of(&folder.0.join("missing"));
    assert_refused(&["--config", &missing], "", &format!("{missing}: "));
    assert_refused(&["--config"], "", "--config: expected a value (");
    assert_refused(&["--config="], "", "--config: expected ");
}

#[test]
fn an_empty_file_sets_nothing() {
    let folder = TempFolder::new("config-empty");
    for content in ["", "# nothing\n", "\r\n"] {
        let config = file(&folder, "c.toml", content);
        assert_eq!(option(&["--config", &config], "level"), "16");
    }
}

#[test]
fn tools_refuse_the_flag() {
    let problem = "--config: expected a dialogue, since tools have flags of their own";
    assert_refused(&["--config", "x", "perft", "1"], "", problem);
    assert_refused(&["bench", "--config", "x"], "", "--config: unknown flag, ");
}

/// A folder for configurations whose file for Obverse has this content.
fn usual(folder: &TempFolder, content: &str) -> (String, PathBuf) {
    let own = folder.0.join("obverse");
    fs::create_dir_all(&own).expect("it can be created");
    let path = own.join("config.toml");
    fs::write(&path, content).expect("it can be written");
    (name_of(&folder.0), path)
}

#[test]
fn a_pipe_reads_no_file_that_is_not_named() {
    let folder = TempFolder::new("config-pipe");
    let (config_home, _) = usual(&folder, "level = 9\nnonsense\n");
    let mut command = obverse(&[]);
    command.env("XDG_CONFIG_HOME", config_home);
    let output = output_of(command, b"kata-get-param level\n");
    assert_eq!(text(&output.stderr), "");
    assert_eq!(text(&output.stdout), "= 16\n\n");
}

#[cfg(unix)]
mod at_a_terminal {
    use super::*;
    use crate::support::terminal::Setup;

    #[test]
    fn the_file_in_the_usual_place_is_read() {
        let folder = TempFolder::new("config-terminal");
        let (home, _) = usual(&folder, "level = 9\nties = 'first'\n");
        let named = file(&folder, "named.toml", "level = 7\n");
        for (args, level, ties) in [
            (&[][..], "level 9 (", "ties first ("),
            (&["--level", "4"], "level 4 (", "ties first ("),
            (&["--config", &named], "level 7 (", "ties random ("),
        ] {
            let terminal = Setup::new(args).env("XDG_CONFIG_HOME", &home).start();
            terminal.await_prompt("black>");
            let screen = terminal.ask("level", "black>");
            assert!(screen.contains(level), "{args:?}:\n{screen}");
            let screen = terminal.ask("ties", "black>");
            assert!(screen.contains(ties), "{args:?}:\n{screen}");
            terminal.leave();
        }
        // A protocol that is named is for a program, even if a person types.
        let terminal = Setup::new(&["gtp"]).env("XDG_CONFIG_HOME", &home).start();
        terminal.enter("kata-get-param level");
        terminal.await_text("= 16");
        terminal.enter("quit");
        assert!(terminal.wait().1.success());
    }

    #[test]
    fn the_home_folder_is_used_otherwise() {
        let folder = TempFolder::new("config-home");
        let home = name_of(&folder.0);
        for place in [".config", "Library/Application Support"] {
            let own = folder.0.join(place).join("obverse");
            fs::create_dir_all(&own).expect("it can be created");
            fs::write(own.join("config.toml"), "level = 9\n").expect("it can be written");
        }
        let terminal = Setup::new(&[])
            .env("XDG_CONFIG_HOME", "")
            .env("HOME", &home)
            .start();
        terminal.await_prompt("black>");
        let screen = terminal.ask("level", "black>");
        assert!(screen.contains("level 9 ("), "{screen}");
        terminal.leave();
    }

    /// A pipe may be named by --config, but one that is found would be waited for.
    #[test]
    fn a_pipe_is_read_only_if_it_is_named() {
        let folder = TempFolder::new("config-named-pipe");
        let (home, path) = usual(&folder, "");
        fs::remove_file(&path).expect("it was written");
        folder.create_pipe(&name_of(&path));
        let start = |args: &[&str]| Setup::new(args).env("XDG_CONFIG_HOME", &home).start();
        let (written, status) = start(&[]).wait();
        let problem = format!(
            "obverse: {}: expected a regular file; correct or remove this file, or name \
             another with --config",
            path.display()
        );
        assert_eq!(written.trim_end(), problem);
        assert_eq!(status.code(), Some(2));

        let terminal = start(&["--config", &name_of(&path)]);
        fs::write(&path, "level = 9\n").expect("it is read");
        terminal.await_prompt("black>");
        let screen = terminal.ask("level", "black>");
        assert!(screen.contains("level 9 ("), "{screen}");
        terminal.leave();
    }

    #[test]
    fn a_broken_file_there_is_an_error() {
        let folder = TempFolder::new("config-broken");
        let (home, path) = usual(&folder, "\nlevel = 99\n");
        let terminal = Setup::new(&[]).env("XDG_CONFIG_HOME", &home).start();
        let problem = format!(
            "obverse: {}: line 2: level: expected 0 to 30, got 99; correct or remove this file, \
             or name another with --config",
            path.display()
        );
        let (written, status) = terminal.wait();
        assert_eq!(written.trim_end(), problem);
        assert_eq!(status.code(), Some(2));
    }
}
