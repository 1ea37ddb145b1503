//! The programs that are known to work with the engine, and the evidence for each.

use std::fs;

use super::tables::{code, table};
use crate::support::markdown::root;

/// A program that uses the engine or plays against it.
struct Client {
    name: &'static str,
    protocol: &'static str,
    /// The command to enter there.
    entry: &'static str,
    /// At least one row.
    evidence: &'static [Evidence],
}

/// How a client is known to work.
enum Evidence {
    /// This script in `scripts/clients/` starts the program and plays through it.
    Tested(&'static str),
    /// These files in `tests/transcripts/` repeat a recorded dialogue with it.
    Replayed(&'static [&'static str]),
    /// Somebody ran this version of the program with the engine, and watched this.
    Seen(&'static str, &'static str),
    /// It was not tried, but the engine follows its published protocol.
    Documented,
}

use Evidence::{Documented, Replayed, Seen, Tested};

#[rustfmt::skip]
static CLIENTS: &[Client] = &[
    Client {
        name: "Quarry", protocol: "GTP", entry: "/opt/obverse --level 10",
        evidence: &[Tested("quarry.sh"), Seen("0.2.0", "a game between two copies of Obverse in its window")],
    },
    Client {
        name: "GoGui and its tools", protocol: "GTP", entry: "/opt/obverse",
        evidence: &[
            Replayed(&["gogui_gui_program.gtp", "gogui_twogtp.gtp", "gogui_regress.gtp", "gogui_adapter.gtp"]),
            Seen("1.6.0", "games in its window, *Analyze Commands* on the board and the dialog *Options*; `gogui-twogtp`, `gogui-regress`, `gogui-adapter`, `gogui-statistics`"),
        ],
    },
    Client {
        name: "Sabaki (its GTP library)", protocol: "GTP", entry: "/opt/obverse --level 10",
        evidence: &[Tested("sabaki.js")],
    },
    Client {
        name: "NBoard", protocol: "NBoard", entry: "/opt/obverse",
        evidence: &[Seen("2.0.0-b11", "in its window moves against a person, a game of Obverse against itself, hints, and *Analyze Game*; it was built from source, with stand-ins for a library that is not public")],
    },
    Client {
        name: "reversi-arena", protocol: "NBoard", entry: "[\"/opt/obverse\", \"--threads\", \"1\"]",
        evidence: &[Replayed(&["reversi_arena.nboard"]), Seen("of 2018-01-24", "matches between two copies of Obverse")],
    },
    Client {
        name: "Cassio", protocol: "Cassio", entry: "/opt/obverse",
        evidence: &[Documented],
    },
    Client {
        name: "othello-zero", protocol: "Edax", entry: "a link `edax`",
        evidence: &[Replayed(&["othello_zero.edax"]), Seen("of 2020-07-02", "a game; its neural network was replaced by random numbers")],
    },
    Client {
        name: "turbozero", protocol: "Edax", entry: "a link `edax`",
        evidence: &[Replayed(&["turbozero.edax"]), Seen("of 2024-12-21", "games of its Edax evaluator against its random one")],
    },
    Client {
        name: "Egaroucid's scripts for matches with Edax", protocol: "Edax", entry: "a link `edax`",
        evidence: &[
            Replayed(&["egaroucid_time_match.edax"]),
            Seen("of 2026-07-21", "`egaroucid_vs_edax.py`, `egaroucid_vs_edax_time.py` and `ffotest_edax.py`; a random player took the place of Egaroucid"),
        ],
    },
    Client {
        name: "ruversi", protocol: "Cassio, under Edax's flags", entry: "a link `edax`",
        evidence: &[Replayed(&["ruversi.cassio"]), Seen("of 2026-02-20", "matches, with and without `--Cassio`")],
    },
    Client {
        name: "XBoard (matches only)", protocol: "XBoard", entry: "/opt/obverse",
        evidence: &[Tested("xboard.sh")],
    },
    Client {
        name: "chess GUIs with the variant `flipello` (through pyffish)", protocol: "UCI", entry: "/opt/obverse uci",
        evidence: &[Tested("pyffish_uci.py")],
    },
    Client {
        name: "cutegames", protocol: "UGI", entry: "/opt/obverse ugi",
        evidence: &[Seen("of 2024-10-16", "a match of six games on a clock")],
    },
    Client {
        name: "GNU Go's `twogtp`", protocol: "GTP", entry: "/opt/obverse",
        evidence: &[Replayed(&["gnugo_twogtp.gtp"])],
    },
    Client {
        name: "alpha-zero-general", protocol: "GTP", entry: "/opt/obverse",
        evidence: &[Replayed(&["alpha_zero_general.gtp"])],
    },
    Client {
        name: "match script of Egaroucid", protocol: "GTP", entry: "/opt/obverse",
        evidence: &[Replayed(&["egaroucid_battle_script.gtp"])],
    },
    Client {
        name: "match runner of neural-reversi", protocol: "GTP", entry: "/opt/obverse",
        evidence: &[Replayed(&["neural_reversi_match_runner.gtp"]), Seen("6.2.0", "matches between two copies of Obverse, with and without a clock")],
    },
    Client {
        name: "gtp-rhino (as an opponent)", protocol: "GTP", entry: "obverse match",
        evidence: &[Tested("rhino.py")],
    },
];

/// The table of clients.
pub(super) fn clients() -> String {
    let rows = CLIENTS.iter().map(|client| {
        let status: Vec<&str> = client.evidence.iter().map(Evidence::name).collect();
        let is_code = client.entry.starts_with(['/', '[']) || client.entry.starts_with("obverse");
        vec![
            client.name.to_string(),
            client.protocol.to_string(),
            match is_code {
                true => code(client.entry),
                false => client.entry.to_string(),
            },
            status.join(", "),
        ]
    });
    table(&["program", "protocol", "command", "status"], rows)
}

/// The table of the clients that somebody watched.
pub(super) fn seen() -> String {
    let mut rows = Vec::new();
    for client in CLIENTS {
        for evidence in client.evidence {
            if let Seen(version, what) = evidence {
                rows.push([client.name, version, what].map(str::to_string).to_vec());
            }
        }
    }
    table(&["program", "version", "what was watched"], rows)
}

impl Evidence {
    fn name(&self) -> &'static str {
        match self {
            Tested(_) => "tested",
            Replayed(_) => "replayed",
            Seen(..) => "seen",
            Documented => "documented",
        }
    }
}

/// The scripts and transcripts that the table names exist and are run.
#[test]
fn the_evidence_for_each_client_exists() {
    let runner = fs::read_to_string(root().join("tests/it/slow/clients.rs")).expect("it is text");
    for client in CLIENTS {
        assert!(!client.evidence.is_empty(), "{}", client.name);
        for evidence in client.evidence {
            match evidence {
                Tested(script) => assert!(runner.contains(script), "{script} is not run"),
                Replayed(transcripts) => {
                    for transcript in *transcripts {
                        let path = root().join("tests/transcripts").join(transcript);
                        assert!(path.exists(), "{transcript}");
                    }
                }
                Seen(version, what) => {
                    assert!(!version.is_empty() && !what.is_empty(), "{}", client.name);
                }
                Documented => {
                    assert_eq!(client.evidence.len(), 1, "{} was tried", client.name);
                }
            }
        }
    }
}
