//! How sure a search must be before it prunes on the word of a shallower one.

/// How sure a search wants to be before it leaves something out: the index of a
/// row of [`SELECTIVITIES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Selectivity(u32);

/// How sure in percent, and how many standard errors that takes.
const SELECTIVITIES: [(u32, f64); 7] = [
    (52, 0.7),
    (60, 0.85),
    (73, 1.1),
    (87, 1.5),
    (95, 2.0),
    (99, 3.3),
    (100, f64::INFINITY),
];

// Three bits have room for their indices in an entry of the table.
const _: () = assert!(SELECTIVITIES.len() <= 8);

impl Selectivity {
    /// Nothing is left out on suspicion.
    pub(crate) const NONE: Selectivity = Selectivity(SELECTIVITIES.len() as u32 - 1);

    pub(crate) const PERCENT_52: Selectivity = Selectivity(0);
    pub(crate) const PERCENT_73: Selectivity = Selectivity(2);
    pub(crate) const PERCENT_87: Selectivity = Selectivity(3);
    pub(crate) const PERCENT_95: Selectivity = Selectivity(4);
    pub(crate) const PERCENT_99: Selectivity = Selectivity(5);

    /// In the middle of the game, where no search is the last word: what is daring
    /// goes deeper in the same time, and plays best.
    pub(crate) const DARING: Selectivity = Selectivity(1);

    /// For who wants to know what a search of a certain depth sees. With 15 plies and 30
    /// empty squares it takes eight times the nodes of a daring one, and errs by 1.36 discs
    /// instead of 1.60.
    pub(crate) const CAREFUL: Selectivity = Selectivity::PERCENT_95;

    pub(crate) fn index(self) -> u32 {
        self.0
    }

    /// How sure in percent.
    pub(crate) fn percent(self) -> u32 {
        SELECTIVITIES[self.0 as usize].0
    }

    /// How many standard errors a shallow search must be away from the window;
    /// `None` if no number is enough.
    pub(crate) fn errors(self) -> Option<f64> {
        let errors = SELECTIVITIES[self.0 as usize].1;
        errors.is_finite().then_some(errors)
    }
}
