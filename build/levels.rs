//! Compiles the search once more for each CPU level above that of the program.
//!
//! Cargo has no way to give one crate flags of its own, so this calls the compiler. What it
//! compiles (`src/cpu/crate_root.rs`) needs no other crate.
//!
//! The program links the result like code of another language, by one symbol for each
//! level. If it were a crate that ours depends on, the compiler would take the instances of
//! generic functions in it, such as `Vec<u64>::grow_one`, for code of ours: functions for a
//! newer CPU, called on an older one.

#[path = "../src/cpu/levels.rs"]
mod table;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::{env, thread};

use table::Level;

const ROOT: &str = "src/cpu/crate_root.rs";

/// Compiles all levels into this folder, and writes the declarations that the program
/// includes.
pub(crate) fn compile(folder: &Path) -> Result<(), String> {
    println!("cargo::rerun-if-env-changed=OBVERSE_LEVELS");
    let levels = match is_wanted()? {
        true => levels()?,
        false => Vec::new(),
    };
    // Several versions of this crate may be linked into one program.
    let unit = folder.parent().and_then(Path::file_name);
    let unit = unit.unwrap_or_default().to_string_lossy().replace('-', "_");
    let jobs = variable("NUM_JOBS")?.parse().unwrap_or(1);
    let unit = unit.as_str();
    let mut compiled = Vec::new();
    for some in levels.chunks(jobs) {
        let results = thread::scope(|scope| {
            let compile = |level| scope.spawn(move || compile_one(level, unit, folder));
            let threads: Vec<_> = some.iter().copied().map(compile).collect();
            let results = threads.into_iter().map(|thread| {
                let result = thread.join();
                result.unwrap_or_else(|_| Err("a thread has failed".into()))
            });
            // Each waits for its compiler, which would otherwise go on writing.
            results.collect::<Vec<_>>()
        });
        let results = results.into_iter().collect::<Result<Vec<_>, String>>()?;
        compiled.extend(results.into_iter().flatten());
    }
    if !compiled.is_empty() {
        println!("cargo::rustc-link-search=native={}", folder.display());
    }
    // Not in the order in which the compilers end, so that the same source always gives the
    // same program.
    for level in &compiled {
        let library = library(level, unit);
        println!("cargo::rustc-link-lib=static:+verbatim={library}");
    }
    write(&folder.join("codes.rs"), declarations(&compiled, unit))
}

/// Without optimisation nothing is gained.
fn is_wanted() -> Result<bool, String> {
    let is_optimised = matches!(variable("OPT_LEVEL")?.as_str(), "2" | "3");
    match env::var("OBVERSE_LEVELS").as_deref() {
        Ok("none") => Ok(false),
        Ok("") | Err(_) => Ok(is_optimised),
        Ok(other) => Err(format!("OBVERSE_LEVELS: expected none, got {other}")),
    }
}

/// The levels that need code of their own.
fn levels() -> Result<Vec<&'static Level>, String> {
    let arch = variable("CARGO_CFG_TARGET_ARCH")?;
    let compiled = variable("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let is_compiled = |feature| compiled.split(',').any(|name| name == feature);
    // Above the level that the whole program is compiled for.
    let is_above = |level: &&Level| !table::up_to(level).all(is_compiled);
    Ok(table::of(&arch).filter(is_above).collect())
}

/// Cargo compiles the standard library itself with `-Zbuild-std`, and does not tell where.
const NO_STANDARD_LIBRARY: &str = "error[E0463]: can't find crate for `std`";

/// `None`, with a warning, if the compiler has no standard library for the target.
fn compile_one(
    level: &'static Level,
    unit: &str,
    folder: &Path,
) -> Result<Option<&'static Level>, String> {
    let name = crate_name(level);
    let object = folder.join(format!("{name}.o"));
    let sources = folder.join(format!("{name}.d"));
    let output = run_compiler(level, unit, &object, &sources)?;
    if !output.status.success() {
        let complaints = String::from_utf8_lossy(&output.stderr);
        if complaints.contains(NO_STANDARD_LIBRARY) {
            println!(
                "cargo::warning=the program has no code for the CPU level {}, because the \
                 compiler has no standard library for the target",
                level.name
            );
            return Ok(None);
        }
        for line in complaints.lines() {
            println!("cargo::error={line}");
        }
        return Err(format!(
            "the search cannot be compiled for the CPU level {}; with OBVERSE_LEVELS=none \
             the program has no code for such levels",
            level.name
        ));
    }
    for source in sources_in(&read(&sources)?) {
        println!("cargo::rerun-if-changed={source}");
    }
    let object = fs::read(&object).map_err(|problem| problem.to_string())?;
    let archive = archive(level.name, &symbol(level, unit), &object);
    write(&folder.join(library(level, unit)), archive)?;
    Ok(Some(level))
}

fn run_compiler(
    level: &Level,
    unit: &str,
    object: &Path,
    sources: &Path,
) -> Result<Output, String> {
    let mut compiler = Command::new(env::var_os("RUSTC").unwrap_or_default());
    if variable("DEBUG")? != "false" {
        // Enough for profilers.
        compiler.arg("-Cdebuginfo=1");
    }
    // The flags of the user come before those of the level, so that the latter win.
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    compiler.args(flags.split('\x1f').filter(|flag| !flag.is_empty()));
    compiler.args(["--edition=2024", "--crate-type=rlib", "--cap-lints=allow"]);
    compiler.arg(format!("--crate-name={}", crate_name(level)));
    compiler.arg(format!("--target={}", variable("TARGET")?));
    compiler.arg("--cfg=per_cpu");
    compiler.args(["-Copt-level=3", "-Ccodegen-units=1", "-Cpanic=unwind"]);
    compiler.arg(format!("-Ctarget-cpu={}", level.target_cpu));
    compiler.arg(format!("-Ctarget-feature={}", level.target_features()));
    compiler.arg(format!("-Cmetadata={unit}"));
    compiler.env("OBVERSE_LEVEL", level.name);
    compiler.env("OBVERSE_SYMBOL", symbol(level, unit));
    compiler.arg(format!("--emit=obj={}", object.display()));
    compiler.arg(format!("--emit=dep-info={}", sources.display()));
    compiler.arg(ROOT).stdout(Stdio::null());
    let output = compiler.output();
    output.map_err(|problem| format!("the compiler: {problem}"))
}

fn crate_name(level: &Level) -> String {
    format!("obverse_{}", level.name.replace('-', "_"))
}

fn library(level: &Level, unit: &str) -> String {
    format!("lib{unit}_{}.a", crate_name(level))
}

fn symbol(level: &Level, unit: &str) -> String {
    format!("{unit}_{}", crate_name(level))
}

/// The declaration of the code for each level, and the list of all.
fn declarations(levels: &[&Level], unit: &str) -> String {
    let name = |level: &Level| crate_name(level).to_uppercase();
    let mut statics = String::new();
    let mut list = String::new();
    for level in levels {
        let symbol = symbol(level, unit);
        let name = name(level);
        statics += &format!("    #[link_name = {symbol:?}]\n    safe static {name}: Code;\n");
        list += &format!("&{name}, ");
    }
    format!("unsafe extern \"Rust\" {{\n{statics}}}\n\nstatic CODES: &[&Code] = &[{list}];\n")
}

/// The source files that the compiler has listed: each has a line of its own.
fn sources_in(dependencies: &str) -> impl Iterator<Item = String> {
    let lines = dependencies.lines();
    let files = lines.filter_map(|line| line.strip_suffix(':'));
    files.map(|file| file.replace("\\ ", " "))
}

/// A static library of one object. rustc copies the object into our own library and needs no
/// index of symbols, but some linkers do, for the unit tests.
fn archive(name: &str, symbol: &str, object: &[u8]) -> Vec<u8> {
    const MAGIC: &[u8] = b"!<arch>\n";
    let member = |name: &str, content: &[u8]| {
        assert!(name.len() <= 16, "longer names are stored elsewhere");
        let size = content.len();
        let header = format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{size:<10}`\n", 0, 0, 0, 644);
        let padding: &[u8] = if size.is_multiple_of(2) { b"" } else { b"\n" };
        [header.as_bytes(), content, padding].concat()
    };
    // How many symbols there are, where the object of each begins, and their names.
    let index = |start: usize| {
        let start = u32::try_from(start).expect("the index is small");
        let numbers = [1u32, start].map(u32::to_be_bytes).concat();
        member("/", &[&numbers, symbol.as_bytes(), b"\0"].concat())
    };
    let start = MAGIC.len() + index(0).len();
    [MAGIC, &index(start), &member(&format!("{name}.o/"), object)].concat()
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|problem| format!("{}: {problem}", file.display()))
}

fn write(file: &Path, content: impl AsRef<[u8]>) -> Result<(), String> {
    fs::write(file, content).map_err(|problem| format!("{}: {problem}", file.display()))
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|problem| format!("{name}: {problem}"))
}
