//! The speed of machines that we have measured.

/// One thread of a machine, with the code for a CPU level.
pub(super) struct Reference {
    pub(super) level: &'static str,
    /// Millions of nodes per second.
    pub(super) midgame: f64,
    pub(super) endgame: f64,
}

/// What the references are.
pub(super) const MACHINE: &str = "AMD EPYC (Zen 5)";

/// The version that was measured.
pub(super) const MEASURED: &str = "0.2.0";

/// Measured with `--cpu LEVEL bench machine` on a virtual machine with two CPUs that other
/// programs used as well, so by the CPU time of one thread: the better of two runs.
pub(super) static REFERENCES: &[Reference] = &[
    reference("baseline", 4.3, 17.0),
    reference("v2", 4.7, 20.0),
    reference("v3", 6.5, 25.0),
    reference("v4", 7.6, 37.0),
    reference("v4-vnni", 10.5, 49.0),
];

const fn reference(level: &'static str, midgame: f64, endgame: f64) -> Reference {
    Reference {
        level,
        midgame,
        endgame,
    }
}

/// The reference for this CPU level, if there is one.
pub(super) fn find(level: &str) -> Option<&'static Reference> {
    REFERENCES.iter().find(|reference| reference.level == level)
}
