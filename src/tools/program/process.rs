//! A program, connected through pipes.
//!
//! A separate thread reads its output, so that waiting for it can time out. Its standard
//! error is discarded, because a pipe that nobody reads would block it sooner or later.

use std::io::{self, Read, Write};
use std::process::{ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::spec::Program;
use crate::system::ProcessTree;

/// How many bytes are read at once.
const CHUNK: usize = 1 << 13;

/// How many chunks can be queued before the program blocks.
const QUEUE_CAPACITY: usize = 256;

/// A running program. When this is dropped, it is killed together with everything that it has
/// started, and so is that if the program itself has ended.
pub(crate) struct Process {
    tree: ProcessTree,
    /// `None` after the end of the input.
    stdin: Option<ChildStdin>,
    output: Receiver<Vec<u8>>,
}

impl Process {
    /// Starts the program.
    pub(crate) fn start(program: &Program) -> io::Result<Process> {
        let mut tree = ProcessTree::start(&mut command(program))?;
        let stdin = tree.root.stdin.take();
        let stdout = tree.root.stdout.take().expect("it is a pipe");
        let (sender, output) = mpsc::sync_channel(QUEUE_CAPACITY);
        let process = Process {
            tree,
            stdin,
            output,
        };
        let reader = thread::Builder::new().name("reader".into());
        reader.spawn(move || forward(stdout, &sender))?;
        Ok(process)
    }

    /// Writes to the program's standard input.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.stdin {
            Some(stdin) => stdin.write_all(bytes),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Ends the program's standard input.
    pub(crate) fn close_input(&mut self) {
        self.stdin = None;
    }

    /// The next bytes of its standard output. It is disconnected at the end of the output.
    pub(crate) fn read(&mut self, wait: Duration) -> Result<Vec<u8>, RecvTimeoutError> {
        self.output.recv_timeout(wait)
    }

    /// Waits until the program exits; `None` if it does not within this time.
    pub(crate) fn exit_status(&mut self, wait: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        loop {
            match self.tree.root.try_wait() {
                Ok(None) if start.elapsed() < wait => thread::sleep(Duration::from_millis(1)),
                Ok(None) | Err(_) => return None,
                Ok(status) => return status,
            }
        }
    }
}

fn command(program: &Program) -> Command {
    let mut command = Command::new(&program.words[0]);
    command
        .args(&program.words[1..])
        .envs(program.env.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    if let Some(dir) = &program.dir {
        command.current_dir(dir);
    }
    command
}

/// Forwards the output until the receiver is dropped.
fn forward(mut stdout: ChildStdout, output: &SyncSender<Vec<u8>>) {
    let mut chunk = [0; CHUNK];
    loop {
        match stdout.read(&mut chunk) {
            Ok(0) => return,
            Ok(count) if output.send(chunk[..count].to_vec()).is_err() => return,
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}
