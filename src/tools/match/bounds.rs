//! The bounds of a sequential probability ratio test, as users write them.

use super::statistics::sprt::Sprt;
use crate::flags::{Kind, ValueKind};

/// The bounds of an SPRT: `elo0=0,elo1=10,alpha=0.05,beta=0.05`, or some of these.
pub(super) struct SprtBounds;

impl ValueKind for SprtBounds {
    type Value = Sprt;

    fn kind(&self) -> Kind {
        Kind::Text("bounds such as elo0=0,elo1=10,alpha=0.05,beta=0.05")
    }

    fn parse(&self, text: &str) -> Result<Sprt, String> {
        let mut sprt = Sprt::default();
        let expected = || format!("expected {}", self.kind());
        for part in text.split(',') {
            let (key, value) = part.split_once('=').ok_or_else(expected)?;
            let value: f64 = value.parse().map_err(|_| expected())?;
            *match key {
                "elo0" => &mut sprt.elo0,
                "elo1" => &mut sprt.elo1,
                "alpha" => &mut sprt.alpha,
                "beta" => &mut sprt.beta,
                _ => return Err(expected()),
            } = value;
        }
        let is_probability = |value: f64| 0.0 < value && value < 0.5;
        let is_elo = |elo: f64| elo.abs() <= 1000.0;
        let has_order = is_elo(sprt.elo0) && is_elo(sprt.elo1) && sprt.elo0 < sprt.elo1;
        match has_order && is_probability(sprt.alpha) && is_probability(sprt.beta) {
            true => Ok(sprt),
            false => Err(
                "expected elo0 below elo1, both within 1000, and alpha and beta \
                          between 0 and 0.5"
                    .to_string(),
            ),
        }
    }

    fn format(&self, sprt: &Sprt) -> String {
        let Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        } = sprt;
        format!("elo0={elo0},elo1={elo1},alpha={alpha},beta={beta}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_sprt_bounds_is_the_default() {
        let kind = SprtBounds.kind().to_string();
        let example = kind.rsplit(' ').next().unwrap_or_default();
        assert_eq!(SprtBounds.parse(example), Ok(Sprt::default()));
        assert_eq!(SprtBounds.format(&Sprt::default()), example);
    }
}
