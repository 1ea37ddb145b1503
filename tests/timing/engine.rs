//! Runs the program like a client.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub(crate) struct Engine {
    pub(crate) child: Child,
    pub(crate) input: ChildStdin,
    /// `None` once the client has stopped reading.
    pub(crate) output: Option<BufReader<ChildStdout>>,
}

impl Engine {
    pub(crate) fn start(args: &[&str]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_obverse"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("a pipe");
        let output = child.stdout.take().map(BufReader::new);
        Engine {
            child,
            input,
            output,
        }
    }

    /// An engine whose searches do not end by themselves.
    pub(crate) fn thinker() -> Engine {
        Engine::start(&["--algorithm", "negamax", "--depth", "60"])
    }

    /// An engine whose searches with this algorithm take longer than any test. (Algorithms
    /// that search only one ply still answer at once.)
    pub(crate) fn endless(algorithm: &str) -> Engine {
        Engine::start(&[
            "--algorithm",
            algorithm,
            "--depth",
            "60",
            "--playouts",
            "100000000",
            "--switch_at_empties",
            "60",
        ])
    }

    pub(crate) fn send(&mut self, text: &str) {
        self.input
            .write_all(text.as_bytes())
            .expect("the engine reads");
    }

    /// The next line.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        let output = self.output.as_mut().expect("the client still reads");
        let count = output.read_line(&mut line).expect("the engine writes text");
        assert!(count > 0, "the engine has ended");
        line.trim_end().to_string()
    }

    /// The next reply, without the empty line at its end.
    pub(crate) fn reply(&mut self) -> String {
        let mut reply = String::new();
        while !reply.ends_with("\n\n") {
            let output = self.output.as_mut().expect("the client still reads");
            let count = output
                .read_line(&mut reply)
                .expect("the engine writes text");
            assert!(count > 0, "the engine ended after {reply:?}");
        }
        reply.trim_end().to_string()
    }

    pub(crate) fn ask(&mut self, command: &str) -> String {
        self.send(&format!("{command}\n"));
        self.reply()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
