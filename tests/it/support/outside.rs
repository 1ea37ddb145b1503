//! What tests need from outside: programs that may be missing.

use std::io::Write;

/// Whether everything must be there.
pub(crate) fn is_required() -> bool {
    std::env::var_os("OBVERSE_REQUIRE_CLIENTS").is_some_and(|value| value == "1")
}

/// Says visibly that a test did not run. Where everything must be there, that
/// is a failure.
pub(crate) fn skip(reason: &str) {
    assert!(!is_required(), "skipped: {reason}");
    // Past the harness, which hides what passing tests print.
    let _ = writeln!(std::io::stderr(), "skipped: {reason}");
}
