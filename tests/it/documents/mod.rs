//! The documents tell the truth: what they show is what happens, what exists is
//! described, and what they link to is there.

mod clients;
mod coverage;
mod formats;
mod links;
mod sessions;
mod tables;
