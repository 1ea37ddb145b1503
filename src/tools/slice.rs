//! One of several equal parts of a job, so that it can be distributed over machines.

use crate::flags::{Kind, ValueKind};

/// Every n-th item, starting with a given one, so that easy and hard items are spread evenly
/// over the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slice {
    /// The index of the first item, from 0.
    first: u64,
    /// The number of parts.
    parts: u64,
}

impl Slice {
    /// All items.
    pub(super) const WHOLE: Slice = Slice { first: 0, parts: 1 };

    /// Whether the item with this index is in the slice.
    pub(super) fn contains(self, index: u64) -> bool {
        index % self.parts == self.first
    }

    /// Those of the items that are in the slice.
    pub(super) fn of<T>(self, items: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
        let numbered = (0..).zip(items);
        let selected = numbered.filter(move |&(index, _)| self.contains(index));
        selected.map(|(_, item)| item)
    }

    /// The index of the n-th item of the slice (both counted from 0); saturates on overflow.
    pub(super) fn nth(self, n: u64) -> u64 {
        self.parts.saturating_mul(n).saturating_add(self.first)
    }

    /// The number of items in the slice if there are `all` items in total.
    pub(super) fn size(self, all: u64) -> u64 {
        all.saturating_sub(self.first).div_ceil(self.parts)
    }
}

/// Parses slices: `2/5` is the second of five parts.
pub(super) struct Slices;

impl ValueKind for Slices {
    type Value = Slice;

    fn kind(&self) -> Kind {
        Kind::Text("one of several parts, such as 2/5")
    }

    fn parse(&self, text: &str) -> Result<Slice, String> {
        let slice = text.split_once('/').and_then(|(number, parts)| {
            let (number, parts) = (whole(number)?, whole(parts)?);
            (1 <= number && number <= parts).then(|| Slice {
                first: number - 1,
                parts,
            })
        });
        slice.ok_or_else(|| format!("expected {}", self.kind()))
    }

    fn format(&self, slice: &Slice) -> String {
        format!("{}/{}", slice.first + 1, slice.parts)
    }
}

fn whole(text: &str) -> Option<u64> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_index_is_in_exactly_one_slice() {
        for parts in 1..=7 {
            let slices: Vec<Slice> = (1..=parts)
                .map(|number| Slices.parse(&format!("{number}/{parts}")).unwrap())
                .collect();
            for index in 0..20 {
                let holders = slices.iter().filter(|slice| slice.contains(index));
                assert_eq!(holders.count(), 1);
            }
            for all in 0..20 {
                for slice in &slices {
                    let held: Vec<u64> = slice.of(0..all).collect();
                    assert_eq!(slice.size(all), held.len() as u64);
                    assert!(
                        (0..)
                            .map(|n| slice.nth(n))
                            .zip(&held)
                            .all(|(nth, &index)| nth == index)
                    );
                }
            }
        }
        assert_eq!(Slices.parse("1/1").unwrap(), Slice::WHOLE);
        assert_eq!(Slice::WHOLE.size(u64::MAX), u64::MAX);
        assert_eq!(Slices.parse("3/9").unwrap().nth(u64::MAX / 2), u64::MAX);
    }

    #[test]
    fn malformed_slices_are_rejected() {
        for text in [
            "", "1", "0/3", "4/3", "1/0", "/2", "1/", "-1/2", "+1/2", "1/2/3", "a/b",
        ] {
            let problem = Slices.parse(text).unwrap_err();
            assert!(problem.starts_with("expected "), "{text}");
        }
    }
}
