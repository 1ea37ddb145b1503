//! How readily a search prunes because of the result of a shallower one.

/// The confidence that [ProbCut](super::midgame::probcut) needs before it prunes: an
/// index into [`SELECTIVITIES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Selectivity(u32);

/// The confidence in percent, and the number of standard deviations that it requires.
const SELECTIVITIES: [(u32, f64); 7] = [
    (52, 0.7),
    (60, 0.85),
    (73, 1.1),
    (87, 1.5),
    (95, 2.0),
    (99, 3.3),
    (100, f64::INFINITY),
];

// An entry of the transposition table has three bits for the index.
const _: () = assert!(SELECTIVITIES.len() <= 8);

impl Selectivity {
    /// No selective pruning.
    pub(crate) const NONE: Selectivity = Selectivity(SELECTIVITIES.len() as u32 - 1);

    pub(crate) const PERCENT_52: Selectivity = Selectivity(0);
    pub(crate) const PERCENT_73: Selectivity = Selectivity(2);
    pub(crate) const PERCENT_87: Selectivity = Selectivity(3);
    pub(crate) const PERCENT_95: Selectivity = Selectivity(4);
    pub(crate) const PERCENT_99: Selectivity = Selectivity(5);

    /// For the midgame at all levels. A search that prunes aggressively looks further
    /// ahead in the same time, and plays best in the midgame. This is the only selectivity with late move
    /// reductions.
    pub(crate) const MIDGAME: Selectivity = Selectivity(1);

    /// For a search of a fixed depth, whose value should be close to that of a full
    /// search. At 15 plies with 30 empty squares it takes eight times the nodes of
    /// [`MIDGAME`](Selectivity::MIDGAME), and its error is 1.36 discs instead of 1.60.
    pub(crate) const FIXED_DEPTH: Selectivity = Selectivity::PERCENT_95;

    pub(crate) fn index(self) -> u32 {
        self.0
    }

    /// The confidence in percent.
    pub(crate) fn percent(self) -> u32 {
        SELECTIVITIES[self.0 as usize].0
    }

    /// How many standard deviations a shallow value must lie outside the window;
    /// `None` if there is no selective pruning.
    pub(crate) fn deviations(self) -> Option<f64> {
        let deviations = SELECTIVITIES[self.0 as usize].1;
        deviations.is_finite().then_some(deviations)
    }
}
