//! Adds a custom searcher to the table of algorithms. Start it with `cargo run --release
//! --example own_searcher`, and type GTP commands such as `genmove b` or `all_move_values`.
//!
//! The searcher chooses the move that leaves the opponent the fewest replies.

use std::error::Error;
use std::io::{self, Read, Write};

use obverse::protocol::Driver;
use obverse::score::Score;
use obverse::search::analysis::Scope;
use obverse::search::control::{Control, Stopped};
use obverse::search::report::{Line, Report, Source};
use obverse::search::value::{Unit, Value};
use obverse::search::{self, Family, OnReport, Request, Row, Searcher, Ties};
use obverse::session::options::{self, Options};

static FEW_REPLIES: Row = Row {
    name: "few_replies",
    summary: "leaves the opponent as few replies as possible",
    family: Family::Rule,
    build: || Box::new(FewReplies),
};

struct FewReplies;

impl Searcher for FewReplies {
    fn best_move(&mut self, request: &Request, _: &Control, _: OnReport<'_>) -> Report {
        let mut report = look(request, &Scope::all(request.position.moves()));
        let best = report.best().score();
        report.lines.retain(|line| line.score() == best);
        let tied: Vec<usize> = (0..report.lines.len()).collect();
        let chosen = match request.settings.ties {
            Ties::First => 0,
            Ties::Random => request.seed.pick(&tied).unwrap_or_default(),
        };
        report.lines = vec![report.lines.swap_remove(chosen)];
        report
    }

    fn move_values(&mut self, request: &Request, _: &Control) -> Result<Report, Stopped> {
        Ok(look(request, &Scope::all(request.position.moves())))
    }

    fn analyze(
        &mut self,
        request: &Request,
        scope: &Scope,
        _: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        let report = look(request, scope);
        on_report(&report);
        report
    }
}

/// Searches one ply, which is so fast that it need not be stoppable.
fn look(request: &Request, scope: &Scope) -> Report {
    let lines = scope.moves.into_iter().map(|square| {
        let replies = request.position.play(square).moves().len();
        Line {
            value: Some(Value {
                score: Score::estimate(-(replies as i32)),
                // An estimate of how many replies are worth a disc.
                unit: Unit::Points { per_disc: 1.0 },
            }),
            depth: 1,
            ..Line::new(vec![square.into()])
        }
    });
    let mut report = Report::new(Source::Rule, lines.collect());
    report.nodes = u64::from(scope.moves.len());
    report.sort_by_value();
    report.lines.truncate(scope.lines);
    report
}

fn main() -> Result<(), Box<dyn Error>> {
    talk(io::stdin(), io::stdout().lock())
}

/// Answers commands with this searcher.
pub(crate) fn talk(
    input: impl Read + Send + 'static,
    output: impl Write,
) -> Result<(), Box<dyn Error>> {
    search::register(&FEW_REPLIES);
    let mut options = Options::new(1);
    options::find("algorithm")?.set(&mut options, "few_replies")?;
    Driver::new(options, || false).run(None, input, output)?;
    Ok(())
}
