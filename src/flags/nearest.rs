//! The word that was probably meant.

/// The candidate that differs from what was typed in the fewest letters, if those are
/// few. Dashes before a word do not count.
pub(crate) fn nearest<'a>(
    typed: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let typed = typed.trim_start_matches('-');
    // One slip in four letters; a single letter says nothing.
    let letters = typed.chars().count();
    let most = if letters > 1 { letters.div_ceil(4) } else { 0 };
    candidates
        .map(|word| {
            (
                strsim::osa_distance(typed, word.trim_start_matches('-')),
                word,
            )
        })
        .filter(|&(distance, _)| distance <= most)
        .min_by_key(|&(distance, _)| distance)
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
