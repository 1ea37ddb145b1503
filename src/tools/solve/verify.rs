//! Checks answers by the second solver.

use std::borrow::Cow;
use std::io::Write;
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::index;
use serde::Serialize;

use super::Chosen;
use super::answer::Answer;
use super::arguments::{Amount, Arguments, Output};
use super::claim::{Claim, Relation, Window};
use super::estimate::Estimate;
use super::input::Known;
use super::order::InOrder;
use super::verdict::Verdict;
use super::work::check_memory;
use crate::board::{Move, Position};
use crate::search::control::{Control, Limits, Stopped};
use crate::search::verifier::Verifier;
use crate::tools::ToolError;
use crate::tools::formatting::speed;
use crate::tools::interrupt::Interrupt;
use crate::tools::json::{line, seconds, total_line};
use crate::tools::terminal::Progress;
use crate::tools::threads::share;

/// What is said about a position.
pub(super) struct Statement<'a> {
    number: usize,
    position: Position,
    known: Cow<'a, Known>,
    /// The answer that says it, if this tool has written it.
    answer: Option<&'a Answer>,
    /// What another file says.
    also: Option<&'a Known>,
    /// The window of the run that found it.
    window: Option<Window>,
}

impl<'a> Statement<'a> {
    /// The answers of a run.
    pub(super) fn of_answers(
        answers: &'a [Answer],
        chosen: &'a [Chosen<'a>],
        window: Window,
    ) -> Vec<Statement<'a>> {
        let mut statements: Vec<Statement<'a>> = answers
            .iter()
            .map(|answer| {
                let place = chosen.binary_search_by_key(&answer.number, |&(number, _)| number);
                let also = place.ok().map(|place| &chosen[place].1.known);
                Statement {
                    number: answer.number,
                    position: answer.position,
                    known: Cow::Owned(Known::of_answer(answer)),
                    answer: Some(answer),
                    also,
                    window: Some(window),
                }
            })
            .collect();
        statements.sort_by_key(|statement| statement.number);
        statements
    }

    /// What the files say.
    pub(super) fn of_files(chosen: &'a [Chosen<'a>]) -> Vec<Statement<'a>> {
        let statement = |&(number, entry): &Chosen<'a>| Statement {
            number,
            position: entry.position,
            known: Cow::Borrowed(&entry.known),
            answer: entry.answer.as_deref(),
            also: None,
            window: None,
        };
        chosen.iter().map(statement).collect()
    }

    /// The move that is said to be the best.
    fn best(&self) -> Option<Move> {
        match self.answer {
            Some(answer) => answer.best,
            None => {
                let best = self.known.moves.iter();
                let best = best.max_by_key(|&&(_, claim)| claim.discs);
                best.map(|&(best, _)| best)
            }
        }
    }

    /// Whether there is anything to check.
    fn says_something(&self) -> bool {
        self.known.whole.is_some() || self.answer.is_some()
    }

    /// What is wrong with it; `None` if nothing is, or nothing is said about the value.
    fn problem(
        &self,
        verifier: &mut Verifier,
        control: &Control,
    ) -> Result<Option<String>, Stopped> {
        let position = &self.position;
        if let Some(problem) = self.answer.and_then(contradiction) {
            return Ok(Some(problem));
        }
        if let (Some(also), Some(answer)) = (self.also, self.answer)
            && let Verdict::Wrong { known } = Verdict::of(also, answer)
        {
            return Ok(Some(format!("the file with the positions says {known}")));
        }
        let Some(whole) = self.known.whole else {
            return Ok(None);
        };
        let is_decided = self.window.is_none_or(|window| window.is_decided_by(whole));
        if !is_decided {
            return Ok(Some(format!("{whole} does not decide the window")));
        }
        let mut is_true = |position: &Position, claim: Claim| -> Result<bool, Stopped> {
            let discs = claim.discs;
            let mut is_at_least = |discs| verifier.is_at_least(position, discs, control);
            Ok(match claim.relation {
                Relation::Lower => is_at_least(discs)?,
                Relation::Upper => !is_at_least(discs.saturating_add(1))?,
                Relation::Exact => is_at_least(discs)? && !is_at_least(discs.saturating_add(1))?,
            })
        };
        let with = |relation| Claim { relation, ..whole };
        let best = self.best().filter(|_| whole.relation != Relation::Upper);
        // The best move proves that the value is not lower, and need be searched only once.
        let rest = match (best, whole.relation) {
            (Some(_), Relation::Exact) => Some(with(Relation::Upper)),
            (Some(_), _) => None,
            (None, _) => Some(whole),
        };
        if let Some(rest) = rest
            && !is_true(position, rest)?
        {
            return Ok(Some(format!("the value is not {rest}")));
        }
        let best = best.map(|best| (best, with(Relation::Lower)));
        for (action, claim) in best.into_iter().chain(self.known.moves.iter().copied()) {
            if !is_true(&position.after(action), claim.flipped())? {
                return Ok(Some(format!("{action} is not worth {claim}")));
            }
        }
        Ok(None)
    }
}

/// What an answer says that cannot be true together.
fn contradiction(answer: &Answer) -> Option<String> {
    let problem = |text: &str| Some(text.to_string());
    let position = &answer.position;
    let legal = |position: &Position, action: Move| match action {
        Move::Place(square) => position.moves().contains(square),
        Move::Pass => position.must_pass(),
    };
    if answer.empties != position.empty().len() {
        return problem("it has another number of empty squares");
    }
    if answer.exact != (answer.relation == Some(Relation::Exact)) {
        return problem("exact contradicts bound");
    }
    if answer.relation.is_some() && answer.selectivity != 100 {
        return problem("selectivity contradicts bound");
    }
    if answer.best.is_none() != position.is_over() {
        return problem("it has no move");
    }
    if answer.best != answer.pv.first().copied() {
        return problem("the principal variation begins with another move");
    }
    let mut end = *position;
    let mut side = 1;
    for &action in &answer.pv {
        if !legal(&end, action) {
            return Some(format!("{action} in the principal variation is not legal"));
        }
        end = end.after(action);
        side = -side;
    }
    if answer.exact && end.is_over() && side * end.result() != answer.score {
        return problem("the principal variation ends with another result");
    }
    if answer.moves.is_empty() {
        return None;
    }
    let mut listed: Vec<Move> = answer.moves.iter().map(|found| found.action).collect();
    listed.sort_unstable();
    let legal: Vec<Move> = match position.must_pass() {
        true => vec![Move::Pass],
        false => position.moves().into_iter().map(Move::Place).collect(),
    };
    let best = answer
        .moves
        .iter()
        .find(|found| Some(found.action) == answer.best);
    if listed != legal {
        return problem("its moves are not the legal ones");
    }
    if best.is_none_or(|best| (best.score, best.relation) != (answer.score, answer.relation)) {
        return problem("the score of the best move is another one");
    }
    None
}

/// An answer that was checked.
#[derive(Serialize)]
struct Checked {
    n: usize,
    position: String,
    score: Option<i32>,
    bound: Option<Relation>,
    #[serde(rename = "move")]
    best: Option<String>,
    /// Nothing if it could not be checked.
    right: Option<bool>,
    /// What is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    nodes: u64,
    seconds: f64,
}

#[derive(Default, Serialize)]
struct Total {
    positions: usize,
    right: usize,
    wrong: usize,
    nodes: u64,
    seconds: f64,
}

/// Checks the statements, or some of them, and returns the numbers of those that are wrong.
pub(super) fn run(
    arguments: &Arguments,
    amount: Amount,
    statements: Vec<Statement<'_>>,
    interrupt: &Interrupt,
    output: &mut dyn Write,
) -> Result<Vec<usize>, ToolError> {
    let mut statements = statements;
    statements.retain(Statement::says_something);
    check_memory(arguments.threads as usize, arguments.hash_mb)?;
    if statements.is_empty() {
        let problem = "--verify: expected files with scores, or --out";
        return Err(ToolError::Value(problem.into()));
    }
    if let Amount::Some(amount) = amount {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(arguments.seed);
        let amount = amount.min(statements.len());
        let mut drawn = index::sample(&mut rng, statements.len(), amount).into_vec();
        drawn.sort_unstable();
        let mut index = 0..;
        statements.retain(|_| {
            drawn
                .binary_search(&index.next().unwrap_or_default())
                .is_ok()
        });
    }
    let progress = Progress::new(statements.len());
    let is_json = arguments.output == Output::Json;
    if !is_json {
        progress.line(output, HEAD)?;
    }
    let empties = |statement: &Statement<'_>| statement.position.empty().len();
    let mut estimate = Estimate::new(statements.iter().map(empties));
    let workers = (0..arguments.threads).map(|_| {
        let mut verifier = Verifier::new(arguments.hash_mb as usize);
        move |(index, statement): (usize, &Statement<'_>)| {
            let limits = Limits {
                time: arguments.limit,
                ..Limits::default()
            };
            Some((index, check(&mut verifier, statement, limits, interrupt)?))
        }
    });
    let (mut order, mut total, mut wrong) = (InOrder::new(), Total::default(), Vec::new());
    let mut write = |checked: Vec<Checked>| {
        checked.into_iter().try_for_each(|checked| {
            total.positions += 1;
            total.nodes += checked.nodes;
            total.seconds += checked.seconds;
            match checked.right {
                Some(true) => total.right += 1,
                Some(false) => wrong.push(checked.n),
                None => {}
            }
            let text = if is_json {
                line(&checked)
            } else {
                row(&checked)
            };
            progress.line(output, &text)
        })
    };
    share(
        interrupt,
        statements.iter().enumerate(),
        workers,
        |(index, checked)| -> Result<(), ToolError> {
            estimate.count(empties(&statements[index]));
            write(order.add(index, checked))?;
            progress.step();
            progress.set_prefix(|| estimate.time_left());
            Ok(())
        },
    )?;
    write(order.rest().collect())?;
    total.wrong = wrong.len();
    let text = if is_json {
        total_line(&total)
    } else {
        sum(&total)
    };
    progress.line(output, &text)?;
    match interrupt.is_requested() {
        true => Err(ToolError::Interrupted),
        false => Ok(wrong),
    }
}

/// `None` if it was interrupted.
fn check(
    verifier: &mut Verifier,
    statement: &Statement<'_>,
    limits: Limits,
    interrupt: &Interrupt,
) -> Option<Checked> {
    let control = interrupt.control(limits);
    let (problem, is_checked) = match statement.problem(verifier, &control) {
        Ok(problem) => (problem, true),
        Err(Stopped) if interrupt.is_requested() => return None,
        Err(Stopped) => (None, false),
    };
    let is_right = problem.is_none();
    let is_judged = !is_right || is_checked && statement.known.whole.is_some();
    let time: Duration = control.elapsed();
    Some(Checked {
        n: statement.number,
        position: statement.position.to_string(),
        score: statement.known.whole.map(|claim| claim.discs),
        bound: statement.known.whole.map(|claim| claim.relation),
        best: statement.best().map(|best| best.to_string()),
        right: is_judged.then_some(is_right),
        problem,
        nodes: control.spent(),
        seconds: seconds(time),
    })
}

const HEAD: &str = "   n score move        nodes  seconds    nodes/s verdict";

fn row(checked: &Checked) -> String {
    let claim = checked.score.zip(checked.bound);
    let claim = claim.map(|(discs, relation)| Claim { relation, discs }.to_string());
    format!(
        "{:>4} {:>5} {:>4} {:>12} {:>8.3} {:>10} {}",
        checked.n,
        claim.as_deref().unwrap_or("-"),
        checked.best.as_deref().unwrap_or("-"),
        checked.nodes,
        checked.seconds,
        speed(checked.nodes, checked.seconds),
        match (&checked.problem, checked.right) {
            (Some(problem), _) => format!("wrong: {problem}"),
            (None, Some(_)) => "right".to_string(),
            (None, None) => "open".to_string(),
        }
    )
}

fn sum(total: &Total) -> String {
    format!(
        "total: positions {}, right {}, wrong {}, not judged {}, nodes {}, seconds {:.3}, nodes/s {}",
        total.positions,
        total.right,
        total.wrong,
        total.positions - total.right - total.wrong,
        total.nodes,
        total.seconds,
        speed(total.nodes, total.seconds)
    )
}
