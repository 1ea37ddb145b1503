//! Does what a [`dispatch`](super::dispatch)ed searcher is asked to do, in the code for one level
//! of CPUs.

use std::any::Any;

use super::dispatch::message::{Message, Task, Words};
use crate::board::Position;
use crate::cpu::seam::ControlParts;
use crate::search::analysis::Scope;
use crate::search::control::Control;
use crate::search::engine::{self, Core, Effort, EngineOptions};
use crate::search::report::Report;
use crate::search::{self, Request, Searcher, verifier};

/// What the other side holds without knowing its type.
enum Held {
    Engine(Core),
    Verifier(verifier::Core),
    Other(Box<dyn Searcher>),
}

impl Held {
    fn searcher(&mut self) -> &mut dyn Searcher {
        match self {
            Held::Engine(engine) => engine,
            Held::Other(searcher) => searcher.as_mut(),
            Held::Verifier(_) => panic!("it chooses no moves"),
        }
    }

    fn engine(&mut self) -> &mut Core {
        match self {
            Held::Engine(engine) => engine,
            _ => panic!("only the engine does this"),
        }
    }

    fn verifier(&mut self) -> &mut verifier::Core {
        match self {
            Held::Verifier(verifier) => verifier,
            _ => panic!("only the verifier does this"),
        }
    }
}

/// Builds the searcher with this name.
pub fn build(name: &str) -> Box<dyn Any + Send> {
    Box::new(match name {
        engine::NAME => Held::Engine(Core::default()),
        verifier::NAME => Held::Verifier(verifier::Core::default()),
        _ => {
            let row = search::find(name).expect("both sides have the same algorithms");
            Held::Other((row.build)())
        }
    })
}

/// Another searcher that shares the tables of this one.
pub fn sibling(held: &(dyn Any + Send)) -> Box<dyn Any + Send> {
    Box::new(match held.downcast_ref().expect("it was built here") {
        Held::Engine(engine) => Held::Engine(engine.sibling()),
        _ => panic!("only the engine does this"),
    })
}

/// Does the task in these words, with a searcher that [`build`] has built.
pub fn run(
    held: &mut (dyn Any + Send),
    words: &[u64],
    parts: ControlParts,
    on_words: &mut dyn FnMut(&[u64]),
) -> Vec<u64> {
    let held: &mut Held = held.downcast_mut().expect("it was built here");
    let words = &mut Words::new(words);
    let task = words.take();
    let control = &Control::of(words.take(), parts);
    let on_report = &mut |report: &Report| on_words(&written(report));
    match task {
        Task::BestMove => {
            let request: Request = words.take();
            written(&held.searcher().best_move(&request, control, on_report))
        }
        Task::MoveValues => {
            let request: Request = words.take();
            written(&held.searcher().move_values(&request, control))
        }
        Task::Analyze => {
            let (request, scope): (Request, Scope) = (words.take(), words.take());
            let searcher = held.searcher();
            written(&searcher.analyze(&request, &scope, control, on_report))
        }
        Task::Ponder => {
            let request: Request = words.take();
            held.searcher().ponder(&request, control);
            Vec::new()
        }
        Task::Solve | Task::Compare => {
            let position: Position = words.take();
            let (effort, options): (Effort, EngineOptions) = (words.take(), words.take());
            let engine = held.engine();
            written(&match task {
                Task::Solve => engine.solve(&position, effort, options, control, on_report),
                _ => engine.compare(&position, effort, options, control, on_report),
            })
        }
        Task::Scores => {
            let position: Position = words.take();
            let (depth, hash_mb) = (words.take(), words.take());
            written(&held.engine().scores(&position, depth, hash_mb, control))
        }
        Task::Clear => {
            held.engine().clear();
            Vec::new()
        }
        Task::Resize => {
            held.verifier().resize(words.take());
            Vec::new()
        }
        Task::IsAtLeast => {
            let position: Position = words.take();
            let verifier = held.verifier();
            written(&verifier.is_at_least(&position, words.take(), control))
        }
    }
}

fn written(message: &impl Message) -> Vec<u64> {
    let mut words = Vec::new();
    message.put(&mut words);
    words
}
