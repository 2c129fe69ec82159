//! The output of a layer, by its recurrence.

use crate::checks;
use crate::error::Error;
use crate::head::LinearHead;
use crate::number::Number;

impl<T: Number> LinearHead<T> {
    /// The output of the layer, computed with the state and not with the map.
    ///
    /// ```text
    /// S ← D S        read = Sᵀ k        S ← S + write · k (v - read)ᵀ        o = scale · Sᵀ q + skip · v
    /// ```
    ///
    /// without `read` for layers that do not erase. Everything is in 64 bits.
    ///
    /// - `v`: (tokens, `size`), row-major; returns the same shape
    /// - errors: [`Error::Vectors`], [`Error::Positions`], [`Error::Setting`]
    pub fn output(&self, v: &[T], size: usize) -> Result<Vec<f64>, Error> {
        self.check_values(v, size)?;
        self.check_settings()?;
        let mut state = vec![0.0; self.features * size];
        let mut read = vec![0.0; size];
        let mut output = Vec::with_capacity(v.len());
        for (t, v) in v.chunks_exact(size).enumerate() {
            let q = &self.q[t * self.stride..][..self.features];
            read.fill(0.0);
            let lines = state.chunks_exact_mut(size).zip(self.blocks.key(t));
            for ((line, k), decay) in lines.zip(self.decays_of(t)) {
                for (cell, read) in line.iter_mut().zip(&mut read) {
                    *cell *= decay;
                    *read += k * *cell;
                }
            }
            let first = output.len();
            output.extend(v.iter().map(|&v| self.skip * v.into()));
            for ((line, k), &q) in state.chunks_exact_mut(size).zip(self.blocks.key(t)).zip(q) {
                let (write, factor) = (self.writes[t] * k, self.scale * q.into());
                for (c, cell) in line.iter_mut().enumerate() {
                    let erased = if self.erases { read[c] } else { 0.0 };
                    *cell += write * (v[c].into() - erased);
                    output[first + c] += factor * *cell;
                }
            }
        }
        Ok(output)
    }

    pub(crate) fn check_values(&self, v: &[T], size: usize) -> Result<(), Error> {
        let positions = checks::count("v", v, size)?;
        checks::same(("q", self.tokens()), ("v", positions))?;
        checks::finite("v", v, size)
    }
}
