//! Memory for the transposition table: zeroed, and aligned to cache lines.
#![allow(unsafe_code)]

#[cfg(not(all(test, loom)))]
use std::alloc::{Layout, alloc_zeroed};

use crate::sync::IN_LOOM;
use crate::sync::atomic::AtomicU64;

/// Words in a cache line.
const WORDS: usize = if IN_LOOM { 4 } else { 8 };

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
        assert!(count > 0, "not enough memory for a transposition table");
        let words = zeros((count + 1) * WORDS)?;
        let start = match IN_LOOM {
            true => 0,
            false => words.as_ptr().align_offset(CacheLines::BYTES).min(WORDS),
        };
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

#[cfg(not(all(test, loom)))]
fn zeros(count: usize) -> Option<Box<[AtomicU64]>> {
    let layout = Layout::array::<AtomicU64>(count).ok()?;
    assert!(count > 0, "the layout must not be empty");
    // SAFETY: the layout is not empty. The memory is what a `Box` expects: it comes
    // from the global allocator with this layout, and zero is a valid `AtomicU64`.
    unsafe {
        let memory = alloc_zeroed(layout).cast::<AtomicU64>();
        if memory.is_null() {
            return None;
        }
        let words = std::ptr::slice_from_raw_parts_mut(memory, count);
        Some(Box::from_raw(words))
    }
}

/// Words of Loom are more than their value.
#[cfg(all(test, loom))]
fn zeros(count: usize) -> Option<Box<[AtomicU64]>> {
    Some((0..count).map(|_| AtomicU64::new(0)).collect())
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
