//! A program together with everything that it starts, since it may be a script.

use std::io;
use std::process::{Child, Command};

use super::current::Group;

/// A running program that Ctrl-C at the terminal does not reach. When this is dropped, the
/// program and what it has started are killed, even if the program itself has ended. Where the
/// system allows it, so they are when this process ends in any way.
pub(crate) struct ProcessTree {
    /// The program itself.
    pub(crate) root: Child,
    group: Group,
}

impl ProcessTree {
    pub(crate) fn start(command: &mut Command) -> io::Result<ProcessTree> {
        let (root, group) = Group::start(command)?;
        Ok(ProcessTree { root, group })
    }
}

impl Drop for ProcessTree {
    fn drop(&mut self) {
        self.group.kill(&mut self.root);
        let _ = self.root.wait();
    }
}
