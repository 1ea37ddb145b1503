//! What Linux tells every program about the CPU.

use std::fs;

/// The kind of the word with this number among those with the features of the CPU.
const KINDS: [usize; 2] = [16, 26];

/// The words with the features of the CPU; `None` on other systems.
pub(crate) fn cpu_features() -> Option<[usize; 2]> {
    let bytes = fs::read("/proc/self/auxv").ok()?;
    let (words, _) = bytes.as_chunks::<{ size_of::<usize>() }>();
    let words: Vec<usize> = words.iter().copied().map(usize::from_ne_bytes).collect();
    let (pairs, _) = words.as_chunks::<2>();
    let value = |kind| {
        pairs
            .iter()
            .find(|pair| pair[0] == kind)
            .map(|pair| pair[1])
    };
    // Older kernels have only the first.
    Some([value(KINDS[0])?, value(KINDS[1]).unwrap_or(0)])
}
