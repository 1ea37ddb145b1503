//! Compiles the search once more for each level of CPUs above that of the program.
//!
//! Cargo has no way to give one crate flags of its own, so this calls the compiler. What it
//! compiles (`src/cpu/crate_root.rs`) needs no other crate.

#[allow(dead_code, reason = "the program uses the rest of it")]
#[path = "../src/cpu/levels.rs"]
mod table;

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use table::Level;

const ROOT: &str = "src/cpu/crate_root.rs";

/// What is compiled into the code for a level.
const SOURCES: [&str; 6] = [
    "src/board",
    "src/cpu",
    "src/eval",
    "src/score.rs",
    "src/search",
    "src/system/memory.rs",
];

/// Compiles all levels into this folder, at the same time.
pub(crate) fn compile(folder: &Path) -> Result<(), String> {
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
    }
    println!("cargo::rustc-link-search=all={}", folder.display());
    let arch = variable("CARGO_CFG_TARGET_ARCH")?;
    let is_wanted = is_optimised()?;
    let compiled = variable("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let is_compiled = |feature: &&str| compiled.split(',').any(|name| name == *feature);
    let mut compilers = Vec::new();
    for level in table::all() {
        let name = level.name.replace('-', "_");
        println!("cargo::rustc-check-cfg=cfg(has_{name})");
        // A level that the whole program is compiled for needs no copy.
        if is_wanted && level.arch == arch && !level.features.iter().all(is_compiled) {
            println!("cargo::rustc-cfg=has_{name}");
            compilers.push((level.name, start(level, &name, folder)?));
        }
    }
    for (level, compiler) in compilers {
        let output = compiler.wait_with_output();
        let output = output.map_err(|problem| problem.to_string())?;
        if !output.status.success() {
            for line in String::from_utf8_lossy(&output.stderr).lines() {
                println!("cargo::error={line}");
            }
            return Err(format!(
                "the search cannot be compiled for the level {level}"
            ));
        }
    }
    Ok(())
}

/// Without optimisation nothing is gained. Besides, the compiler would then let crates share
/// the code of generic functions, and that for a newer CPU must not run on an older one.
fn is_optimised() -> Result<bool, String> {
    Ok(matches!(variable("OPT_LEVEL")?.as_str(), "2" | "3"))
}

fn start(level: &Level, name: &str, folder: &Path) -> Result<Child, String> {
    let with = table::up_to(level).map(|feature| format!("+{feature}"));
    let without = level.without.iter().map(|feature| format!("-{feature}"));
    let features: Vec<String> = with.chain(without).collect();
    let mut compiler = Command::new(env::var_os("RUSTC").unwrap_or_default());
    // The flags of the user come first, so that those of the level win.
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    compiler.args(flags.split('\x1f').filter(|flag| !flag.is_empty()));
    compiler.args(["--edition=2024", "--crate-type=rlib", "--cap-lints=allow"]);
    compiler.arg(format!("--crate-name=obverse_{name}"));
    compiler.arg(format!("--target={}", variable("TARGET")?));
    compiler.arg("--cfg=per_cpu");
    compiler.args(["-Copt-level=3", "-Ccodegen-units=1", "-Cpanic=unwind"]);
    compiler.arg(format!("-Ctarget-cpu={}", level.target_cpu));
    compiler.arg(format!("-Ctarget-feature={}", features.join(",")));
    // Different versions have different names, because a program may contain both.
    compiler.arg(format!("-Cmetadata={}", variable("CARGO_PKG_VERSION")?));
    if variable("DEBUG")? != "false" {
        compiler.arg("-g");
    }
    compiler.arg("--out-dir").arg(folder).arg(ROOT);
    compiler.stderr(Stdio::piped());
    let started = compiler.spawn();
    started.map_err(|problem| format!("the compiler: {problem}"))
}

fn variable(name: &str) -> Result<String, String> {
    let value: Option<OsString> = env::var_os(name);
    let value = value.and_then(|value| value.into_string().ok());
    value.ok_or_else(|| format!("cargo has not set {name}"))
}
