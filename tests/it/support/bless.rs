//! Golden files are rewritten instead of compared when the environment says so.

/// How to ask for it.
pub(crate) const BLESS: &str = "OBVERSE_BLESS=1 cargo test";

/// Whether golden files are to be rewritten.
pub(crate) fn is_wanted() -> bool {
    std::env::var_os("OBVERSE_BLESS").is_some_and(|value| value == "1")
}
