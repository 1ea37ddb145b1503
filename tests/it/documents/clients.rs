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
    evidence: Evidence,
}

/// How a client is known to work.
enum Evidence {
    /// This script in `scripts/clients/` starts the program and plays through it.
    Tested(&'static str),
    /// These files in `tests/transcripts/` repeat a recorded dialogue with it.
    Replayed(&'static [&'static str]),
    /// It was not tested, but the engine follows its published protocol.
    Documented,
}

use Evidence::{Documented, Replayed, Tested};

#[rustfmt::skip]
static CLIENTS: &[Client] = &[
    Client { name: "Quarry", protocol: "GTP", entry: "/opt/obverse --level 10", evidence: Tested("quarry.sh") },
    Client { name: "GoGui and its tools", protocol: "GTP", entry: "/opt/obverse", evidence: Replayed(&["gogui_gui_program.gtp", "gogui_twogtp.gtp", "gogui_regress.gtp", "gogui_adapter.gtp"]) },
    Client { name: "Sabaki (its GTP library)", protocol: "GTP", entry: "/opt/obverse --level 10", evidence: Tested("sabaki.js") },
    Client { name: "NBoard", protocol: "NBoard", entry: "/opt/obverse", evidence: Documented },
    Client { name: "reversi-arena", protocol: "NBoard", entry: "/opt/obverse", evidence: Replayed(&["reversi_arena.nboard"]) },
    Client { name: "Cassio", protocol: "Cassio", entry: "/opt/obverse", evidence: Documented },
    Client { name: "othello-zero", protocol: "Edax", entry: "a link `edax`", evidence: Replayed(&["othello_zero.edax"]) },
    Client { name: "turbozero", protocol: "Edax", entry: "a link `edax`", evidence: Replayed(&["turbozero.edax"]) },
    Client { name: "Egaroucid's scripts for matches with Edax", protocol: "Edax", entry: "a link `edax`", evidence: Replayed(&["egaroucid_time_match.edax"]) },
    Client { name: "ruversi", protocol: "Cassio, under Edax's flags", entry: "a link `edax`", evidence: Replayed(&["ruversi.cassio"]) },
    Client { name: "XBoard (matches only)", protocol: "XBoard", entry: "/opt/obverse", evidence: Tested("xboard.sh") },
    Client { name: "chess GUIs with the variant `flipello` (through pyffish)", protocol: "UCI", entry: "/opt/obverse uci", evidence: Tested("pyffish_uci.py") },
    Client { name: "cutegames", protocol: "UGI", entry: "/opt/obverse ugi", evidence: Documented },
    Client { name: "GNU Go's `twogtp`", protocol: "GTP", entry: "/opt/obverse", evidence: Replayed(&["gnugo_twogtp.gtp"]) },
    Client { name: "alpha-zero-general", protocol: "GTP", entry: "/opt/obverse", evidence: Replayed(&["alpha_zero_general.gtp"]) },
    Client { name: "match scripts of Egaroucid and neural-reversi", protocol: "GTP", entry: "/opt/obverse", evidence: Replayed(&["egaroucid_battle_script.gtp", "neural_reversi_match_runner.gtp"]) },
    Client { name: "gtp-rhino (as an opponent)", protocol: "GTP", entry: "obverse match", evidence: Tested("rhino.py") },
];

/// The table of clients.
pub(super) fn clients() -> String {
    let rows = CLIENTS.iter().map(|client| {
        let evidence = match client.evidence {
            Tested(_) => "tested",
            Replayed(_) => "replayed",
            Documented => "documented",
        };
        vec![
            client.name.to_string(),
            client.protocol.to_string(),
            match client.entry.starts_with('/') || client.entry.starts_with("obverse") {
                true => code(client.entry),
                false => client.entry.to_string(),
            },
            evidence.to_string(),
        ]
    });
    table(&["program", "protocol", "command", "status"], rows)
}

/// The scripts and transcripts that the table names exist and are run.
#[test]
fn the_evidence_for_each_client_exists() {
    let runner = fs::read_to_string(root().join("tests/it/slow/clients.rs")).expect("it is text");
    for client in CLIENTS {
        match client.evidence {
            Tested(script) => assert!(runner.contains(script), "{script} is not run"),
            Replayed(transcripts) => {
                for transcript in transcripts {
                    let path = root().join("tests/transcripts").join(transcript);
                    assert!(path.exists(), "{transcript}");
                }
            }
            Documented => {}
        }
    }
}
