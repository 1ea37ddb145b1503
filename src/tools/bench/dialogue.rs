//! The latency and throughput that a client sees, measured through pipes with copies of
//! this program.

use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::system;
use crate::tools::ToolError;

/// The hidden section that a subprocess runs as the baseline.
pub(super) const ECHO: &str = "echo";

const STARTS: usize = 10;
const PIPELINED: usize = 1_000_000;
const ROUND_TRIPS: usize = 200;
const BATCHES: usize = 50;

/// A game that ends early, in a wipe-out.
const SHORT_GAME: &str =
    "clear_board\ngogui-play_sequence b e6 w f4 b e3 w f6 b g5 w d6 b e7 w f5 b c5\n";

pub(super) fn run(output: &mut dyn Write) -> Result<(), ToolError> {
    let mut starts = Vec::new();
    for _ in 0..STARTS {
        starts.push(start()?);
    }
    let best = starts
        .iter()
        .map(|&(time, _)| time)
        .min()
        .unwrap_or_default();
    let memory = starts
        .iter()
        .fold(0.0, |most: f64, &(_, memory)| most.max(memory));
    writeln!(
        output,
        "start to first answer {:.2} ms",
        best.as_secs_f64() * 1e3
    )?;
    writeln!(output, "resident memory {memory:.1} MB")?;

    let (time, memory) = pipeline("", "clear_board\nplay black d3\n", PIPELINED / 2, 2)?;
    let rate = PIPELINED as f64 / time.as_secs_f64();
    writeln!(output, "play and clear_board {rate:.0} commands per second")?;
    writeln!(
        output,
        "memory after {PIPELINED} pipelined commands {memory:.1} MB"
    )?;
    let (_, memory) = pipeline(SHORT_GAME, "play black pass\n", PIPELINED, 1)?;
    writeln!(
        output,
        "memory after {PIPELINED} passes after the end {memory:.1} MB"
    )?;

    let (ours, echo) = round_trips()?;
    writeln!(
        output,
        "round trip {:.1} us, echo {:.1} us, ratio {:.2}",
        ours * 1e6,
        echo * 1e6,
        ours / echo
    )?;
    Ok(())
}

/// Echoes its input: the lower bound for the time of a round trip.
pub(super) fn echo(output: &mut dyn Write) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut buffer = [0; 4096];
    loop {
        match input.read(&mut buffer)? {
            0 => return Ok(()),
            count => output.write_all(&buffer[..count])?,
        }
        output.flush()?;
    }
}

/// A copy of this program at the other end of two pipes.
struct Subprocess {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
}

impl Subprocess {
    fn start(args: &[&str]) -> io::Result<Subprocess> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(args)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let missing = || io::Error::other("a pipe is missing");
        Ok(Subprocess {
            child,
            input: input.ok_or_else(missing)?,
            output: output.ok_or_else(missing)?,
        })
    }

    /// Sends a line and reads the reply up to its end.
    fn round_trip(&mut self, line: &[u8], end: &[u8]) -> io::Result<()> {
        self.input.write_all(line)?;
        let mut answer = Vec::new();
        let mut buffer = [0; 4096];
        while !answer.ends_with(end) {
            match self.output.read(&mut buffer)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                count => answer.extend_from_slice(&buffer[..count]),
            }
        }
        Ok(())
    }

    /// Peak memory in MB; 0 if the system does not report it.
    fn memory(&self) -> f64 {
        let bytes = system::peak_memory(&self.child).unwrap_or_default();
        bytes as f64 / f64::from(1 << 20)
    }

    fn end(self) -> io::Result<()> {
        let Subprocess {
            mut child,
            input,
            output,
        } = self;
        drop((input, output));
        child.wait().map(|_| ())
    }
}

fn start() -> io::Result<(Duration, f64)> {
    let start = Instant::now();
    let mut copy = Subprocess::start(&[])?;
    copy.round_trip(b"name\n", b"\n\n")?;
    let time = start.elapsed();
    let memory = copy.memory();
    copy.end()?;
    Ok((time, memory))
}

/// Sends `lines` many times without waiting. Returns the time until all replies, which are
/// empty, have arrived, and the memory then.
fn pipeline(
    before: &str,
    lines: &str,
    times: usize,
    answers: usize,
) -> io::Result<(Duration, f64)> {
    let mut copy = Subprocess::start(&[])?;
    for line in before.lines() {
        copy.round_trip(format!("{line}\n").as_bytes(), b"\n\n")?;
    }
    let chunks = 100;
    let chunk = lines.repeat(times / chunks);
    let start = Instant::now();
    let Subprocess { input, output, .. } = &mut copy;
    thread::scope(|scope| -> io::Result<()> {
        let send = move || (0..chunks).try_for_each(|_| input.write_all(chunk.as_bytes()));
        let sender = thread::Builder::new().spawn_scoped(scope, send)?;
        let mut left = times * answers * "=\n\n".len();
        let mut buffer = vec![0; 64 << 10];
        while left > 0 {
            match output.read(&mut buffer)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                count => left = left.saturating_sub(count),
            }
        }
        sender
            .join()
            .unwrap_or_else(|_| Err(io::Error::other("the sending thread panicked")))
    })?;
    let time = start.elapsed();
    let memory = copy.memory();
    copy.end()?;
    Ok((time, memory))
}

/// The time of a round trip in seconds, for this program and for the echo: the best of many
/// alternating batches.
fn round_trips() -> io::Result<(f64, f64)> {
    let mut ours = Subprocess::start(&[])?;
    let mut echo = Subprocess::start(&["bench", ECHO])?;
    let (mut best_ours, mut best_echo) = (f64::MAX, f64::MAX);
    for _ in 0..BATCHES {
        best_ours = best_ours.min(batch(&mut ours, b"\n\n")?);
        best_echo = best_echo.min(batch(&mut echo, b"\n")?);
    }
    ours.end()?;
    echo.end()?;
    Ok((best_ours, best_echo))
}

fn batch(copy: &mut Subprocess, end: &[u8]) -> io::Result<f64> {
    let start = Instant::now();
    for _ in 0..ROUND_TRIPS {
        copy.round_trip(b"clear_board\n", end)?;
    }
    Ok(start.elapsed().as_secs_f64() / ROUND_TRIPS as f64)
}
