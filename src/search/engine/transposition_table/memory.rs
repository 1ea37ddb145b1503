//! What only unsafe code can say about memory.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc_zeroed};
use std::sync::atomic::AtomicU64;

/// How many words the CPU reads at once.
const LINE: usize = 8;

/// Words in lines that the CPU reads at once.
pub(super) struct Lines {
    words: Box<[AtomicU64]>,
    /// Where the first line begins.
    start: usize,
    count: usize,
}

impl Lines {
    /// The size of a line in bytes.
    pub(super) const BYTES: usize = LINE * size_of::<AtomicU64>();

    /// So many lines of zeros; `None` if there is not so much memory.
    ///
    /// The system gives memory that is already zero, and only when it is first
    /// touched, so that a big table costs nothing at first. That works for
    /// memory that need not be aligned, so we align it here.
    pub(super) fn zeroed(count: usize) -> Option<Lines> {
        let layout = Layout::array::<AtomicU64>((count + 1) * LINE).ok()?;
        assert!(count > 0);
        // SAFETY: the layout is not empty. The memory is what a `Box` expects: of
        // the global allocator, with this layout, and atomic numbers may be zero.
        let words = unsafe {
            let memory = alloc_zeroed(layout).cast::<AtomicU64>();
            if memory.is_null() {
                return None;
            }
            let words = std::ptr::slice_from_raw_parts_mut(memory, (count + 1) * LINE);
            Box::from_raw(words)
        };
        let start = words.as_ptr().align_offset(Lines::BYTES).min(LINE);
        Some(Lines {
            words,
            start,
            count,
        })
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    #[inline(always)]
    pub(super) fn line(&self, index: usize) -> &[AtomicU64] {
        let start = self.start + index * LINE;
        &self.words[start..start + LINE]
    }
}

/// Says that a value will soon be read.
#[inline(always)]
pub(super) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every CPU with x86-64 has the instruction, and it reads nothing
    // that the program could see.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
