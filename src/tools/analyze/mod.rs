//! `obverse analyze`: evaluates the moves of recorded games, and finds better ones.
//!
//! An [`analyzer`] searches a game backwards and turns it into [`step`]s, which are
//! condensed into a [`summary`] for each player. The results are written as a [`table`], as
//! [`json`] lines or as a [`page`].

mod analyzer;
mod arguments;
mod exercises;
mod json;
mod page;
mod phase;
mod players;
mod step;
mod summary;
mod table;

use std::io::Write;
use std::ops::AddAssign;
use std::time::Duration;

use super::source::Source;
use super::{Body, Row, ToolError, terminal};
use crate::board::{Color, Game};
use crate::formats::GameRecord;
use crate::openings::{self, Language, Recognised};
use analyzer::Analyzer;
use arguments::Games;
pub(super) use exercises::ROW as EXERCISES;
use page::PageFile;
use step::Step;
use summary::{PlayerTotal, Summary};

pub(super) const ROW: Row = Row {
    name: "analyze",
    summary: "analyzes recorded games: the value of each move, and better moves",
    details: "Each game is searched backwards from its end. Values are in discs, for the side to \
              move, and exact if the search reaches the end of the game.\n\nMoves are graded by the \
              discs that they lose: best (0), good (1), inaccuracy (2 or 3), mistake (4 to 7) or \
              blunder (8 or more); a move without an alternative is forced. The opening lasts \
              while more than 40 squares are empty, and the endgame begins with 20. A win is let go by a move that turns a won position, or an \
              estimate of +4 or more, into a draw or a loss.\n\nAn invalid game is reported on standard error with its \
              number in the file, and skipped.",
    exit_statuses: &[
        (0, "every game was analyzed"),
        (
            1,
            "games were skipped, none was found, or the web page could not be written",
        ),
        (2, "the command line or a file is wrong"),
        (
            130,
            "interrupted by Ctrl-C; the results so far were written",
        ),
    ],
    body: Body::Arguments(&arguments::SYNTAX, run),
};

/// A game with its analysis.
struct AnalyzedGame<'a> {
    file: &'a str,
    /// Its number in the file, from 1.
    number: usize,
    /// The level of the search, if it was not limited by time only.
    level: Option<u32>,
    game: &'a GameRecord,
    steps: Vec<Step>,
}

impl AnalyzedGame<'_> {
    fn summary(&self, color: Color) -> Summary {
        Summary::of(color, &self.steps)
    }

    fn opening(&self) -> Recognised {
        let mut game = Game::new(self.game.start);
        for ply in &self.game.moves {
            if game.play(ply.color, ply.action).is_err() {
                break;
            }
        }
        openings::recognise(&game)
    }

    /// The name of a player.
    fn player(&self, color: Color) -> Option<&str> {
        player(self.game, color)
    }

    /// The number of positions that were analysed, which are the last ones of the game.
    fn analyzed(&self) -> usize {
        let analyzed = self.steps.iter().filter(|step| step.finding.is_some());
        analyzed.count()
    }

    fn is_complete(&self) -> bool {
        self.analyzed() == self.steps.len()
    }

    fn exact(&self) -> usize {
        let findings = self.steps.iter().filter_map(|step| step.finding.as_ref());
        findings.filter(|finding| finding.is_exact()).count()
    }
}

/// The last name of an opening, in English if it has one.
fn opening_name(recognised: &Recognised) -> Option<&'static str> {
    let languages = [Language::English, Language::French, Language::Japanese];
    let mut names = languages
        .into_iter()
        .filter_map(|language| recognised.name(language));
    names.next().map(|name| name.text)
}

/// Totals over all games.
#[derive(Default)]
struct Total {
    games: usize,
    left_out: usize,
    positions: usize,
    exact: usize,
    nodes: u64,
    time: Duration,
    players: Vec<PlayerTotal>,
}

impl AddAssign<&AnalyzedGame<'_>> for Total {
    fn add_assign(&mut self, analyzed: &AnalyzedGame<'_>) {
        self.games += 1;
        self.positions += analyzed.analyzed();
        self.exact += analyzed.exact();
        for color in [Color::Black, Color::White] {
            let name = analyzed.player(color).map(str::to_string);
            let name = name.unwrap_or_else(|| color.to_string());
            summary::add_to(&mut self.players, &name, &analyzed.summary(color));
        }
    }
}

/// The format in which the analysis is written.
trait Format {
    /// One game, as lines.
    fn game(&self, analyzed: &AnalyzedGame<'_>) -> String;
    /// The last line.
    fn total(&self, total: &Total) -> String;
}

fn run(words: &[String], output: &mut dyn Write) -> Result<(), ToolError> {
    let arguments = arguments::SYNTAX.parse(words)?.arguments;
    let page = |path| PageFile::new(path, &arguments.games.files);
    let mut page = arguments.html.as_deref().map(page).transpose()?;
    let sources = sources(&arguments.games)?;
    let collection = Collection::read("analyze", &sources, &arguments.games)?;
    let format: &dyn Format = match arguments.is_json {
        true => &json::Lines,
        false => &table::Table {
            width: terminal::width(),
        },
    };
    let mut analyzer = Analyzer::new(&arguments.games, collection.positions());
    let mut write = |analyzer: &Analyzer, text: String| analyzer.progress.line(output, &text);
    let mut total = Total {
        left_out: collection.left_out,
        ..Total::default()
    };
    for &(file, number, ref game) in &collection.games {
        let analyzed = AnalyzedGame {
            file,
            number,
            level: arguments.games.searched_level(),
            game,
            steps: analyzer.analyze(game, number),
        };
        if analyzed.is_complete() || analyzed.analyzed() > 0 {
            total += &analyzed;
            write(&analyzer, format.game(&analyzed))?;
            if let Some(page) = &mut page {
                page.add(&analyzed);
            }
        }
        if analyzer.interrupt.is_requested() {
            break;
        }
    }
    (total.nodes, total.time) = (analyzer.nodes, analyzer.time);
    write(&analyzer, format.total(&total))?;
    if let Some(page) = page {
        page.write(&total.players)?;
    }
    match total.left_out {
        _ if analyzer.interrupt.is_requested() => Err(ToolError::Interrupted),
        0 => Ok(()),
        some => Err(ToolError::Failed(format!(
            "analyze: {some} of {} games skipped",
            some + total.games
        ))),
    }
}

fn sources(games: &Games) -> Result<Vec<Source<'_>>, ToolError> {
    let read = |file| Source::read(file, games.reading);
    games.files.iter().map(|file| read(file)).collect()
}

/// The name of a player.
fn player(game: &GameRecord, color: Color) -> Option<&str> {
    match color {
        Color::Black => game.black.as_deref(),
        Color::White => game.white.as_deref(),
    }
}

/// The games of all files, each with its file and its number in that file.
struct Collection<'a> {
    games: Vec<(&'a str, usize, GameRecord)>,
    /// The number of invalid games.
    left_out: usize,
}

impl<'a> Collection<'a> {
    /// Reads all games. Reports invalid ones on standard error.
    fn read(
        tool: &str,
        sources: &'a [Source<'a>],
        games: &Games,
    ) -> Result<Collection<'a>, ToolError> {
        let mut collection = Collection {
            games: Vec::new(),
            left_out: 0,
        };
        let mut last = 0;
        for source in sources {
            let file = source.name();
            for (number, game) in (1..).zip(source.games()) {
                last = last.max(number);
                if !games.only.contains(number) {
                    continue;
                }
                match game {
                    Ok(game) => collection.games.push((file, number, game)),
                    Err(problem) => {
                        collection.left_out += 1;
                        source.skip(number, problem)?;
                    }
                }
            }
        }
        // Files without any game are told in another way.
        if last > 0 {
            games.only.check("game", last)?;
        }
        match collection.games.is_empty() {
            true => Err(ToolError::Failed(format!(
                "{tool}: there are no games to analyze"
            ))),
            false => Ok(collection),
        }
    }

    fn positions(&self) -> usize {
        let games = self.games.iter();
        games.map(|(_, _, game)| step::steps(game).len()).sum()
    }
}
