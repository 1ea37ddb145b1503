//! Tests that measure time: one after the other, in a binary of their own.
