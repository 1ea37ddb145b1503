//! The searches of the console, and what it does with their results.

use super::review::Review;
use super::solve::Solving;
use super::{Console, table, warn};
use crate::board::{Move, Position};
use crate::protocol::text::say;
use crate::protocol::{Output, limits};
use crate::search::analysis::Scope;
use crate::search::report::Report;
use crate::session::{Answer, SearchFailed, Session, Task};

/// What the running search is for.
pub(super) enum Running {
    /// To play a move, after `go` or by itself.
    Go(Position),
    Hint(Position),
    /// The table of `analyze`.
    Review(Review),
    Solve(Solving),
}

impl Console {
    /// Plays a move for the side to move: a forced one, or one that is searched for.
    pub(super) fn go(&mut self, session: &mut Session, output: &mut Output) {
        let position = *session.game().position();
        if position.is_over() {
            return output.replies.extend_from_slice(b"\n*** Game Over ***\n");
        }
        if position.must_pass() {
            return self.play_without_search(Move::Pass, session, output);
        }
        if let Some(played) = self.forced.next(session.game()) {
            return self.play_without_search(played, session, output);
        }
        self.begin_table(output);
        self.running = Some(Running::Go(position));
        let scope = Scope {
            moves: position.moves(),
            lines: 1,
        };
        // `Task::Move` plays an only move at once, but a table must show its value.
        match scope.moves.len() == 1 && self.settings().verbose > 0 {
            true => self.analyze(scope, &position, session),
            false => session.start(Task::Move, position),
        }
    }

    /// Shows a table with this many of the best moves.
    pub(super) fn hint(&mut self, lines: usize, session: &mut Session, output: &mut Output) {
        let position = *session.game().position();
        if position.is_over() {
            return;
        }
        self.begin_table(output);
        if position.must_pass() {
            return self.end_table(output);
        }
        self.running = Some(Running::Hint(position));
        let scope = Scope {
            moves: position.moves(),
            lines,
        };
        self.analyze(scope, &position, session);
    }

    /// Starts the next search of a review, or ends its table.
    pub(super) fn continue_review(
        &mut self,
        review: Review,
        session: &mut Session,
        output: &mut Output,
    ) {
        match review.next() {
            Some((position, moves)) => {
                let scope = Scope { moves, lines: 1 };
                self.running = Some(Running::Review(review));
                self.analyze(scope, &position, session);
            }
            None => review.write_totals(output),
        }
    }

    /// Starts the search of the next position of a file, or ends its table.
    pub(super) fn continue_solving(
        &mut self,
        mut solving: Solving,
        session: &mut Session,
        output: &mut Output,
    ) {
        let is_started = solving.start_next(self.settings(), session, output);
        match is_started {
            true => self.running = Some(Running::Solve(solving)),
            false => solving.end(output),
        }
    }

    /// Shows a report of the running search.
    pub(super) fn show(&mut self, report: &Report, output: &mut Output) {
        let settings = self.settings();
        let (style, is_quiet) = (settings.style(), settings.verbose == 0);
        match &mut self.running {
            // A quiet client is told only the move.
            Some(Running::Go(_)) if is_quiet => {}
            Some(Running::Go(position) | Running::Hint(position)) => {
                table::write_rows(style, position, report, output);
            }
            Some(Running::Solve(solving)) => solving.tell(report, output),
            // Only the values at the end are written.
            Some(Running::Review(_)) | None => {}
        }
    }

    /// Does with the result of a search what it was started for.
    pub(super) fn end_search(
        &mut self,
        answer: Result<Answer, SearchFailed>,
        session: &mut Session,
        output: &mut Output,
    ) {
        let running = self.running.take();
        let report = match answer {
            Ok(Answer::Found(report)) => report,
            Ok(Answer::Stopped) => return,
            Err(SearchFailed) => return warn("the search failed", output),
        };
        match running {
            Some(Running::Go(position)) => {
                self.end_table(output);
                self.play_found(position, report, session, output);
            }
            Some(Running::Hint(_)) => self.end_table(output),
            Some(Running::Review(mut review)) => {
                review.add(&report, self.settings().style(), output);
                self.continue_review(review, session, output);
            }
            Some(Running::Solve(mut solving)) => {
                solving.finish(&report, output);
                self.continue_solving(solving, session, output);
            }
            None => {}
        }
    }

    /// Starts an analysis for a table. If there is a clock, it gets the time of one move,
    /// since [`Task::LimitedAnalysis`] itself ignores clocks.
    fn analyze(&self, scope: Scope, position: &Position, session: &mut Session) {
        let mut options = session.options().clone();
        let budget = session
            .clock
            .budget(position.to_move(), position.empty().len());
        let soft = budget.map(|budget| budget.soft);
        options.move_time = soft.into_iter().chain(options.move_time).min();
        let goal = limits::goal(&options, position, self.settings().confidence);
        session.start_under(&options, Task::LimitedAnalysis(scope, goal), *position);
    }

    fn play_without_search(&mut self, played: Move, session: &mut Session, output: &mut Output) {
        if self.play(played, session).is_ok() {
            self.announce(played, output);
        }
    }

    /// Plays the move that a search of this position has found.
    fn play_found(
        &mut self,
        position: Position,
        report: Report,
        session: &mut Session,
        output: &mut Output,
    ) {
        let color = position.to_move();
        let (played, time) = (report.best_move(), report.time);
        let is_same = *session.game().position() == position;
        if let Some(played) = played.filter(|_| is_same)
            && session.play_generated(color, report).is_ok()
        {
            self.undone.clear();
            self.spent[color as usize] += time;
            self.announce(played, output);
        }
    }

    fn announce(&mut self, played: Move, output: &mut Output) {
        let settings = self.settings();
        let text = format!(
            "\n{} plays {}",
            settings.name,
            table::name(played, settings.pass)
        );
        say(&text, &mut output.replies);
        self.is_prompt_due = true;
    }

    fn begin_table(&self, output: &mut Output) {
        if self.settings().verbose > 0 {
            say(table::HEADER, &mut output.replies);
            say(table::RULE, &mut output.replies);
        }
    }

    fn end_table(&self, output: &mut Output) {
        if self.settings().verbose > 0 {
            say(table::RULE, &mut output.replies);
        }
    }
}
