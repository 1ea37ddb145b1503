//! A program together with everything that it starts, since it may be a script.

use std::io;
use std::process::{Child, Command};

use super::current::{self, Group};

/// A running program that Ctrl-C at the terminal does not reach.
pub(crate) struct ProcessTree {
    /// The program itself.
    pub(crate) root: Child,
    group: Group,
}

impl ProcessTree {
    pub(crate) fn start(command: &mut Command) -> io::Result<ProcessTree> {
        current::separate(command);
        let root = command.spawn()?;
        let group = Group::of(&root);
        Ok(ProcessTree { root, group })
    }

    /// Kills the program, which must not have been waited for, and what it has started.
    pub(crate) fn kill(&mut self) {
        self.group.kill(&mut self.root);
    }
}
