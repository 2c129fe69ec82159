//! Whether a map gives the output of its layer.

use crate::checks;
use crate::error::Error;
use crate::head::LinearHead;
use crate::number::Number;

/// How far `M V` is from an output.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Agreement {
    /// The largest `|M V - o|` by the largest `|o|`; 0 if both are 0.
    pub difference: f64,
    /// The first token whose output differs by more than the tolerance.
    pub first: Option<usize>,
}

impl<T: Number> LinearHead<T> {
    /// Compares `M V` with an output: that of the model, or of [`LinearHead::output`].
    ///
    /// Only one of the two uses the map, so a wrong map, a wrong array or a wrong layer is found.
    ///
    /// - `v`, `output`: (tokens, `size`), row-major; `tolerance`: relative to the largest `|o|`
    /// - errors: [`Error::Vectors`], [`Error::Positions`], [`Error::NotFinite`], [`Error::Setting`]
    pub fn agreement<O: Number>(
        &self,
        v: &[T],
        output: &[O],
        size: usize,
        tolerance: f64,
    ) -> Result<Agreement, Error> {
        self.check_values(v, size)?;
        checks::finite("the output", output, size)?;
        let positions = checks::count("the output", output, size)?;
        checks::same(("q", self.tokens()), ("the output", positions))?;
        let largest = output.iter().map(|&o| o.into().abs()).fold(0.0, f64::max);
        let (mut most, mut first) = (0.0_f64, None);
        let mut mixed = vec![0.0; size];
        self.rows(0..self.tokens(), 0.0, &mut |query, start, row| {
            mixed.fill(0.0);
            let keys = row[..=query].iter().zip(v.chunks_exact(size)).skip(start);
            for (&weight, v) in keys {
                mixed.iter_mut().zip(v).for_each(|(to, &v)| *to += weight.into() * v.into());
            }
            let output = &output[query * size..][..size];
            let difference = mixed.iter().zip(output).map(|(m, &o)| (m - o.into()).abs());
            let difference = difference.fold(0.0, f64::max);
            most = most.max(difference);
            if difference > tolerance * largest && first.is_none() {
                first = Some(query);
            }
        })?;
        let difference = if most == 0.0 { 0.0 } else { most / largest };
        Ok(Agreement { difference, first })
    }
}
