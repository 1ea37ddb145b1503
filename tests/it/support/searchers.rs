//! Fake searchers, whose behaviour a test defines.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use obverse::board::Square;
use obverse::search::analysis::Scope;
use obverse::search::control::{Control, Stopped};
use obverse::search::report::{Line, Report, Source};
use obverse::search::{OnReport, Request, Searcher};

type BestMove = dyn FnMut(&Request) -> Report + Send;
type Analyze = dyn FnMut(&Scope, &Control, OnReport<'_>) -> Report + Send;
type Ponder = dyn FnMut(&Request, &Control) + Send;

/// A searcher made of closures. It panics if the closure for a request is missing, except
/// that pondering then does nothing.
#[derive(Default)]
pub(crate) struct FakeSearcher {
    best_move: Option<Box<BestMove>>,
    analyze: Option<Box<Analyze>>,
    ponder: Option<Box<Ponder>>,
}

impl FakeSearcher {
    /// A searcher that panics in every search.
    pub(crate) fn panicking() -> FakeSearcher {
        FakeSearcher::default()
    }

    /// A searcher that plays these moves in turn and removes each from the script.
    pub(crate) fn scripted(script: &Arc<Mutex<VecDeque<Square>>>) -> FakeSearcher {
        let script = Arc::clone(script);
        FakeSearcher::default().best_move(move |request| {
            let next = script.lock().expect("no search panics").pop_front();
            let best = next.expect("the script is long enough");
            let legal = request.position.moves();
            assert!(legal.contains(best), "the script has the illegal {best}");
            report(&[best])
        })
    }

    pub(crate) fn best_move(
        mut self,
        closure: impl FnMut(&Request) -> Report + Send + 'static,
    ) -> FakeSearcher {
        self.best_move = Some(Box::new(closure));
        self
    }

    pub(crate) fn analyze(
        mut self,
        closure: impl FnMut(&Scope, &Control, OnReport<'_>) -> Report + Send + 'static,
    ) -> FakeSearcher {
        self.analyze = Some(Box::new(closure));
        self
    }

    pub(crate) fn ponder(
        mut self,
        closure: impl FnMut(&Request, &Control) + Send + 'static,
    ) -> FakeSearcher {
        self.ponder = Some(Box::new(closure));
        self
    }
}

impl Searcher for FakeSearcher {
    fn best_move(&mut self, request: &Request, _: &Control, _: OnReport<'_>) -> Report {
        let best_move = self.best_move.as_mut();
        best_move.expect("a fake that chooses moves")(request)
    }

    fn move_values(&mut self, _: &Request, _: &Control) -> Result<Report, Stopped> {
        panic!("no fake has values of moves")
    }

    fn analyze(
        &mut self,
        _: &Request,
        scope: &Scope,
        control: &Control,
        on_report: OnReport<'_>,
    ) -> Report {
        let analyze = self.analyze.as_mut();
        analyze.expect("a fake that analyses")(scope, control, on_report)
    }

    fn ponder(&mut self, request: &Request, control: &Control) {
        if let Some(ponder) = &mut self.ponder {
            ponder(request, control);
        }
    }
}

/// The report of a search that found this line of play.
pub(crate) fn report(line: &[Square]) -> Report {
    let moves = line.iter().map(|&square| square.into()).collect();
    Report::new(Source::Search, vec![Line::new(moves)])
}

/// The report of an analysis with one move and this number of visits.
pub(crate) fn analysis(best: Square, visits: u64) -> Report {
    let line = Line {
        depth: 1,
        visits,
        ..Line::new(vec![best.into()])
    };
    Report {
        nodes: visits,
        ..Report::new(Source::Search, vec![line])
    }
}
