//! The Python package `obverse`.

mod analysis;
mod arguments;
mod columns;
mod engine;
mod files;
mod game;
mod moves;
mod position;
mod report;
mod waiting;

/// What `source/obverse/__init__.py` exports.
#[pyo3::pymodule]
mod _obverse {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::analysis::Analysis;
    #[pymodule_export]
    use crate::columns::{evaluate_many, legal_moves_many, play_many, solve_many};
    #[pymodule_export]
    use crate::engine::{Engine, evaluate, solve};
    #[pymodule_export]
    use crate::files::{parse_games, read_games};
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::moves::{move_from_name, move_name};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::report::{Line, Report};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("PASS", obverse::search::bulk::PASS)?;
        module.add("__version__", obverse::version::VERSION)
    }
}
