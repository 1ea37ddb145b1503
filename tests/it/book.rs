//! Opening books: the tool that makes them, and the engine that plays from them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use obverse::board::{Position, Square};
use obverse::search::control::{Control, Limits};
use obverse::search::engine::Engine;
use obverse::search::engine::book::{Book, Guide, Source, embedded};
use obverse::search::report::{self, Report};
use obverse::search::rng::MoveSeed;
use obverse::search::{Request, Searcher, Settings, Ties};

use crate::support::folder::TempFolder;
use crate::support::program::{assert_refused, obverse, run, stdout_of, text};

const SMALL: &str = "tests/books/small.book";
const SMALL_TEXT: &str = "tests/books/small.txt";

/// The output of the tool, which must succeed.
fn book(args: &[&str]) -> String {
    stdout_of(&[&["book"], args].concat(), b"")
}

fn read(file: &str) -> Book {
    Book::read(&fs::read(file).expect("it exists")).expect("it is valid")
}

/// The lines without comments.
fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with('%')).collect()
}

#[test]
fn a_book_survives_export_and_import() {
    let folder = TempFolder::new("book-text");
    let [copy, copied] = ["copy.book", "copy.txt"].map(|name| folder.path(name));
    let small = fs::read_to_string(SMALL_TEXT).expect("it is text");
    assert_eq!(lines(&book(&["export", SMALL, "-"])), lines(&small));
    let output = book(&["import", SMALL_TEXT, &copy]);
    assert_eq!(output, "total: positions 3, added 3\n");
    assert_eq!(read(&copy), read(SMALL));

    // Two books are merged, and the more reliable value is kept. Some replies to another
    // move of white are unknown, so the reliability of the start position is also unknown.
    let more = "---------------------------OX------XO--------------------------- X; F5:+9; % levels 2\n\
                ------------------OX-------OX------XO--------------------------- X; B3:+3; % levels 7\n";
    fs::write(&copied, more).expect("it can be written");
    let output = book(&["import", &copied, &copy]);
    assert_eq!(output, "total: positions 4, added 1\n");
    let start = book(&["show", &copy]);
    assert_eq!(start.lines().nth(1), Some("  D3    -2     0 D3 C5 D6"));
    let replies = book(&["show", &copy, "d3"]);
    assert_eq!(replies.lines().nth(2), Some("  C3    -3     0 C3 B3"));
    let output = book(&["show", &copy, "d3c3"]);
    assert_eq!(output, "move value level line\n  B3    +3     7 B3\n");
    assert_eq!(
        book(&["show", SMALL, "F5"]).lines().nth(1),
        Some("  D6    +2     5 D6 C3")
    );

    // An export never overwrites its own book.
    let again = folder.path("./copy.book");
    let problem = format!("{again}: it is also the input file");
    assert_refused(&["book", "export", &copy, &again], "", &problem);
    assert_eq!(read(&copy).len(), 4);

    let whole = folder.path("embedded.txt");
    book(&["export", "embedded", &whole]);
    book(&["import", &whole, &copied.replace(".txt", ".book")]);
    assert!(read(&copied.replace(".txt", ".book")) == *embedded());
}

#[test]
fn bad_files_and_arguments_are_refused() {
    let folder = TempFolder::new("book-refusals");
    let damaged = folder.path("damaged.book");
    let mut bytes = fs::read(SMALL).expect("it exists");
    bytes[40] ^= 1;
    fs::write(&damaged, &bytes).expect("it can be written");
    bytes[8] = 4;
    let newer = folder.path("newer.book");
    fs::write(&newer, &bytes).expect("it can be written");
    let grow = |file| vec!["book", "grow", file, "--positions", "9"];
    for (args, problem) in [
        (
            vec!["book", "check", &damaged],
            "a book of openings that is damaged or truncated",
        ),
        (
            grow(&damaged),
            "a book of openings that is damaged or truncated",
        ),
        (
            vec!["book", "import", SMALL_TEXT, &damaged],
            "a book of openings that is damaged or truncated",
        ),
        (
            vec!["book", "show", &newer],
            "a book of openings of version 4; this program reads 1 to 3",
        ),
        (
            vec!["book", "export", SMALL_TEXT, "-"],
            "not a book of openings",
        ),
        (vec!["book", "check", "no/such.book"], ""),
        (grow("no/such/folder.book"), ""),
        (grow("embedded"), "the built-in book cannot be changed"),
    ] {
        let file = if args[1] == "import" {
            args[3]
        } else {
            args[2]
        };
        assert_refused(&args, "", &format!("{file}: {problem}"));
    }
    assert_refused(
        &["--book", &damaged],
        "name\n",
        &format!("--book: {damaged}: a book of openings that is damaged"),
    );
    assert_refused(
        &[
            "book",
            "import",
            "Cargo.toml",
            &newer.replace("newer", "new"),
        ],
        "",
        "Cargo.toml, line 1: ",
    );
    assert!(!Path::new(&newer.replace("newer", "new")).exists());
    for (args, problem) in [
        (
            "",
            "book: expected a value (grow, learn, export, import, show, stats, check)",
        ),
        (
            "grow",
            "book grow: expected FILE {--positions N | --hours H}",
        ),
        ("export embedded", "book export: expected FILE OTHER"),
        ("import a", "book import: expected OTHER ... FILE"),
        ("show", "book show: expected FILE [MOVES] [--html FILE.html"),
        ("check a b", "book check: expected FILE"),
        (
            "dream a",
            "book: expected grow, learn, export, import, show, stats, check, got dream",
        ),
    ] {
        let words: Vec<&str> = ["book"]
            .into_iter()
            .chain(args.split_whitespace())
            .collect();
        assert_refused(&words, "", problem);
    }
    assert_refused(
        &["book", "show", SMALL, "f5f5"],
        "",
        "MOVES: character 3: F5 is not a legal move",
    );
    let unknown = run(&["book", "show", SMALL, "f5f6"], b"");
    assert_eq!(unknown.status.code(), Some(1));
    assert_eq!(
        text(&unknown.stderr),
        "obverse: MOVES: the position after these moves is not in the book\n"
    );
}

#[test]
fn check_finds_inconsistent_values() {
    let folder = TempFolder::new("book-check");
    let file = folder.path("wrong.book");
    let mut wrong = Book::default();
    for (position, moves) in read(SMALL).positions() {
        let mut moves = moves.to_vec();
        moves[0].value += 1;
        wrong.insert(&position, &moves);
    }
    fs::write(&file, wrong.write()).expect("it can be written");
    let output = run(&["book", "check", &file], b"");
    assert_eq!(output.status.code(), Some(1));
    let problem =
        format!("obverse: {file}: 1 values differ from those of best play within the book\n");
    assert_eq!(text(&output.stderr), problem);
    let sound = book(&["check", SMALL]);
    assert_eq!(
        sound.lines().last().map(str::trim),
        Some("all         3        12       0       0       0")
    );
}

/// Books that the programs themselves have written. The values are those that they show:
/// Edax with `book show`, Egaroucid with `hint`.
#[test]
fn books_of_other_programs_are_read() {
    let folder = TempFolder::new("book-others");
    for (other, positions, start, replies) in [
        ("edax.dat", 11, "+0", &["F4 +0", "D6 +0", "F6 -3"][..]),
        ("egaroucid.egbk3", 6, "-1", &["F4 +1", "F6 +0"]),
    ] {
        let file = folder.path(&format!("{other}.book"));
        let output = book(&["import", &format!("tests/books/{other}"), &file]);
        assert_eq!(
            output,
            format!("total: positions {positions}, added {positions}\n")
        );
        book(&["check", &file]);
        let moves = |moves: &str| -> Vec<String> {
            let table = book(&["show", &file, moves]);
            let columns = table.lines().skip(1).map(|line| {
                let words: Vec<&str> = line.split_whitespace().take(2).collect();
                words.join(" ")
            });
            columns.collect()
        };
        let start = ["D3", "C4", "F5", "E6"].map(|square| format!("{square} {start}"));
        assert_eq!(moves(""), start, "{other}");
        assert_eq!(moves("f5"), replies, "{other}");
        // What is written for the other program says the same.
        let again = folder.path(other);
        book(&["export", &file, &again]);
        let copy = folder.path("copy.book");
        book(&["import", &again, &copy]);
        assert_eq!(book(&["show", &copy, "f5"]), book(&["show", &file, "f5"]));
        fs::remove_file(&copy).expect("it exists");
    }
}

#[test]
fn damaged_books_of_other_programs_are_refused() {
    let folder = TempFolder::new("book-others-damaged");
    let target = folder.path("never.book");
    let refused = |name: &str, bytes: &[u8], problem: &str| {
        let file = folder.path(name);
        fs::write(&file, bytes).expect("it can be written");
        assert_refused(
            &["book", "import", &file, &target],
            "",
            &format!("{file}: {problem}"),
        );
        assert!(!Path::new(&target).exists());
    };
    for (name, header, version) in [("edax.dat", 42, 8), ("egaroucid.egbk3", 14, 9)] {
        let bytes = fs::read(format!("tests/books/{name}")).expect("it exists");
        let with = |place: usize, value: u8| {
            let mut changed = bytes.clone();
            changed[place] = value;
            changed
        };
        let cut = &bytes[..bytes.len() - 1];
        refused(
            name,
            &bytes[..header - 1],
            "the file ends within its header",
        );
        refused(name, cut, "the file ends within position ");
        refused(name, &with(version, 2), "a book of ");
        refused(
            name,
            &with(header - 4, 255),
            "the file ends within position ",
        );
        refused(name, &with(header - 4, 1), "");
        // The first position gets discs on every square.
        let mut full = bytes.clone();
        full[header..header + 16].fill(255);
        refused(name, &full, "position 1: two discs are on the same square");
        assert_refused(
            &["--book", &format!("tests/books/{name}")],
            "name\n",
            &format!("--book: tests/books/{name}: a book of "),
        );
    }
    let edax = fs::read("tests/books/edax.dat").expect("it exists");
    // The first link or leaf of the first position.
    for (place, value, problem) in [
        (83, 0, "position 1: A1 is not a legal move"),
        (82, 100, "position 1: "),
    ] {
        let mut changed = edax.clone();
        changed[place] = value;
        refused("edax.dat", &changed, problem);
    }
}

/// Two games, in one of which the players recorded values.
const GAMES: &str = "(;GM[Othello]PB[a]PW[b]TY[8]RE[-2.00]\
    BO[8 ---------------------------O*------*O--------------------------- *]B[F5/1.50]W[F6//2]B[E6/-3]W[F4];)\n\
    (;GM[Othello]PB[a]PW[b]TY[8]RE[+6.00]\
    BO[8 ---------------------------O*------*O--------------------------- *]B[E6/0.6]W[F4]B[C3];)\n\
    (;GM[Othello]PB[a]PW[b]TY[8]RE[?]\
    BO[8 ---------------------------O*------*O--------------------------- *]B[A1];)\n";

#[test]
fn a_book_learns_from_games() {
    let folder = TempFolder::new("book-learn");
    let [games, file, searched] = ["games.ggf", "1.book", "2.book"].map(|name| folder.path(name));
    fs::write(&games, GAMES).expect("it can be written");
    let learn = |args: &[&str]| run(&[&["book", "learn"], args].concat(), b"");
    let output = learn(&[&file, &games, "--values", "games", "--plies", "3"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout), "total: positions 4, added 4\n");
    let problems: Vec<&str> = text(&output.stderr).lines().collect();
    assert!(
        problems[0].starts_with(&format!("obverse: {games}: game 3: ")),
        "{problems:?}"
    );
    assert_eq!(problems[1], "obverse: book learn: 1 of 3 games skipped");
    // All first moves lead to the same position. White has recorded 2 for F6, and the game
    // with the other reply was won by black, who had expected 1.
    let replies = book(&["show", &file, "f5"]);
    let replies: Vec<&str> = replies.lines().skip(1).map(str::trim).collect();
    assert_eq!(replies, ["F6    +3     0 F6 E6", "D6    -6     0 D6 C3"]);
    let output = learn(&[&searched, &games, "--level", "1", "--min-games", "2"]);
    assert!(text(&output.stdout).starts_with("total: positions 2, added 2, moves 7, "));
    for (position, moves) in read(&searched).positions() {
        assert_eq!(moves.len(), position.moves().len() as usize);
    }
    assert_refused(
        &["book", "learn", &file],
        "",
        "book learn: expected FILE GAMES ...",
    );
}

#[test]
fn stats_count_what_a_book_holds() {
    let expected = "positions 3, moves 12, unknown moves 0\n\n\
                    plies  positions\n    0          1\n    1          1\n    2          1\n\n\
                    level      moves\n    3          6\n    5          6\n\n\
                    value  positions\n   -2          2\n   +2          1\n";
    assert_eq!(book(&["stats", SMALL]), expected);
}

#[test]
fn a_page_shows_the_tree_of_a_book() {
    let folder = TempFolder::new("book-page");
    let page = folder.path("tree.html");
    let records = |args: &[&str]| {
        assert_eq!(
            book(&[&["show", SMALL, "--html", &page], args].concat()),
            ""
        );
        let page = fs::read_to_string(&page).expect("it was written");
        let (_, rest) = page.split_once("id=\"records\">[").expect("it has records");
        let (records, _) = rest.split_once("]</script>").expect("they end");
        records.to_string()
    };
    let whole = records(&[]);
    // The start, and for each first move a view of the other two positions.
    assert_eq!(whole.matches("[{\"move\":").count(), 9, "{whole}");
    assert!(whole.contains("[{\"move\":\"D3\",\"value\":-2,\"level\":\"3\",\"node\":1}"));
    let part = records(&["--positions", "1"]);
    assert_eq!(part.matches("\"more\":true").count(), 4, "{part}");
    let below = records(&["f5d6"]);
    assert_eq!(below.matches("[{\"move\":").count(), 1, "{below}");
    let problem = "--html: expected a name that ends in .html";
    assert_refused(&["book", "show", SMALL, "--html", "page"], "", problem);
}

/// Grows a book by short searches.
fn grow(file: &str, args: &str) -> Output {
    let words = ["book", "grow", file, "--level", "1"].into_iter();
    let words: Vec<&str> = words.chain(args.split_whitespace()).collect();
    run(&words, b"")
}

#[test]
fn a_seed_gives_the_same_book_on_any_number_of_threads() {
    let folder = TempFolder::new("book-threads");
    let grown = |name: &str, args: &str| {
        let file = folder.path(name);
        let output = grow(&file, args);
        assert!(output.status.success(), "{args}");
        let stdout = text(&output.stdout);
        assert!(
            stdout.starts_with("total: positions 200, added 200, moves "),
            "{stdout}"
        );
        fs::read(&file).expect("it exists")
    };
    let alone = grown("1", "--positions 200 --threads 1");
    assert!(alone == grown("3", "--positions 200 --threads 3"));
    assert!(alone != grown("seed", "--positions 200 --seed 2"));
    let book = Book::read(&alone).expect("it is valid");
    for (position, moves) in book.positions() {
        assert_eq!(moves.len(), position.moves().len() as usize, "{position}");
    }
    let mut settled = book.clone();
    settled.propagate_values();
    assert!(book == settled);
    let flat = grown("plies", "--positions 200 --plies 6 --threads 2");
    let flat = Book::read(&flat).expect("it is valid");
    let discs = flat
        .positions()
        .map(|(position, _)| 64 - position.empty().len());
    assert_eq!(discs.max(), Some(9));
    // There are no more positions this early in the game, so the run ends by itself.
    let output = grow(&folder.path("all"), "--positions 200 --plies 3");
    assert!(text(&output.stdout).starts_with("total: positions 5, "));
}

/// Starts to grow a book without a limit, and waits until the file has reached some size.
fn growing(file: &str) -> Child {
    let child = obverse(&["book", "grow", file, "--level", "1", "--positions", "99999"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let start = Instant::now();
    let is_written = || fs::read(file).is_ok_and(|bytes| read_len(&bytes) >= 70);
    while !is_written() {
        assert!(start.elapsed() < Duration::from_secs(60), "it hangs");
        thread::sleep(Duration::from_millis(5));
    }
    child
}

/// The number of positions in the file of a book.
fn read_len(bytes: &[u8]) -> usize {
    Book::read(bytes).expect("always whole").len()
}

/// Resuming produces the same book as an uninterrupted run.
fn assert_resumable(folder: &TempFolder, file: &str) {
    let goal = read_len(&fs::read(file).expect("it exists")) + 100;
    let args = format!("--positions {goal}");
    assert!(grow(file, &args).status.success());
    let anew = folder.path("anew.book");
    assert!(grow(&anew, &args).status.success());
    assert!(read(file) == read(&anew));
}

#[test]
fn growing_resumes_after_a_kill() {
    let folder = TempFolder::new("book-kill");
    let file = folder.path("killed.book");
    let mut child = growing(&file);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert_resumable(&folder, &file);
}

#[cfg(unix)]
#[test]
fn control_c_saves_the_book() {
    let folder = TempFolder::new("book-interrupt");
    let file = folder.path("interrupted.book");
    let child = growing(&file);
    crate::support::program::interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(text(&output.stderr), "obverse: interrupted\n");
    assert_resumable(&folder, &file);
}

/// Even before the file exists, a link to it is not another book.
#[cfg(unix)]
#[test]
fn a_book_is_grown_once_through_all_its_links() {
    let folder = TempFolder::new("book-link");
    let [link, file] = ["link.book", "real.book"].map(|name| folder.path(name));
    std::os::unix::fs::symlink("real.book", &link).expect("a new link");
    let child = growing(&link);
    let second = grow(&file, "--positions 200");
    crate::support::program::interrupt(&child);
    child.wait_with_output().expect("it ends");
    let problem = format!("obverse: {file}: another process is growing this book\n");
    assert_eq!(text(&second.stderr), problem);
    assert_eq!(folder.names(), ["link.book", "real.book"]);
}

/// What is no lock, but has the name of one, is named and left alone.
#[test]
fn other_files_in_the_place_of_a_lock_are_kept() {
    let folder = TempFolder::new("book-locks");
    let file = folder.path("b.book");
    let [growing, writing] = [".b.book.grow", ".b.book.lock"].map(|name| folder.path(name));
    let grow = ["book", "grow", &file, "--positions", "1", "--level", "1"];
    let import = ["book", "import", SMALL_TEXT, &file];
    let assert_kept = |lock: &str| {
        let args = match lock == growing {
            true => &grow[..],
            false => &import,
        };
        let names = folder.names();
        let before = fs::symlink_metadata(lock).expect("it is there");
        let problem = format!("{file}: its lock {lock}: not an empty file; move it away");
        assert_refused(args, "", &problem);
        let after = fs::symlink_metadata(lock).expect("it is kept");
        assert_eq!(after.file_type(), before.file_type());
        assert_eq!(folder.names(), names);
    };
    for lock in [&growing, &writing] {
        fs::write(lock, "precious").expect("it can be written");
        assert_kept(lock);
        assert_eq!(fs::read(lock).expect("it is there"), b"precious");
        fs::remove_file(lock).expect("it is there");
        fs::create_dir(lock).expect("a new folder");
        assert_kept(lock);
        fs::remove_dir(lock).expect("it is there");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("nothing", lock).expect("a new link");
            assert_kept(lock);
            fs::remove_file(lock).expect("it is there");
            folder.create_pipe(lock);
            assert_kept(lock);
            fs::remove_file(lock).expect("it is there");
        }
        // What a killed process has left is used, even if it can only be read.
        let left = fs::File::create(lock).expect("a new file");
        let mut permissions = left.metadata().expect("it is open").permissions();
        permissions.set_readonly(true);
        left.set_permissions(permissions).expect("it is ours");
    }
    assert_eq!(book(&import[1..]), "total: positions 3, added 3\n");
    book(&grow[1..]);
}

/// A position that growing a book never reaches, with a move.
fn line_of_text(number: usize) -> String {
    let mut board = format!("XXO{}", "-".repeat(61));
    board.replace_range(40 + number..=40 + number, "O");
    format!("{board} X; D1:+{number}; % levels 9\n")
}

#[cfg(unix)]
#[test]
fn what_others_add_to_a_growing_book_is_kept() {
    let folder = TempFolder::new("book-shared");
    let file = folder.path("shared.book");
    let added = folder.path("added.txt");
    fs::write(&added, line_of_text(7)).expect("it can be written");
    let child = growing(&file);
    book(&["import", &added, &file]);
    // A second process cannot grow it.
    let second = grow(&file, "--positions 99999");
    assert_eq!(second.status.code(), Some(1));
    let problem = format!("obverse: {file}: another process is growing this book\n");
    assert_eq!(text(&second.stderr), problem);
    crate::support::program::interrupt(&child);
    child.wait_with_output().expect("it ends");
    let text = book(&["export", &file, "-"]);
    assert!(text.contains("D1:+7; % levels 9"), "{text}");
    assert!(text.lines().count() > 70);
    let names = fs::read_dir(folder.path("")).expect("it exists");
    assert_eq!(names.count(), 2, "no other file is left");
}

#[test]
fn imports_at_the_same_time_lose_nothing() {
    const PROCESSES: usize = 8;
    let folder = TempFolder::new("book-imports");
    let file = folder.path("shared.book");
    let import = |number: usize| {
        let added = folder.path(&format!("{number}.txt"));
        fs::write(&added, line_of_text(number)).expect("it can be written");
        let child = obverse(&["book", "import", &added, &file])
            .stdout(Stdio::null())
            .spawn();
        child.expect("the program starts")
    };
    let children: Vec<Child> = (0..PROCESSES).map(import).collect();
    for mut child in children {
        assert!(child.wait().expect("it ends").success());
    }
    assert_eq!(read(&file).len(), PROCESSES);
}

/// The move that the engine plays from a book.
fn book_move(
    engine: &mut Engine,
    guide: &Guide,
    position: &Position,
    ties: Ties,
    seed: u64,
) -> Report {
    let request = Request {
        position: *position,
        settings: Settings {
            depth: 1,
            hash_mb: 1,
            book: Some(guide.clone()),
            ties,
            ..Settings::default()
        },
        seed: MoveSeed::new(seed, 0, position),
    };
    engine.best_move(&request, &Control::new(Limits::default()), &mut |_| {})
}

fn best(report: &Report) -> Square {
    report.best_square().expect("the side to move has a move")
}

#[test]
fn book_variety_draws_good_moves_evenly() {
    const DRAWS: u32 = 3000;
    let mut engine = Engine::new();
    let f5 = Position::START.play("f5".parse::<Square>().expect("a square"));
    for (variety, names) in [(0, "D6"), (1, "D6 F6"), (5, "D6 F6"), (6, "F4 D6 F6")] {
        let guide = Guide {
            source: Source::find(SMALL).expect("it is valid"),
            variety,
        };
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for seed in 0..u64::from(DRAWS) {
            let report = book_move(&mut engine, &guide, &f5, Ties::Random, seed);
            assert_eq!(report.source, report::Source::Book);
            *counts.entry(best(&report).to_string()).or_default() += 1;
            let first = book_move(&mut engine, &guide, &f5, Ties::First, seed);
            assert_eq!(best(&first).to_string(), "D6");
        }
        let mut expected: Vec<&str> = names.split(' ').collect();
        expected.sort_unstable();
        assert_eq!(counts.keys().collect::<Vec<_>>(), expected);
        let even = f64::from(DRAWS) / expected.len() as f64;
        let off = |&count: &u32| (f64::from(count) - even).powi(2) / even;
        let chi_square: f64 = counts.values().map(off).sum();
        // At most two degrees of freedom; fails by chance in 0.1 % of runs.
        assert!(chi_square < 13.8, "{counts:?}");
    }
}

/// The embedded book: each of its moves is legal, in the book, and among the best.
#[test]
fn the_engine_plays_from_its_embedded_book() {
    let mut engine = Engine::new();
    let guide = Guide {
        source: Source::Embedded,
        variety: 0,
    };
    for seed in 0..50 {
        let mut position = Position::START;
        while let Some(most) = embedded()
            .moves(&position)
            .iter()
            .map(|known| known.value)
            .max()
        {
            let report = book_move(&mut engine, &guide, &position, Ties::Random, seed);
            let is_only = position.moves().len() == 1;
            assert!(is_only || report.source == report::Source::Book);
            let moves = embedded().moves(&position);
            let known = moves.iter().find(|known| known.square == best(&report));
            assert_eq!(known.map(|known| known.value), Some(most), "{position}");
            position = position.play(best(&report));
        }
        assert!(
            position.empty().len() < 56,
            "seed {seed} leaves the book at once"
        );
        let report = book_move(&mut engine, &guide, &position, Ties::Random, seed);
        assert_ne!(report.source, report::Source::Book);
    }
}

/// Commands that must be repeatable ignore the book.
#[test]
fn values_do_not_come_from_the_book() {
    let args = ["--book", SMALL, "--book_use", "on", "--depth", "1"];
    let output = run(&args, b"play b f5\nall_move_values\nreg_genmove w\n");
    let stdout = text(&output.stdout);
    let replies: Vec<&str> = stdout
        .split("\n\n")
        .map(|reply| reply.trim_start_matches("= "))
        .collect();
    let [_, values, chosen, _] = replies[..] else {
        panic!("{stdout}");
    };
    assert!(values.starts_with(&format!("{chosen} ")), "{stdout}");
    assert_eq!(values.lines().count(), 3, "{stdout}");
}

#[test]
fn nboard_learns_that_a_move_is_from_the_book() {
    let args = ["nboard", "--book", SMALL, "--book_use", "on"];
    let output = run(&args, b"nboard 2\nmove F5\ngo\n");
    let output: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(output[2..4], ["status Thinking", "book D6C3 2.00 0 0"]);
    assert!(output[4].starts_with("=== D6/2.00/"), "{output:?}");
}

#[test]
fn the_book_is_switched_by_spellings_of_other_engines() {
    for (line, value) in [
        ("", "off"),
        ("-gtp -book-usage on", "on"),
        ("-gtp -book-usage off", "off"),
        ("--book_use on -nobook", "off"),
        ("--nobook --book-use=on", "on"),
    ] {
        let args: Vec<&str> = line.split_whitespace().collect();
        let output = run(&args, b"kata-get-param book_use\n");
        assert_eq!(text(&output.stdout), format!("= {value}\n\n"), "{line}");
    }
    assert_refused(
        &["-book-usage", "maybe"],
        "",
        "-book-usage: expected on or off",
    );
}
