//! The CPU levels that the search is compiled for. The build script reads this table, too.

/// CPUs that have the same features.
#[derive(Debug)]
pub(crate) struct Level {
    /// The architecture, as in [`std::env::consts::ARCH`].
    pub(crate) arch: &'static str,
    /// The name that users type.
    pub(crate) name: &'static str,
    /// The name that the compiler gives to such CPUs.
    pub(crate) target_cpu: &'static str,
    /// Features of these CPUs that the level does not need, and other CPUs of it lack.
    pub(crate) without: &'static [&'static str],
    /// The features that the level before does not have. A level has those of all levels of
    /// its architecture that stand before it.
    pub(crate) features: &'static [&'static str],
}

/// All levels but the one that each architecture starts from, from low to high.
static LEVELS: &[Level] = &[
    Level {
        arch: "x86_64",
        name: "v2",
        target_cpu: "x86-64-v2",
        without: &[],
        features: &["sse3", "ssse3", "sse4.1", "sse4.2", "popcnt"],
    },
    // Without BMI2: on some of these CPUs (Zen and Zen 2) PEXT and PDEP take many cycles, and on
    // others the kernels without them are faster, too (4 % of FFO #40-#46 on Zen 5).
    Level {
        arch: "x86_64",
        name: "v3",
        target_cpu: "x86-64-v3",
        without: &["bmi2"],
        features: &["avx", "avx2", "bmi1", "f16c", "fma", "lzcnt", "movbe"],
    },
    Level {
        arch: "x86_64",
        name: "v4",
        target_cpu: "x86-64-v4",
        without: &[],
        features: &[
            "bmi2", "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl",
        ],
    },
    // Ice Lake, Zen 4 and newer ones. The compiler schedules for Zen 4, because for x86-64-v4
    // it avoids vectors of 512 bits; that makes perft 7 % slower on Zen 5.
    Level {
        arch: "x86_64",
        name: "v4-vnni",
        target_cpu: "znver4",
        // What no search uses, and hypervisors may hide.
        without: &[
            "adx",
            "aes",
            "avx512bf16",
            "pclmulqdq",
            "sha",
            "sse4a",
            "vaes",
            "vpclmulqdq",
        ],
        features: &[
            "avx512bitalg",
            "avx512ifma",
            "avx512vbmi",
            "avx512vbmi2",
            "avx512vnni",
            "avx512vpopcntdq",
            "gfni",
        ],
    },
    // Since Cortex-A55, Cortex-A76 and Neoverse N1, and on all Macs. Nothing newer makes the
    // search faster.
    Level {
        arch: "aarch64",
        name: "dotprod",
        target_cpu: "generic",
        without: &[],
        features: &["lse", "dotprod"],
    },
];

impl Level {
    /// Its features, as the compiler takes them.
    pub(crate) fn target_features(&self) -> String {
        let with = up_to(self).map(|feature| format!("+{feature}"));
        let without = self.without.iter().map(|feature| format!("-{feature}"));
        let all: Vec<String> = with.chain(without).collect();
        all.join(",")
    }
}

/// All levels of all architectures.
pub(crate) fn all() -> impl Iterator<Item = &'static Level> {
    LEVELS.iter()
}

/// All features that the CPUs of a level have.
pub(crate) fn up_to(level: &Level) -> impl Iterator<Item = &'static str> {
    let count = of(level.arch)
        .take_while(|other| other.name != level.name)
        .count();
    let levels = of(level.arch).take(count + 1);
    levels.flat_map(|level| level.features).copied()
}

/// The levels of the architecture with this name, from low to high.
pub(crate) fn of(arch: &str) -> impl Iterator<Item = &'static Level> {
    LEVELS.iter().filter(move |level| level.arch == arch)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// What these CPUs have besides, and a search has no use for.
    const UNUSED: &[&str] = &[
        "cmpxchg16b",
        "fxsr",
        "lahfsahf",
        "rdrand",
        "rdseed",
        "sse",
        "sse2",
        "xsave",
        "xsavec",
        "xsaveopt",
        "xsaves",
    ];

    /// Otherwise the code for a level could contain instructions that no check demands.
    #[test]
    fn the_compiler_uses_the_features_of_the_table_only() {
        for level in of("x86_64") {
            let output = Command::new("rustc")
                .args(["--print=cfg", "--target=x86_64-unknown-linux-gnu"])
                .arg(format!("-Ctarget-cpu={}", level.target_cpu))
                .arg(format!("-Ctarget-feature={}", level.target_features()))
                .output();
            let Ok(output) = output else {
                return;
            };
            let text = String::from_utf8_lossy(&output.stdout);
            let quoted = text.lines().filter_map(|line| {
                let name = line.strip_prefix("target_feature=\"")?;
                name.strip_suffix('"')
            });
            let needed: Vec<&str> = up_to(level).collect();
            let more: Vec<&str> = quoted
                .filter(|name| !needed.contains(name) && !UNUSED.contains(name))
                .collect();
            assert_eq!(more, [""; 0], "{}", level.name);
        }
    }
}
