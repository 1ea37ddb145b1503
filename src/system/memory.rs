//! How much memory there is.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The memory of this machine, or what a container leaves of it, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Memory {
    /// All of it.
    pub(crate) total: u64,
    /// What programs can still get.
    pub(crate) available: u64,
}

impl Memory {
    /// The memory at this moment; `None` if the system does not say.
    pub(crate) fn now() -> Option<Memory> {
        Memory::told_by(Path::new("/"))
    }

    /// How many bytes one search may use: three quarters of what is available, since the
    /// rest of the program needs some, and other programs do, too. Untouched tables of other
    /// searches still count as available.
    pub(crate) fn for_a_search() -> u64 {
        Memory::now().map_or(u64::MAX, |memory| memory.available / 4 * 3)
    }

    /// What Linux's files below this root directory say.
    fn told_by(root: &Path) -> Option<Memory> {
        let machine = fs::read_to_string(root.join("proc/meminfo")).ok()?;
        let kilobytes = |name| number_after(&machine, name);
        let machine = Memory {
            total: kilobytes("MemTotal:")? << 10,
            available: kilobytes("MemAvailable:")? << 10,
        };
        let groups = fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
        let groups = groups.lines().filter_map(|line| Group::named(root, line));
        Some(groups.fold(machine, |memory, group| group.limit(memory)))
    }
}

/// Fails unless this many bytes can be allocated now. The small allocations of a new thread
/// are not checked, and one that failed would end the process.
pub(crate) fn require(bytes: usize) -> io::Result<()> {
    let mut memory = Vec::<u8>::new();
    let tried = memory.try_reserve_exact(bytes);
    tried.map_err(|_| io::Error::new(io::ErrorKind::OutOfMemory, "not enough memory"))
}

/// What a thread may need: its stack, and what it allocates apart from large tables.
pub(crate) const BYTES_PER_THREAD: usize = 4 << 20;

/// A control group, which may limit the memory of its processes.
struct Group {
    /// The directories of the group and of all that contain it. In a container the path may
    /// be that of the host, and only the last one exists: the group of the container.
    directories: Vec<PathBuf>,
    /// The names of the files that tell the limit and the usage, and of the number in
    /// `memory.stat` that tells how much of it are file pages that can be dropped.
    files: [&'static str; 3],
}

impl Group {
    /// The group that a line of `/proc/self/cgroup` names, if it can limit memory.
    fn named(root: &Path, line: &str) -> Option<Group> {
        let mut fields = line.splitn(3, ':').skip(1);
        let (controllers, path) = (fields.next()?, fields.next()?);
        let (mount, files) = if controllers.is_empty() {
            let files = ["memory.max", "memory.current", "inactive_file"];
            (root.join("sys/fs/cgroup"), files)
        } else if controllers.split(',').any(|name| name == "memory") {
            let files = [
                "memory.limit_in_bytes",
                "memory.usage_in_bytes",
                "total_inactive_file",
            ];
            (root.join("sys/fs/cgroup/memory"), files)
        } else {
            return None;
        };
        let path = Path::new(path.trim_start_matches('/'));
        let directories = path.ancestors().map(|part| mount.join(part)).collect();
        Some(Group { directories, files })
    }

    /// What the limits leave of this memory.
    fn limit(&self, memory: Memory) -> Memory {
        self.directories.iter().fold(memory, |memory, directory| {
            let limits = self.limits_of(directory);
            limits.map_or(memory, |limits| Memory {
                total: memory.total.min(limits.total),
                available: memory.available.min(limits.available),
            })
        })
    }

    fn limits_of(&self, directory: &Path) -> Option<Memory> {
        let read = |name| fs::read_to_string(directory.join(name)).ok();
        let [limit, usage, droppable] = self.files;
        // Without a limit it is "max", or more than any machine has.
        let total = read(limit)?.trim().parse().ok()?;
        let used: u64 = read(usage)?.trim().parse().ok()?;
        let statistics = read("memory.stat").unwrap_or_default();
        let droppable = number_after(&statistics, droppable).unwrap_or(0);
        Some(Memory {
            total,
            available: total.saturating_sub(used.saturating_sub(droppable)),
        })
    }
}

/// The number in the line that begins with this word.
fn number_after(text: &str, word: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        (words.next() == Some(word)).then(|| words.next())
    });
    line??.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MACHINE: &str = "MemTotal: 16000 kB\nMemFree: 1000 kB\nMemAvailable:    8000 kB\n";

    /// What files with these paths and contents tell.
    fn told(name: &str, files: &[(&str, &str)]) -> Option<Memory> {
        let root = std::env::temp_dir().join(format!("obverse-{}-{name}", std::process::id()));
        for (path, content) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a directory")).expect("a new directory");
            fs::write(path, content).expect("a new file");
        }
        let told = Memory::told_by(&root);
        let _ = fs::remove_dir_all(&root);
        told
    }

    fn memory(total: u64, available: u64) -> Option<Memory> {
        let (total, available) = (total << 10, available << 10);
        Some(Memory { total, available })
    }

    #[test]
    fn a_system_without_these_files_tells_nothing() {
        assert_eq!(told("none", &[]), None);
        assert_eq!(told("empty", &[("proc/meminfo", "")]), None);
    }

    #[test]
    fn a_machine_without_groups_has_all_its_memory() {
        let machine = told("machine", &[("proc/meminfo", MACHINE)]);
        assert_eq!(machine, memory(16_000, 8_000));
    }

    #[test]
    fn groups_limit_the_memory_of_their_parts() {
        let groups = told(
            "v2",
            &[
                ("proc/meminfo", MACHINE),
                ("proc/self/cgroup", "0::/a/b\n"),
                ("sys/fs/cgroup/a/memory.max", "4096000\n"),
                ("sys/fs/cgroup/a/memory.current", "1024000\n"),
                (
                    "sys/fs/cgroup/a/memory.stat",
                    "anon 5\ninactive_file 512000\n",
                ),
                ("sys/fs/cgroup/a/b/memory.max", "max\n"),
                ("sys/fs/cgroup/a/b/memory.current", "1024000\n"),
            ],
        );
        assert_eq!(groups, memory(4_000, 3_500));
    }

    /// In a container the group's path on the host does not exist.
    #[test]
    fn a_container_is_limited_by_the_group_that_it_sees() {
        let container = told(
            "v1",
            &[
                ("proc/meminfo", MACHINE),
                ("proc/self/cgroup", "5:cpu,cpuacct:/x\n4:memory:/x/y\n"),
                ("sys/fs/cgroup/memory/memory.limit_in_bytes", "2048000\n"),
                ("sys/fs/cgroup/memory/memory.usage_in_bytes", "3072000\n"),
            ],
        );
        assert_eq!(container, memory(2_000, 0));
    }
}
