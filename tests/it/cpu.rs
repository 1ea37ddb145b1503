//! The check of the CPU: a build for a newer CPU refuses to run on an older one, which is
//! emulated here.

use std::process::{Command, Output};

use obverse::cpu;

use crate::support::outside;
use crate::support::program::stdout_of;

const EMULATOR: &str = "qemu-x86_64, a CPU of 2008";

/// Runs the program on a CPU of 2008.
fn on_an_old_cpu(args: &[&str]) -> Option<Output> {
    let output = Command::new("qemu-x86_64")
        .args(["-cpu", "Nehalem", env!("CARGO_BIN_EXE_obverse")])
        .args(args)
        .output();
    match output {
        Ok(output) => {
            outside::ran(EMULATOR);
            Some(output)
        }
        Err(_) => {
            outside::skip(EMULATOR, "qemu-x86_64 is not installed");
            None
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn an_old_cpu_is_refused_with_the_missing_features() {
    let Some(output) = on_an_old_cpu(&["--version"]) else {
        return;
    };
    let problem = String::from_utf8_lossy(&output.stderr);
    let version = stdout_of(&["--version"], b"");
    if version.split_whitespace().any(|word| word == "avx") {
        assert_eq!(output.status.code(), Some(4), "{problem}");
        assert!(
            problem.starts_with("obverse: this CPU: expected "),
            "{problem}"
        );
        assert!(
            problem.contains("avx") && problem.lines().count() == 1,
            "{problem}"
        );
        assert!(output.stdout.is_empty());
    } else {
        assert!(output.status.success(), "{problem}");
        assert!(output.stdout.starts_with(b"obverse "));
    }
}

#[test]
fn this_cpu_passes_the_check() {
    assert_eq!(cpu::check(), Ok(()));
}
