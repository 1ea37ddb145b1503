//! The `obverse` program: runs the dialogue or the tool that the command line asks for.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use obverse::command_line::{self, CommandLine, GlobalFlags, Invocation, Launch, help};
use obverse::eval::pattern::{self, Net};
#[cfg(feature = "terminal")]
use obverse::protocol::terminal;
use obverse::protocol::{Driver, LogFile, edax};
#[cfg(feature = "terminal")]
use obverse::session::options::{self, Options};
use obverse::tools::{self, ToolError};
use obverse::{cpu, system, text, version};
use rand::TryRng;
use rand::rngs::SysRng;

const FAILED: u8 = 1;
const BAD_COMMAND_LINE: u8 = 2;
const STOPPED_EARLY: u8 = 3;
const UNSUPPORTED_CPU: u8 = 4;

fn main() -> ExitCode {
    match cpu::check() {
        Ok(()) => run(),
        Err(missing) => fail(
            UNSUPPORTED_CPU,
            &format!(
                "this CPU: expected {missing}, which this build needs; docs/building.md explains how to build for other CPUs"
            ),
        ),
    }
}

/// Not inlined into `main`, which must run on a CPU that lacks the features that this uses.
#[inline(never)]
fn run() -> ExitCode {
    system::survive_large_files();
    // A short seed is easier to retype.
    let seed = SysRng.try_next_u32().unwrap_or(0);
    let usual = usual_file();
    match command_line::parse_at(usual.as_deref(), std::env::args_os(), seed.into()) {
        Ok(command_line) => finish(perform(command_line)),
        Err(error) => fail(BAD_COMMAND_LINE, &error.to_string()),
    }
}

/// The configuration file that is read without being named: only at a terminal, so that
/// scripts and GUIs get the same options everywhere.
#[cfg(feature = "terminal")]
fn usual_file() -> Option<PathBuf> {
    terminal::is_here().then(command_line::usual_file).flatten()
}

#[cfg(not(feature = "terminal"))]
fn usual_file() -> Option<PathBuf> {
    None
}

fn perform(command_line: CommandLine) -> Result<(), ToolError> {
    let global = command_line.global;
    match command_line.invocation {
        Invocation::Help(length) => say(&help::program(length))?,
        Invocation::ToolHelp(tool, length) => say(&help::tool(tool, length))?,
        Invocation::Version => {
            prepare(global)?;
            say(&version::describe())?;
        }
        Invocation::Speak(launch) => {
            prepare(global)?;
            speak(&launch)?;
        }
        Invocation::Tool(tool, words) => {
            prepare(global)?;
            start_log(None)?;
            tool.run(&words, &mut io::stdout().lock())?;
        }
    }
    Ok(())
}

/// Chooses the code for the CPU and the weights.
fn prepare(global: GlobalFlags) -> Result<(), ToolError> {
    let wrong = |problem: String| ToolError::Value(problem);
    match global.cpu {
        Some(level) => cpu::demand(level).map_err(|problem| wrong(format!("--cpu: {problem}"))),
        None => cpu::check_variable().map_err(|problem| wrong(problem.to_string())),
    }?;
    if let Some(file) = global.weights {
        let net = Net::open(&file);
        let net = net.map_err(|problem| wrong(format!("{}: {problem}", file.display())))?;
        pattern::use_net(net);
    }
    Ok(())
}

fn finish(result: Result<(), ToolError>) -> ExitCode {
    let Err(error) = result else {
        return ExitCode::SUCCESS;
    };
    let status = match &error {
        // Many clients close the pipe when they end.
        ToolError::Io(error) if system::is_broken_pipe(error) => return ExitCode::SUCCESS,
        ToolError::Io(_) | ToolError::Failed(_) => FAILED,
        ToolError::Usage(_) | ToolError::Value(_) => BAD_COMMAND_LINE,
        ToolError::StoppedEarly(_) => STOPPED_EARLY,
        ToolError::Interrupted => tools::INTERRUPTED,
    };
    fail(status, &error.to_string())
}

fn speak(launch: &Launch) -> io::Result<()> {
    start_log(launch.log_file.as_deref())?;
    log::info!("CPU level {}", cpu::level());
    if let Some(file) = &launch.config {
        log::info!("options from {}", file.display());
    }
    for remark in &launch.remarks {
        log::warn!("{remark}");
    }
    let options = launch.options.clone();
    #[cfg(feature = "terminal")]
    if launch.protocol.is_none() && launch.console.is_none() && terminal::is_here() {
        let driver = Driver::new(
            for_person(options, &launch.chosen),
            system::is_stdout_abandoned,
        );
        return terminal::talk(driver);
    }
    let driver = Driver::new(options, system::is_stdout_abandoned);
    if let Some(settings) = &launch.console {
        return edax::talk(driver, settings.clone(), io::stdin(), io::stdout().lock());
    }
    driver.run(launch.protocol, io::stdin(), io::stdout().lock())
}

/// The options with the defaults of the terminal, except those that the command line has
/// set. As everywhere, a default level gives way to a limit.
#[cfg(feature = "terminal")]
fn for_person(mut options: Options, chosen: &[&options::Row]) -> Options {
    let strength = options.strength;
    for (row, value) in terminal::DEFAULTS {
        if !chosen.contains(row) {
            let is_set = row.set(&mut options, value);
            debug_assert!(is_set.is_ok(), "{row:?} {value}");
        }
    }
    options.strength = strength;
    options
}

fn say(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

fn fail(code: u8, problem: &str) -> ExitCode {
    // Nobody may read it.
    let _ = text::complain(problem);
    ExitCode::from(code)
}

/// Starts the log, which is empty unless `RUST_LOG` or a log file is given. Each entry
/// starts with the seconds since the start and the process ID, since a GUI may start
/// several copies that log to the same file.
fn start_log(file: Option<&Path>) -> io::Result<()> {
    let (start, process) = (Instant::now(), std::process::id());
    let mut builder = env_logger::Builder::from_default_env();
    if let Some(path) = file {
        let file = LogFile::open(path)?;
        builder.target(env_logger::Target::Pipe(Box::new(file)));
        builder.filter_module("obverse", log::LevelFilter::Debug);
    }
    builder.format(move |buffer, record| {
        writeln!(
            buffer,
            "{:9.3} [{process}] {}",
            start.elapsed().as_secs_f64(),
            text::plain(&record.args().to_string())
        )
    });
    builder.init();
    Ok(())
}
