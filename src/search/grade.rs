//! Grades for moves: how good a move was, by the discs that it lost.
//!
//! ```
//! use obverse::search::grade::Grade;
//!
//! assert_eq!(Grade::of_loss(3), Grade::Inaccuracy);
//! let names: Vec<&str> = Grade::ALL.iter().map(|grade| grade.name()).collect();
//! assert_eq!(names, ["best", "good", "inaccuracy", "mistake", "blunder"]);
//! ```

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// No other move was better.
    Best,
    /// It lost one disc.
    Good,
    /// It lost 2 or 3 discs.
    Inaccuracy,
    /// It lost 4 to 7 discs.
    Mistake,
    /// It lost 8 discs or more.
    Blunder,
}

impl Grade {
    /// All grades, the best first.
    pub const ALL: [Grade; 5] = [
        Grade::Best,
        Grade::Good,
        Grade::Inaccuracy,
        Grade::Mistake,
        Grade::Blunder,
    ];

    /// The grade of a move after which the best result is worse by this many discs.
    pub fn of_loss(discs: i32) -> Grade {
        match discs {
            ..=0 => Grade::Best,
            1 => Grade::Good,
            2..=3 => Grade::Inaccuracy,
            4..=7 => Grade::Mistake,
            8.. => Grade::Blunder,
        }
    }

    /// How many discs such a move loses, in words.
    pub fn losses(self) -> &'static str {
        match self {
            Grade::Best => "0",
            Grade::Good => "1",
            Grade::Inaccuracy => "2 or 3",
            Grade::Mistake => "4 to 7",
            Grade::Blunder => "8 or more",
        }
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Grade::Best => "best",
            Grade::Good => "good",
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }
}
