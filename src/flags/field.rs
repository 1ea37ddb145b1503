//! Where the value of a flag or an option is stored.

use super::value::{Kind, ValueKind};

/// Where a value is stored in a `T`, whatever the type of the value.
pub(crate) trait Field<T>: Sync {
    /// The values that it takes.
    fn kind(&self) -> Kind;

    /// The stored value, if there is one, as it would be typed. `from` is mutable only
    /// because a [`Place`] requires it; it is not changed.
    fn get(&self, from: &mut T) -> Option<String>;

    /// Parses a value and stores it. If it is not allowed, nothing changes, and the error is
    /// the reason, such as `expected 0 to 30`.
    fn set(&self, to: &mut T, text: &str) -> Result<(), String>;
}

/// A field that always has a value.
pub(crate) trait Stored<T>: Field<T> {
    /// The value, as it would be typed.
    fn value(&self, of: &T) -> String;
}

/// A value with a default, which is the one in a new `T`.
pub(crate) struct Setting<T, K: ValueKind> {
    /// The type of the value.
    pub kind: K,
    /// Reads it.
    pub get: fn(&T) -> K::Value,
    /// Stores it.
    pub set: fn(&mut T, K::Value),
}

impl<T, K: ValueKind> Field<T> for Setting<T, K> {
    fn kind(&self) -> Kind {
        self.kind.kind()
    }

    fn get(&self, from: &mut T) -> Option<String> {
        Some(self.value(from))
    }

    fn set(&self, to: &mut T, text: &str) -> Result<(), String> {
        (self.set)(to, self.kind.parse(text)?);
        Ok(())
    }
}

impl<T, K: ValueKind> Stored<T> for Setting<T, K> {
    fn value(&self, of: &T) -> String {
        self.kind.format(&(self.get)(of))
    }
}

/// A [`Setting`] whose value is stored as it was parsed.
pub(crate) struct Place<T, K: ValueKind>(
    /// The type of the value.
    pub K,
    /// Where it is stored.
    pub fn(&mut T) -> &mut K::Value,
);

impl<T, K: ValueKind> Field<T> for Place<T, K> {
    fn kind(&self) -> Kind {
        self.0.kind()
    }

    fn get(&self, from: &mut T) -> Option<String> {
        Some(self.0.format((self.1)(from)))
    }

    fn set(&self, to: &mut T, text: &str) -> Result<(), String> {
        *(self.1)(to) = self.0.parse(text)?;
        Ok(())
    }
}

/// A value without a default.
pub(crate) struct Given<T, K: ValueKind> {
    /// The type of the value.
    pub kind: K,
    /// Stores it.
    pub set: fn(&mut T, K::Value),
}

impl<T, K: ValueKind> Field<T> for Given<T, K> {
    fn kind(&self) -> Kind {
        self.kind.kind()
    }

    fn get(&self, _: &mut T) -> Option<String> {
        None
    }

    fn set(&self, to: &mut T, text: &str) -> Result<(), String> {
        (self.set)(to, self.kind.parse(text)?);
        Ok(())
    }
}

/// A flag without a value, whose presence has this effect.
pub(crate) struct Switch<T>(pub fn(&mut T));

impl<T> Field<T> for Switch<T> {
    fn kind(&self) -> Kind {
        Kind::Switch
    }

    fn get(&self, _: &mut T) -> Option<String> {
        None
    }

    fn set(&self, to: &mut T, text: &str) -> Result<(), String> {
        match text.is_empty() {
            true => {
                (self.0)(to);
                Ok(())
            }
            false => Err(format!("expected {}", Kind::Switch)),
        }
    }
}
