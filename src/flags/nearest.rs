//! The word that was probably meant.

/// The candidate that differs from what was typed in the fewest letters, if those are
/// few, or else the first one that starts with it. Dashes before a word do not count.
pub(crate) fn nearest<'a>(
    typed: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let typed = typed.trim_start_matches('-');
    // One error for every four letters. A single letter would match too many words.
    let letters = typed.chars().count();
    let max_distance = if letters > 1 { letters.div_ceil(4) } else { 0 };
    let rank = |word: &str| {
        let word = word.trim_start_matches('-');
        let distance = strsim::osa_distance(typed, word);
        if distance <= max_distance {
            Some(distance)
        } else {
            (letters > 2 && word.starts_with(typed)).then_some(usize::MAX)
        }
    };
    candidates
        .filter_map(|word| Some((rank(word)?, word)))
        .min_by_key(|&(rank, _)| rank)
        .map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant() {
        let words = ["--level", "--threads", "-l", "undo"];
        for (typed, meant) in [
            ("--lvel", Some("--level")),
            ("--thread", Some("--threads")),
            ("-levle", Some("--level")),
            ("udno", Some("undo")),
            ("--thr", Some("--threads")),
            ("--un", None),
            ("--fast", None),
            ("-x", None),
            ("", None),
            ("--", None),
            ("Ünfug", None),
        ] {
            assert_eq!(nearest(typed, words.into_iter()), meant, "{typed}");
        }
    }
}
