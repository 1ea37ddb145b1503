//! Machines with little memory.

use std::fs;
use std::process::{Command, Output};

use crate::support::program::{self, output_of, text};

/// Runs the program in an address space of this many kilobytes.
fn run_within(kilobytes: u64, args: &[&str], input: &str) -> Output {
    let mut command = Command::new("sh");
    command
        .args(["-c", "ulimit -v $0 && exec \"$@\"", &kilobytes.to_string()])
        .arg(program::path())
        .args(args)
        .env_remove("RUST_LOG");
    output_of(command, input.as_bytes())
}

/// The program is mapped into its address space as a whole.
fn kilobytes_of_program() -> u64 {
    let file = fs::metadata(program::path());
    file.expect("the program is built").len() >> 10
}

/// A tree for this many games takes 64 MB.
#[test]
fn a_tree_that_memory_limits_still_gives_a_move() {
    let args = ["--algorithm", "mcts", "--playouts", "800000"];
    let output = run_within(
        kilobytes_of_program() + (48 << 10),
        &args,
        "genmove b\nname\n",
    );
    let replies = text(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(replies.ends_with("\n\n= Obverse\n\n"), "{replies}");
    assert!(replies.starts_with("= "), "{replies}");
}

#[test]
fn searches_without_memory_cost_only_a_reply() {
    let mut failed = 0;
    for (algorithm, flags) in [
        ("engine", ["--hash_mb", "16", "--threads", "4"]),
        ("mcts", ["--playouts", "20000", "--seed", "1"]),
    ] {
        let args = [&["--algorithm", algorithm, "--level", "4"][..], &flags].concat();
        for megabytes in 4..16 {
            let kilobytes = kilobytes_of_program() + (megabytes << 10);
            let output = run_within(
                kilobytes,
                &args,
                "genmove b\nname\nclear_board\ngenmove b\n",
            );
            let replies: Vec<&str> = text(&output.stdout).split_terminator("\n\n").collect();
            if replies.is_empty() {
                // There was too little to start.
                assert!(!output.status.success(), "{megabytes}: {output:?}");
                continue;
            }
            assert!(output.status.success(), "{megabytes}: {output:?}");
            assert_eq!(replies.len(), 4, "{megabytes}: {output:?}");
            assert_eq!(replies[1..3], ["= Obverse", "="], "{megabytes}");
            for reply in [replies[0], replies[3]] {
                match reply {
                    "? search failed" => failed += 1,
                    _ => assert!(reply.starts_with("= "), "{megabytes}: {reply}"),
                }
            }
        }
    }
    assert!(failed > 0, "memory never ran out");
}
