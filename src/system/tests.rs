use super::*;

#[test]
fn cpu_time_grows() {
    let Some(before) = cpu_time() else {
        return;
    };
    let mut sum = 0_u64;
    while cpu_time().is_some_and(|now| now <= before) {
        sum = std::hint::black_box(sum + 1);
    }
}

#[test]
fn notices_that_a_reader_is_gone() {
    let (reader, writer) = io::pipe().expect("there are pipes");
    assert!(!current::is_abandoned(&writer));
    drop(reader);
    assert_eq!(
        current::is_abandoned(&writer),
        cfg!(any(unix, windows)),
        "the reader is gone"
    );
}

#[test]
fn other_output_than_pipes_has_readers() {
    let file = std::env::current_exe().and_then(std::fs::File::open);
    assert!(!current::is_abandoned(&file.expect("it exists")));
    let null = if cfg!(windows) { "NUL" } else { "/dev/null" };
    let null = std::fs::OpenOptions::new().write(true).open(null);
    assert!(!current::is_abandoned(&null.expect("it exists")));
}

#[cfg(all(unix, feature = "terminal"))]
#[test]
fn the_environment_determines_the_folder() {
    let folder_of = |set: &[(&str, &str)]| {
        let variable = |name: &str| {
            let found = set.iter().find(|&&(other, _)| other == name);
            found.map(|&(_, value)| OsString::from(value))
        };
        state_folder(variable)
    };
    let home = ("HOME", "/home/me");
    let expected = |path: &str| Some(PathBuf::from(path));
    assert_eq!(folder_of(&[home]), expected("/home/me/.local/state"));
    let state = ("XDG_STATE_HOME", "/state");
    assert_eq!(folder_of(&[home, state]), expected("/state"));
    let relative = ("XDG_STATE_HOME", "state");
    assert_eq!(
        folder_of(&[home, relative]),
        expected("/home/me/.local/state")
    );
    assert_eq!(folder_of(&[relative]), None);
}

#[cfg(feature = "terminal")]
#[test]
fn the_environment_determines_the_folder_for_configurations() {
    let (own, home) = match cfg!(windows) {
        true => (r"C:\config", r"C:\home"),
        false => ("/config", "/home"),
    };
    let variable = |set: &'static str, value: &'static str| {
        config_folder(move |name| (name == set).then(|| value.into()))
    };
    assert_eq!(variable("XDG_CONFIG_HOME", own), Some(PathBuf::from(own)));
    assert_eq!(variable("XDG_CONFIG_HOME", "relative"), None);
    let usual = if cfg!(windows) { "APPDATA" } else { "HOME" };
    let found = variable(usual, home).expect("it is an absolute path");
    assert!(found.starts_with(home), "{found:?}");
    assert_eq!(variable("OTHER", home), None);
}

#[cfg(any(unix, windows))]
#[cfg(feature = "tools")]
mod processes {
    use std::io::Read;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use super::*;

    /// A shell whose child runs for a minute, with the same standard output.
    fn start() -> ProcessTree {
        match cfg!(windows) {
            true => run("cmd", &["/C", "ping -n 60 127.0.0.1 & rem"]),
            false => run("sh", &["-c", "echo x; sleep 60; true"]),
        }
    }

    fn run(shell: &str, args: &[&str]) -> ProcessTree {
        let mut shell = Command::new(shell);
        let shell = shell.args(args).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut tree = ProcessTree::start(shell).expect("there is a shell");
        let output = tree.root.stdout.as_mut().expect("it is a pipe");
        output.read_exact(&mut [0]).expect("the child has started");
        tree
    }

    /// Nobody can write to the output any more when the tree is gone.
    fn check_killed_with(mut tree: ProcessTree) {
        let mut output = tree.root.stdout.take().expect("it is a pipe");
        let start = Instant::now();
        drop(tree);
        output.read_to_end(&mut Vec::new()).expect("it ends");
        assert!(start.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn what_a_program_has_started_is_killed_with_it() {
        check_killed_with(start());
    }

    #[cfg(unix)]
    #[test]
    fn what_a_program_leaves_behind_is_killed() {
        let mut tree = run("sh", &["-c", "sleep 60 & echo x"]);
        tree.root.wait().expect("it is our child");
        check_killed_with(tree);
    }

    /// The shell is alone in its group, if the system has this program.
    #[cfg(unix)]
    #[test]
    fn a_program_that_leaves_its_group_is_killed() {
        let leave = "test -x /usr/bin/setsid && exec setsid sh -c 'echo x; sleep 60; true'";
        check_killed_with(run(
            "sh",
            &["-c", &format!("{leave}; echo x; sleep 60; true")],
        ));
    }

    #[test]
    fn the_memory_of_a_child_is_known() {
        let tree = start();
        let start = Instant::now();
        let mut memory = None;
        // Some systems do not know it at once.
        while memory.is_none() && start.elapsed() < Duration::from_secs(10) {
            memory = peak_memory(&tree.root);
            std::thread::sleep(Duration::from_millis(1));
        }
        drop(tree);
        let memory = memory.expect("the system reports it");
        assert!((10_000..1_000_000_000).contains(&memory), "{memory}");
    }
}
