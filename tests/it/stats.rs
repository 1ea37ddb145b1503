//! `obverse stats`. (A browser opens its page in `slow::clients`.)

use std::collections::BTreeMap;
use std::fs;

use obverse::board::{Game, Move, Square};
use obverse::openings;
use serde_json::{Map, Value, json};

use crate::support::folder::TempFolder;
use crate::support::positions::WIPEOUT;
use crate::support::program::{assert_refused, run, stdout_of, text};
use crate::support::rules::{self, Side};

/// The players of the collections; WTHOR keeps 19 letters of a name in Latin-1.
const PLAYERS: [&str; 7] = [
    "Ann",
    "Jörg Müller",
    "<b>Bold</b>",
    "O'Neil & \"Sons\"",
    "{{title}}",
    "Zoé",
    "a name of 19 letter",
];
const EVENTS: [&str; 3] = ["Open <1>", "Meijin", "Coupe d'été"];
const YEARS: [u16; 5] = [1987, 1988, 1999, 2004, 2005];

/// What the test knows of a game.
struct Known {
    year: u16,
    black: &'static str,
    white: &'static str,
    event: &'static str,
    moves: Vec<(Side, rules::Action)>,
    lead: i32,
}

/// The results of some games, counted by the test.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counts {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    discs: i64,
}

impl Counts {
    fn add(&mut self, lead: i32) {
        self.games += 1;
        match lead {
            0 => self.draws += 1,
            1.. => self.wins += 1,
            _ => self.losses += 1,
        }
        self.discs += i64::from(lead);
    }

    fn of(line: &Value) -> Counts {
        let number = |field: &str| line[field].as_u64().expect("a number");
        assert_eq!(number("counted") + number("unfinished"), number("games"));
        Counts {
            games: number("games"),
            wins: number("wins"),
            draws: number("draws"),
            losses: number("losses"),
            discs: line["discs"].as_i64().expect("a number"),
        }
    }

    /// Its columns in a table of the text: numbers, score and mean.
    fn columns(&self) -> Vec<String> {
        let Counts {
            games,
            wins,
            draws,
            losses,
            discs,
        } = *self;
        let games_twice = 2 * games as i64;
        let score = quotient(1000 * (2 * wins + draws) as i64, games_twice);
        let score = format!("{}.{}", score / 10, score % 10);
        let lead = quotient(100 * discs, games as i64);
        let sign = match lead.signum() {
            0 => "",
            1 => "+",
            _ => "-",
        };
        let lead = format!("{sign}{}.{:02}", lead.abs() / 100, lead.abs() % 100);
        let counts = [games, wins, draws, losses].map(|count| count.to_string());
        [&counts[..], &[score, lead]].concat()
    }

    /// Its cells on the page.
    fn cells(&self) -> String {
        let columns = self.columns();
        let [games, wins, draws, losses, score, lead] = &columns[..] else {
            panic!("{columns:?}");
        };
        let lead = lead.replace('-', "−");
        format!(
            "<td>{games}</td><td class=\"share\" style=\"--share:{score}%\">{score} %</td>\
             <td>{lead}</td><td>{wins}</td><td>{draws}</td><td>{losses}</td>"
        )
    }
}

/// Rounded to the nearest number, and halves away from zero.
fn quotient(number: i64, count: i64) -> i64 {
    (2 * number.abs() + count) / (2 * count) * number.signum()
}

/// Games of two engines, under other names.
fn played(folder: &TempFolder, count: u64) -> Vec<Known> {
    let out = folder.path("match.jsonl");
    let games = count.to_string();
    let engines = [
        "--engine",
        "name=a builtin algorithm=random",
        "--engine",
        "name=b builtin algorithm=greedy",
    ];
    let words = ["--games", &games, "--concurrency", "2", "--out", &out];
    stdout_of(&[&["match"], &engines[..], &words].concat(), b"");
    let file = fs::read_to_string(folder.path("match.ggf")).expect("it was written");
    let known: Vec<Known> = (0..).zip(file.lines()).map(known).collect();
    assert_eq!(known.len() as u64, count);
    known
}

fn known((number, line): (usize, &str)) -> Known {
    let (_, moves) = line.split_once("*]").expect("a board");
    let mut game = rules::Game::new();
    for played in moves.split(']') {
        let Some((side, played)) = played.split_once('[') else {
            continue;
        };
        let side = if side == "B" {
            Side::Black
        } else {
            Side::White
        };
        let square = played.split('/').next().expect("a square").as_bytes();
        let action = match square {
            b"PA" => None,
            _ => Some((usize::from(square[0] - b'A'), usize::from(square[1] - b'1'))),
        };
        assert!(game.play(side, action), "{line}");
    }
    assert!(game.is_over());
    Known {
        year: YEARS[number % YEARS.len()],
        black: PLAYERS[number % PLAYERS.len()],
        white: PLAYERS[(number / 3 + 1) % PLAYERS.len()],
        event: EVENTS[number % 2 + number % 11 / 10],
        moves: game.moves().to_vec(),
        lead: game.lead(),
    }
}

/// Writes an archive for each year with `convert`. Returns their paths.
fn archives(folder: &TempFolder, games: &[Known]) -> Vec<String> {
    let path = |year: u16| {
        let mut file = String::new();
        for game in games.iter().filter(|game| game.year == year) {
            let names = format!(
                "PC[{}]DT[{year}-05-01]PB[{}]PW[{}]",
                game.event, game.black, game.white
            );
            let start = "---------------------------O*------*O---------------------------";
            file += &format!("(;GM[Othello]{names}TY[8]BO[8 {start} *]");
            for (side, action) in &game.moves {
                let square = action.map_or("PA".to_string(), rules::square_name);
                let side = if *side == Side::Black { 'B' } else { 'W' };
                file += &format!("{side}[{square}]");
            }
            file += ";)\n";
        }
        let source = folder.path(&format!("{year}.ggf"));
        let archive = folder.path(&format!("{year}.wtb"));
        fs::write(&source, file).expect("it can be written");
        stdout_of(&["convert", &source, &archive], b"");
        archive
    };
    YEARS.map(path).into()
}

/// The results by something.
fn by<K: Ord>(games: &[Known], key: impl Fn(&Known) -> K) -> BTreeMap<K, Counts> {
    let mut counts: BTreeMap<K, Counts> = BTreeMap::new();
    for game in games {
        counts.entry(key(game)).or_default().add(game.lead);
    }
    counts
}

/// The line of the last named position.
fn opening(game: &Known) -> Option<&'static str> {
    let mut replayed = Game::default();
    for (_, action) in &game.moves {
        let played = match *action {
            Some((column, row)) => Move::Place(Square::at(column as u8, row as u8)),
            None => Move::Pass,
        };
        let color = replayed.player_of(played);
        replayed.play(color, played).expect("a legal move");
    }
    let recognised = openings::recognise(&replayed);
    recognised.opening.map(|opening| opening.moves)
}

/// The second move if the first is f5.
fn second_move(game: &Known) -> String {
    let [first, second] = [0, 1].map(|ply| game.moves[ply].1.expect("no pass"));
    let views: [fn(rules::Square) -> rules::Square; 4] = [
        |(column, row)| (column, row),
        |(column, row)| (7 - column, 7 - row),
        |(column, row)| (row, column),
        |(column, row)| (7 - row, 7 - column),
    ];
    let view = views.into_iter().find(|view| view(first) == (5, 4));
    rules::square_name(view.expect("f5")(second)).to_lowercase()
}

/// With black and with white, from the player's point of view.
fn player_counts(games: &[Known], name: &str) -> [Counts; 2] {
    let mut counts = [Counts::default(); 2];
    for game in games {
        if game.black == name {
            counts[0].add(game.lead);
        }
        if game.white == name {
            counts[1].add(-game.lead);
        }
    }
    counts
}

fn sum([one, other]: [Counts; 2]) -> Counts {
    Counts {
        games: one.games + other.games,
        wins: one.wins + other.wins,
        draws: one.draws + other.draws,
        losses: one.losses + other.losses,
        discs: one.discs + other.discs,
    }
}

/// The lines of JSON that have this field first, by its value.
fn lines_of(json: &str, field: &str) -> BTreeMap<String, Value> {
    let start = format!("{{\"{field}\":");
    let lines = json.lines().filter(|line| line.starts_with(&start));
    let lines = lines.map(|line| -> (String, Value) {
        let line: Value = serde_json::from_str(line).expect("a line of JSON");
        let key = match &line[field] {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        (key, line)
    });
    lines.collect()
}

fn total_of(json: &str) -> Value {
    let last = json.lines().last().expect("a line");
    let line: Map<String, Value> = serde_json::from_str(last).expect("a line of JSON");
    line["total"].clone()
}

/// The columns before the last of the row with this name in this table of the text.
fn text_row(output: &str, table: &str, name: &str) -> Vec<String> {
    let head = format!("  {table}");
    let lines = output.lines().skip_while(|line| !line.ends_with(&head));
    let mut rows = lines.take_while(|line| !line.is_empty());
    let end = format!("  {name}");
    let row = rows.find(|line| line.ends_with(&end));
    let row = row.unwrap_or_else(|| panic!("no {name} among {table}: {output}"));
    let columns = row[..row.len() - end.len()].split_whitespace();
    columns.map(str::to_string).collect()
}

/// The cells of the row with this title in this table of the page.
fn page_row(page: &str, table: &str, title: &str) -> String {
    let (_, rest) = page
        .split_once(&format!("id=\"{table}\""))
        .expect("the table");
    let (rows, _) = rest.split_once("</table>").expect("it ends");
    let start = format!("<tr><th scope=\"row\">{title}</th>");
    let row = rows.lines().find_map(|line| line.strip_prefix(&start));
    row.unwrap_or_else(|| panic!("no {title} in {table}"))
        .to_string()
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let text = text.replace('>', "&gt;").replace('"', "&quot;");
    text.replace('\'', "&#39;")
}

/// Compares every total in the text, in JSON and on the page.
fn check_totals(name: &str, count: u64) {
    let folder = TempFolder::new(name);
    let games = played(&folder, count);
    let files = archives(&folder, &games);
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let page = folder.path("page.html");
    let rows = ["--rows", "5000"];
    let output = stdout_of(
        &[&["stats"], &files[..], &rows, &["--html", &page]].concat(),
        b"",
    );
    let json = stdout_of(&[&["stats"], &files[..], &["--json"]].concat(), b"");
    let page = fs::read_to_string(page).expect("it was written");

    let check = |table: (&str, &str), names: (&str, &str), line: &Value, counts: Counts| {
        assert_eq!(Counts::of(line), counts, "{names:?}");
        assert_eq!(
            text_row(&output, table.0, names.0)[..6],
            counts.columns(),
            "{names:?}"
        );
        let cells = page_row(&page, table.1, names.1);
        assert!(cells.starts_with(&counts.cells()), "{cells}: {counts:?}");
    };

    let years = lines_of(&json, "year");
    assert_eq!(years.len(), YEARS.len());
    for (year, counts) in by(&games, |game| game.year.to_string()) {
        check(("year", "years"), (&year, &year), &years[&year], counts);
    }

    let found = lines_of(&json, "opening");
    let expected = by(&games, opening);
    assert_eq!(found.len(), expected.len());
    for (line, counts) in expected {
        let opening = openings::all().iter().find(|row| Some(row.moves) == line);
        let Some(opening) = opening else {
            let page_name = "<em>no name</em>";
            check(
                ("opening", "opening-list"),
                ("- no name", page_name),
                &found["null"],
                counts,
            );
            continue;
        };
        let named = &found[opening.moves];
        assert_eq!(
            named["names"],
            json!({"en": opening.english, "fr": opening.french, "ja": opening.japanese})
        );
        let mut names = [opening.english, opening.french, opening.japanese]
            .into_iter()
            .flatten();
        let name = format!("{} {}", opening.moves, names.next().expect("a name"));
        assert_eq!(Counts::of(named), counts, "{name}");
        assert_eq!(
            text_row(&output, "opening", &name),
            counts.columns(),
            "{name}"
        );
        let row = format!(
            "<small><code>{}</code></small></th>{}",
            opening.moves,
            counts.cells()
        );
        assert!(page.contains(&row), "{row}");
    }

    let players = lines_of(&json, "player");
    assert_eq!(players.len(), PLAYERS.len());
    for player in PLAYERS {
        let [black, white] = player_counts(&games, player);
        let line = &players[player];
        assert_eq!(
            [Counts::of(&line["black"]), Counts::of(&line["white"])],
            [black, white]
        );
        let title = format!("<bdi>{}</bdi>", escaped(player));
        let tables = ("player", "player-list");
        check(tables, (player, &title), line, sum([black, white]));
        let columns = text_row(&output, "player", player);
        let scores = [black, white].map(|counts| counts.columns()[4].clone());
        assert_eq!(columns[6..8], scores);
        assert_eq!(columns[8], "1987-2005");
    }

    let events = lines_of(&json, "tournament");
    assert_eq!(events.len(), EVENTS.len());
    for (event, counts) in by(&games, |game| game.event) {
        let title = format!("<bdi>{}</bdi>", escaped(event));
        check(
            ("tournament", "tournament-list"),
            (event, &title),
            &events[event],
            counts,
        );
    }

    let lines = lines_of(&json, "moves");
    assert_eq!(Counts::of(&lines["f5"]), by(&games, |_| ())[&()]);
    for (square, counts) in by(&games, second_move) {
        assert_eq!(
            Counts::of(&lines[&format!("f5{square}")]),
            counts,
            "{square}"
        );
    }
    for (line, found) in &lines {
        let longer = lines.iter().filter(|(longer, _)| {
            longer.len() == line.len() + 2 && longer.starts_with(line.as_str())
        });
        let games: u64 = longer.map(|(_, longer)| Counts::of(longer).games).sum();
        let is_last = line.len() == 16;
        assert!(is_last || games == Counts::of(found).games, "{line}");
    }

    let all = by(&games, |_| ())[&()];
    let total = total_of(&json);
    assert_eq!(Counts::of(&total), all);
    for (field, number) in [
        ("files", YEARS.len()),
        ("years", YEARS.len()),
        ("players", PLAYERS.len()),
        ("tournaments", EVENTS.len()),
        ("early", 0),
        ("nameless", 0),
        ("invalid", 0),
    ] {
        assert_eq!(total[field], number, "{field}");
    }
    for (lead, games) in by(&games, |game| game.lead) {
        assert_eq!(total["leads"][lead.to_string()], games.games, "{lead}");
    }
    let words = format!(
        "total: files 5, games {count}, black {}, draws {}, white {}, unfinished 0, score {} %, lead {}, ",
        all.wins,
        all.draws,
        all.losses,
        all.columns()[4],
        all.columns()[5]
    );
    assert!(output.contains(&words), "{words}: {output}");
    assert!(page.contains(&format!(
        "<p>{count} games, 7 players, 3 tournaments, 1987 to 2005</p>"
    )));
    for (title, games) in [
        ("Black won", all.wins),
        ("Draws", all.draws),
        ("White won", all.losses),
    ] {
        assert!(
            page.contains(&format!("<dt>{title}</dt><dd>{games}<small>")),
            "{title}"
        );
    }
    assert!(!page.contains("<b>Bold") && !page.contains("://"));
}

#[test]
fn totals_are_those_of_the_games() {
    check_totals("stats-totals", 400);
}

mod slow {
    #[test]
    fn totals_of_ten_thousand_games_are_right() {
        super::check_totals("stats-slow", 10_000);
    }
}

fn stats(args: &[&str], input: &str) -> String {
    stdout_of(&[&["stats", "-"], args].concat(), input.as_bytes())
}

#[test]
fn unfinished_and_early_games_and_other_starts_are_told_apart() {
    let end = ")";
    let early = "(;GM[2]PB[Ann]PW[Bob]DT[2004-05-06]RE[W+R];B[f5]";
    let unfinished = "(;GM[2]PB[Ann]DT[May];B[f5];W[d6]";
    let set_up = "(;GM[2]AB[a1]AW[b1]PL[B]PB[Cy]PW[Ann];B[c1]";
    let games = [early, unfinished, set_up].map(|game| format!("{game}{end}"));
    let json = stats(&["--json"], &games.concat());
    let total = total_of(&json);
    for (field, number) in [
        ("games", 3),
        ("wins", 1),
        ("losses", 1),
        ("unfinished", 1),
        ("counted", 1),
        ("discs", 64),
        ("early", 1),
        ("nameless", 1),
        ("players", 3),
        ("openings", 1),
    ] {
        assert_eq!(total[field], number, "{field}: {total}");
    }
    assert_eq!(total["set_up"]["games"], 1);
    let years = lines_of(&json, "year");
    assert_eq!(years.keys().collect::<Vec<_>>(), ["2004", "null"]);
    assert_eq!(years["null"]["games"], 2);
    let ann = &lines_of(&json, "player")["Ann"];
    assert_eq!(
        (&ann["games"], &ann["losses"], &ann["lead"]),
        (&json!(3), &json!(2), &json!(-64.0))
    );
    assert_eq!(ann["years"], json!([2004, 2004]));
    let output = stats(&[], &games.concat());
    assert!(output.contains("  - another start position\n"), "{output}");
    let folder = TempFolder::new("stats-notes");
    let page = folder.path("a.html");
    stats(&["--html", &page], &games.concat());
    let page = fs::read_to_string(page).expect("it was written");
    for words in [
        "<p>1 game ended early, by resignation, on time or in another way, and has no disc difference.</p>",
        "<p>1 game has a player without a name.</p>",
        "<dt>Unfinished</dt><dd>1<small>",
        "<em>another start position</em></th><td>1</td>",
        "<p>There are no names of tournaments.</p>",
        "<th scope=\"row\">unknown</th><td>2</td>",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn a_game_that_occurs_again_is_told_and_can_be_left_out() {
    let games = format!("{WIPEOUT}\nf5d6\n{WIPEOUT}\n");
    let total = total_of(&stats(&["--json"], &games));
    assert_eq!(
        (&total["games"], &total["repeated"]),
        (&json!(3), &json!(1))
    );
    let total = total_of(&stats(&["--json", "--distinct"], &games));
    assert_eq!(
        (&total["games"], &total["repeated"]),
        (&json!(2), &json!(1))
    );
}

#[test]
fn lists_say_what_they_leave_out() {
    let game =
        |black: &str, white: &str| format!("(;GM[2]PB[{black}]PW[{white}]EV[{black}];B[f5])");
    let games = game("Ann", "Bob") + &game("Ann", "Cy") + &game("Bob", "Di");
    let output = stats(&["--rows", "1", "--min-games", "2"], &games);
    assert!(
        output.contains("# 1 of 2 players; --rows lists more\n"),
        "{output}"
    );
    assert!(
        output.contains("# 2 players with fewer than 2 games\n"),
        "{output}"
    );
    assert!(
        output.contains("# 1 of 2 tournaments; --rows lists more\n"),
        "{output}"
    );
    assert_eq!(text_row(&output, "player", "Ann")[0], "2");
    let json = stats(&["--rows", "1", "--min-games", "2", "--json"], &games);
    assert_eq!(lines_of(&json, "player").len(), 1);
    assert_eq!(total_of(&json)["players"], 4);
    let folder = TempFolder::new("stats-lists");
    let page = folder.path("a.html");
    stats(
        &["--rows", "1", "--min-games", "2", "--html", &page],
        &games,
    );
    let page = fs::read_to_string(page).expect("it was written");
    let left_out = "<p>The 1 players with the most games, of 2. More are listed with --rows.</p>\n\
                    <p>2 players with fewer than 2 games are not listed.</p>";
    assert!(page.contains(left_out), "{page}");
}

/// In all three outputs.
#[test]
fn names_cannot_command_a_terminal_or_a_page() {
    let games = "(;GM[2]PB[\u{1b}\\]0;x\u{7}\u{9b}2J<script>alert(1)</script>\u{202e}z]\
                 PW[x]EV[\u{1b}[31m</table>];B[f5])";
    let folder = TempFolder::new("stats-names");
    let page = folder.path("a.html");
    let outputs = [
        stats(&["--html", &page], games),
        stats(&["--json"], games),
        fs::read_to_string(&page).expect("it was written"),
    ];
    for output in outputs {
        let is_command =
            |letter: char| letter.is_control() && letter != '\n' || letter == '\u{202e}';
        assert!(!output.contains(is_command), "{output}");
        assert!(output.contains("alert(1)"), "{output}");
        assert!(
            !output.contains("<script>alert") || !output.contains("<html"),
            "{output}"
        );
    }
}

#[test]
fn invalid_games_are_named_and_the_others_counted() {
    let folder = TempFolder::new("stats-invalid");
    let [good, bad] = ["good.txt", "bad.sgf"].map(|name| folder.path(name));
    fs::write(&good, format!("{WIPEOUT}\n")).expect("it can be written");
    fs::write(&bad, "(;B[f5];W[f5])\n(;B[d3])(;GM[1])").expect("it can be written");
    let output = run(&["stats", &good, &bad], b"");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        format!(
            "obverse: {bad}: game 1: line 1, column 11: move 2: white F5 is not a legal move\n\
             obverse: {bad}: game 3: line 2, column 14: not a game of Othello, expected GM[2]\n\
             obverse: stats: 2 of 4 games skipped\n"
        )
    );
    let total = text(&output.stdout).lines().last().expect("a line");
    assert!(
        total.starts_with("total: files 2, games 2, black 1, "),
        "{total}"
    );
    assert!(total.ends_with(", invalid 2"), "{total}");

    // A file full of rubbish is not told line by line.
    let output = run(
        &["stats", "-", "--from", "transcript"],
        "x\n".repeat(100).as_bytes(),
    );
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<&str> = text(&output.stderr).lines().collect();
    assert_eq!(lines.len(), 22);
    assert_eq!(lines[20], "obverse: -: 80 more games are invalid");
    assert_eq!(lines[21], "obverse: stats: there are no games to count");
    assert_eq!(text(&output.stdout), "");
}

#[test]
fn a_damaged_archive_is_counted_as_far_as_it_goes() {
    let folder = TempFolder::new("stats-damaged");
    let archive = folder.path("a.wtb");
    let games = format!("{WIPEOUT}\n").repeat(3);
    stdout_of(&["convert", "-", &archive], games.as_bytes());
    let mut bytes = fs::read(&archive).expect("it was written");
    bytes.truncate(bytes.len() - 80);
    fs::write(&archive, &bytes).expect("it can be written");
    let output = run(&["stats", &archive, "--from", "wthor"], b"");
    assert_eq!(output.status.code(), Some(1));
    let problems = text(&output.stderr);
    assert!(problems.contains("game 2: the game is incomplete, expected a record of 68 bytes"));
    assert!(problems.contains("the file is incomplete, expected 3 games as in its header, got 2"));
    assert!(text(&output.stdout).contains("total: files 1, games 1, black 1, "));

    // Without its names, it is still counted.
    bytes.truncate(16 + 68);
    bytes[4] = 1;
    fs::write(folder.path("b.wtb"), &bytes).expect("it can be written");
    let output = stdout_of(&["stats", &folder.path("b.wtb")], b"");
    assert!(output.contains(", nameless 1, "), "{output}");
    assert!(!output.contains("player"), "{output}");
}

#[test]
fn bad_command_lines_are_refused_in_one_line() {
    let folder = TempFolder::new("stats-refused");
    let [empty, junk, names, game] =
        ["empty", "junk", "a.jou", "a.txt"].map(|name| folder.path(name));
    fs::write(&empty, "").expect("it can be written");
    fs::write(&junk, "Dear all").expect("it can be written");
    fs::write(&names, [0; 36]).expect("it can be written");
    fs::write(&game, "f5d6").expect("it can be written");
    let again = format!("{}/./a.txt", folder.0.display());
    let page = folder.path("page.html");
    for (args, problem) in [
        (&[][..], "stats: expected GAMES ... "),
        (&["missing.wtb"], "missing.wtb: "),
        (
            &[&empty],
            &format!("{empty}: it is empty; name a file with games"),
        ),
        (
            &[&junk],
            &format!("{junk}: unknown format; choose one with --from: "),
        ),
        (
            &[&names],
            &format!("{names}: unknown format; choose one with --from: "),
        ),
        (&[&game, &again], &format!("{again}: it is named twice")),
        (&["-", "-"], "-: it is named twice"),
        (
            &[&game, &junk, "--html", &page],
            &format!("{junk}: unknown format"),
        ),
        (
            &[&game, "--html", "a.txt"],
            "--html: expected a name that ends in .html",
        ),
        (&[&game, "--html", "/missing/a.html"], "/missing/a.html: "),
        (&[&game, "--min-games", "0"], "--min-games: expected 1 to "),
        (&[&game, "--rows", "0"], "--rows: expected 1 to "),
    ] {
        assert_refused(&[&["stats"], args].concat(), "f5", problem);
    }
    assert_eq!(folder.names(), ["a.jou", "a.txt", "empty", "junk"]);
    let output = run(&["stats", "-"], b"");
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""));
}

/// Results that cannot be those of a board have a winner only.
#[test]
fn impossible_results_do_not_spoil_the_means() {
    let game = |result: &str| format!("(;GM[Othello]PB[x]PW[y]RE[{result}]TY[8]B[F5]W[D6];)\n");
    let games: String = ["-0.000", "+99", "+1e9", "-3.5", "+12.000"]
        .map(game)
        .concat();
    let output = run(&["stats", "-", "--from", "ggf"], games.as_bytes());
    let written = text(&output.stdout);
    let total =
        "games 5, black 3, draws 1, white 1, unfinished 0, score 70.0 %, lead +6.00, early 3";
    assert!(written.contains(total), "{written}");
}

#[test]
fn a_table_says_what_it_leaves_out_even_if_that_is_everything() {
    let folder = TempFolder::new("stats-all-left-out");
    let page = folder.path("page.html");
    let games = "(;GM[Othello]PB[x]PW[y]RE[+12.000]TY[8]B[F5]W[D6]B[C3];)";
    let arguments = [
        "stats",
        "-",
        "--min-games",
        "9",
        "--rows",
        "1",
        "--html",
        &page,
    ];
    let output = run(&arguments, games.as_bytes());
    let written = text(&output.stdout);
    for note in [
        "# 2 players with fewer than 9 games",
        "# 1 of 3 lines; --rows",
    ] {
        assert!(written.contains(note), "{note}: {written}");
    }
    let page = fs::read_to_string(&page).expect("it was written");
    assert!(!page.contains("no names of players"), "{page}");
    assert!(
        page.contains("The 1 lines with the most games, of 3."),
        "{page}"
    );
}
