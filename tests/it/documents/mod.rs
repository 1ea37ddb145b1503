//! Tests of the documents: sessions and tables are correct, everything that exists is
//! described, and links work.

mod clients;
mod coverage;
mod formats;
mod japanese;
mod links;
mod sessions;
mod tables;
