//! The depth that each algorithm reaches in one second.

use std::io::Write;
use std::time::Duration;

use super::search::positions;
use crate::search::control::{Control, Limits};
use crate::search::rng::MoveSeed;
use crate::search::{ALGORITHMS, Request, Settings};
use crate::tools::ToolError;

pub(super) fn run(output: &mut dyn Write) -> Result<(), ToolError> {
    let position = positions()[8];
    let settings = Settings {
        depth: 60,
        playouts: u32::MAX,
        switch_at_empties: 60,
        ..Settings::default()
    };
    let empty = position.empty().len();
    writeln!(output, "one second, {empty} empty squares: depth, nodes")?;
    for row in ALGORITHMS {
        let request = Request {
            position,
            settings: settings.clone(),
            seed: MoveSeed::fixed(&position),
        };
        let control = Control::new(Limits {
            time: Some(Duration::from_secs(1)),
            ..Limits::default()
        });
        let report = (row.build)().best_move(&request, &control, &mut |_| {});
        writeln!(
            output,
            "{:<12} {:>3} {:>12}",
            row.name,
            report.best().depth,
            report.nodes
        )?;
    }
    Ok(())
}
