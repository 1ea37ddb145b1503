//! Errors as numbers and texts. A panic is one of them, so none crosses the boundary.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What functions return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub(crate) enum Status {
    Ok = 0,
    /// A pointer is null.
    Null = -1,
    /// An argument is wrong.
    Invalid = -2,
    /// A move is not legal.
    Illegal = -3,
    /// The engine is searching.
    Busy = -4,
    /// The function has failed, which is a bug.
    Failed = -5,
}

/// Why a function fails.
#[derive(Debug)]
pub(crate) struct Error {
    status: Status,
    text: String,
}

impl Error {
    pub(crate) fn new(status: Status, text: String) -> Error {
        Error { status, text }
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// The text of the last error on this thread; empty if the last call was successful.
pub(crate) fn last() -> *const c_char {
    LAST.with_borrow(|text| text.as_ptr())
}

/// Runs the body of a function, and remembers why it failed.
pub(crate) fn guard(body: impl FnOnce() -> Result<(), Error>) -> i32 {
    let result = catch_unwind(AssertUnwindSafe(body));
    let result = result.unwrap_or_else(|panic| Err(Error::new(Status::Failed, describe(&*panic))));
    let (status, text) = match result {
        Ok(()) => (Status::Ok, String::new()),
        Err(Error { status, text }) => (status, text),
    };
    // A text cannot contain a null byte.
    let text = CString::new(text.replace('\0', "?")).unwrap_or_default();
    // When a thread ends, its texts may be gone already.
    let _ = LAST.try_with(|last| last.replace(text));
    status as i32
}

fn describe(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or(panic.downcast_ref::<&str>().copied());
    format!("internal error: {}", text.unwrap_or("a panic"))
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use super::*;

    fn text() -> String {
        LAST.with_borrow(|text| CStr::to_string_lossy(text).into_owned())
    }

    #[test]
    fn a_panic_becomes_an_error() {
        let status = guard(|| panic!("number {}", 7));
        assert_eq!((status, text().as_str()), (-5, "internal error: number 7"));
        let status = guard(|| Err(Error::new(Status::Busy, "a\0b".into())));
        assert_eq!((status, text().as_str()), (-4, "a?b"));
        assert_eq!((guard(|| Ok(())), text().as_str()), (0, ""));
    }
}
