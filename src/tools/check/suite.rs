//! The rows of the tables of checks.

use super::dialogue::Dialogue;
use super::outcome::Outcome;

/// A demand on an engine, and how to find out whether it is met.
pub(super) struct Check {
    pub(super) name: &'static str,
    /// What the engine has to do, in one sentence.
    pub(super) demand: &'static str,
    pub(super) weight: Weight,
    pub(super) start: Start,
    pub(super) run: fn(&mut Dialogue<'_>) -> Outcome,
}

/// What becomes of clients if a demand is not met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// Clients break.
    Must,
    /// Clients lose a service, or have to work around it.
    Should,
}

impl Weight {
    pub(super) fn word(self) -> &'static str {
        match self {
            Weight::Must => "must",
            Weight::Should => "should",
        }
    }
}

/// The state of the program in which a check starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// It has been greeted, and may have answered the commands of other checks.
    Greeted,
    /// It has been greeted, and nothing else has happened.
    Fresh,
    /// It has just been started.
    Silent,
}

impl Check {
    /// A demand without which clients break.
    pub(super) const fn must(
        name: &'static str,
        demand: &'static str,
        run: fn(&mut Dialogue<'_>) -> Outcome,
    ) -> Check {
        Check {
            name,
            demand,
            weight: Weight::Must,
            start: Start::Greeted,
            run,
        }
    }

    /// A wish.
    pub(super) const fn should(
        name: &'static str,
        demand: &'static str,
        run: fn(&mut Dialogue<'_>) -> Outcome,
    ) -> Check {
        Check {
            weight: Weight::Should,
            ..Check::must(name, demand, run)
        }
    }

    /// The same check with a process of its own.
    pub(super) const fn fresh(self) -> Check {
        Check {
            start: Start::Fresh,
            ..self
        }
    }

    /// The same check with a process of its own that has not been greeted.
    pub(super) const fn silent(self) -> Check {
        Check {
            start: Start::Silent,
            ..self
        }
    }
}

/// The checks of a protocol.
pub(super) struct Suite {
    /// The checks, in their order.
    pub(super) tables: &'static [&'static [Check]],
    /// Starts the dialogue, as clients do.
    pub(super) greet: fn(&mut Dialogue<'_>) -> Outcome,
    /// Returns to the start of a game between two checks.
    pub(super) reset: fn(&mut Dialogue<'_>) -> Outcome,
}

impl Suite {
    pub(super) fn checks(&self) -> impl Iterator<Item = &'static Check> + use<> {
        self.tables.iter().copied().flatten()
    }
}
