//! Pointers from C as references, unless they are null.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char};
use std::slice;

use crate::error::{Error, Status};

fn null(name: &str) -> Error {
    Error::new(Status::Null, format!("{name} is a null pointer"))
}

/// Whether an array of so many elements can be.
fn fits<T>(count: usize) -> bool {
    count <= isize::MAX as usize / size_of::<T>().max(1)
}

fn too_many(name: &str) -> Error {
    let problem = format!("no memory has so many elements of {name}");
    Error::new(Status::Invalid, problem)
}

/// What the pointer points to.
///
/// # Safety
///
/// It is null or valid, and nobody writes there.
pub(crate) unsafe fn input<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Error> {
    // SAFETY: the caller guarantees it.
    unsafe { pointer.as_ref() }.ok_or_else(|| null(name))
}

/// Where to write a result.
///
/// # Safety
///
/// It is null or valid, and nobody else uses it.
pub(crate) unsafe fn output<'a, T>(pointer: *mut T, name: &str) -> Result<&'a mut T, Error> {
    // SAFETY: the caller guarantees it.
    unsafe { pointer.as_mut() }.ok_or_else(|| null(name))
}

/// An array. It may be null if it has no elements.
///
/// # Safety
///
/// It is null or has so many elements, and nobody writes there.
pub(crate) unsafe fn input_slice<'a, T>(
    pointer: *const T,
    count: usize,
    name: &str,
) -> Result<&'a [T], Error> {
    match (count, pointer.is_null()) {
        (0, _) => Ok(&[]),
        (_, true) => Err(null(name)),
        _ if !fits::<T>(count) => Err(too_many(name)),
        // SAFETY: the caller guarantees it.
        _ => Ok(unsafe { slice::from_raw_parts(pointer, count) }),
    }
}

/// An array for results. It may be null if it has no elements.
///
/// # Safety
///
/// It is null or has so many elements, which have values, and nobody else uses it.
pub(crate) unsafe fn output_slice<'a, T>(
    pointer: *mut T,
    count: usize,
    name: &str,
) -> Result<&'a mut [T], Error> {
    match (count, pointer.is_null()) {
        (0, _) => Ok(&mut []),
        (_, true) => Err(null(name)),
        _ if !fits::<T>(count) => Err(too_many(name)),
        // SAFETY: the caller guarantees it.
        _ => Ok(unsafe { slice::from_raw_parts_mut(pointer, count) }),
    }
}

/// A text.
///
/// # Safety
///
/// It is null or ends with a null byte, and nobody writes there.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str, Error> {
    if pointer.is_null() {
        return Err(null(name));
    }
    // SAFETY: the caller guarantees it.
    let text = unsafe { CStr::from_ptr(pointer) }.to_str();
    text.map_err(|_| Error::new(Status::Invalid, format!("{name}: expected UTF-8")))
}
