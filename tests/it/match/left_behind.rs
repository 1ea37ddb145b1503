//! Engines are not left behind, nor what they have started, however `match` or `check` ends.
#![cfg(unix)]

use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use super::*;
use crate::support::program::obverse;

/// How long to wait. What is left behind would run five times as long.
const PATIENCE: Duration = Duration::from_secs(60);

/// An engine with a file that is open in each of its processes.
struct Engine {
    folder: TempFolder,
    /// A pipe, which is also open here.
    pipe: fs::File,
}

impl Engine {
    /// An engine that is a shell script.
    fn new(name: &str, script: &str) -> Engine {
        let folder = TempFolder::new(&format!("left-{name}"));
        let pipe = folder.create_pipe("pipe");
        let text = format!(
            "#!/bin/sh\nexec 9<>'{pipe}'\n: >'{}'\n{script}\n",
            folder.path("on")
        );
        let engine = folder.path("engine");
        fs::write(&engine, text).expect("it can be written");
        fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).expect("it is ours");
        let pipe = fs::File::options().read(true).write(true).open(pipe);
        let pipe = pipe.expect("it does not wait for its other end");
        Engine { folder, pipe }
    }

    /// A program that is a shell script and answers like Obverse.
    fn sound(name: &str, before: &str) -> Engine {
        Engine::new(
            name,
            &format!("{before}\nexec '{}' gtp --level 0", program::path()),
        )
    }

    /// An engine that gets stuck when it should find a move, or at once.
    fn stuck(name: &str) -> Engine {
        Engine::new(name, "exec sleep 300")
    }

    fn spec(&self) -> String {
        format!("name=engine cmd=\"'{}'\"", self.folder.path("engine"))
    }

    /// Starts a tool, and waits until the engine runs.
    fn start(&self, tool: &str) -> Child {
        let spec = self.spec();
        let args = match tool {
            "match" => vec!["match", "--engine", RANDOM, "--engine", &spec],
            _ => vec![tool, "--timeout", "250", "--engine", &spec],
        };
        let mut command = obverse(&args);
        let command = command.stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().expect("the program starts");
        while !self.folder.0.join("on").exists() {
            std::thread::sleep(Duration::from_millis(5));
        }
        child
    }

    /// The pipe ends when no process has it open any more.
    #[track_caller]
    fn check_gone(self) {
        let mut pipe = fs::File::open(self.folder.path("pipe")).expect("it is there");
        drop(self.pipe);
        let (sender, end) = mpsc::channel();
        std::thread::spawn(move || sender.send(pipe.read_to_end(&mut Vec::new())));
        let end = end.recv_timeout(PATIENCE);
        end.expect("a process was left behind").expect("it ends");
    }
}

fn signal(child: &Child, name: &str) {
    let kill = Command::new("kill")
        .args([name, &child.id().to_string()])
        .status();
    assert!(kill.expect("kill is installed").success());
}

#[test]
fn what_an_engine_has_started_ends_with_it() {
    let engine = Engine::sound("match", "sleep 300 &");
    let output = play(&[RANDOM, &engine.spec()], &["--games", "2"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    engine.check_gone();

    let engine = Engine::sound("check", "sleep 300 &");
    let spec = engine.spec();
    let output = run(&["check", "--engine", &spec, "--only", "quit"], b"");
    assert!(output.status.success(), "{}", text(&output.stderr));
    engine.check_gone();
}

#[test]
fn an_engine_that_is_stuck_ends_with_the_tool() {
    for tool in ["match", "check"] {
        for name in ["-TERM", "-KILL"] {
            let engine = Engine::stuck(&format!("{tool}{name}"));
            let mut child = engine.start(tool);
            signal(&child, name);
            let status = child.wait().expect("it is our child");
            assert!(!status.success());
            engine.check_gone();
        }
    }
}

/// The second one ends the program at once, before it has ended the engine.
#[test]
fn a_second_ctrl_c_ends_the_engine_too() {
    for tool in ["match", "check"] {
        for pause in [0, 1, 10, 20] {
            let engine = Engine::stuck(&format!("{tool}-twice-{pause}"));
            let mut child = engine.start(tool);
            signal(&child, "-INT");
            std::thread::sleep(Duration::from_millis(pause));
            signal(&child, "-INT");
            assert!(!child.wait().expect("it is our child").success());
            engine.check_gone();
        }
    }
}
