//! Memory for the transposition table: zeroed, and aligned to cache lines.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc_zeroed};
use std::sync::atomic::AtomicU64;

/// Words in a cache line.
const WORDS: usize = 8;

/// An array of cache lines.
pub(super) struct CacheLines {
    words: Box<[AtomicU64]>,
    /// Where the first line begins.
    start: usize,
    count: usize,
}

impl CacheLines {
    /// The size of a line in bytes.
    pub(super) const BYTES: usize = WORDS * size_of::<AtomicU64>();

    /// Allocates `count` lines of zeros; `None` if there is not enough memory.
    ///
    /// The system provides memory that is already zero, and only when it is first
    /// touched, so a large table costs nothing at first. That works for memory without
    /// a special alignment, so the lines are aligned here.
    pub(super) fn zeroed(count: usize) -> Option<CacheLines> {
        let layout = Layout::array::<AtomicU64>((count + 1) * WORDS).ok()?;
        assert!(count > 0, "not enough memory for a transposition table");
        // SAFETY: the layout is not empty. The memory is what a `Box` expects: it comes
        // from the global allocator with this layout, and zero is a valid `AtomicU64`.
        let words = unsafe {
            let memory = alloc_zeroed(layout).cast::<AtomicU64>();
            if memory.is_null() {
                return None;
            }
            let words = std::ptr::slice_from_raw_parts_mut(memory, (count + 1) * WORDS);
            Box::from_raw(words)
        };
        let start = words.as_ptr().align_offset(CacheLines::BYTES).min(WORDS);
        Some(CacheLines {
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
        let start = self.start + index * WORDS;
        &self.words[start..start + WORDS]
    }
}

/// Asks the CPU to load a value that will be read soon.
#[inline(always)]
#[allow(
    clippy::pointers_in_nomem_asm_block,
    reason = "nothing is read that the program could see"
)]
pub(super) fn prefetch<T>(value: &T) {
    cfg_select! {
        // SAFETY: every CPU of the architecture has the instruction, and it has no effect that
        // the program could observe.
        target_arch = "x86_64" => unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
        }
        // SAFETY: as above.
        target_arch = "aarch64" => unsafe {
            std::arch::asm!("prfm pldl1keep, [{}]", in(reg) value,
                options(nomem, nostack, preserves_flags));
        }
        _ => { let _ = value; }
    }
}
