//! Norms of rows, and the same norms of parts of a row.

/// How rows are normalized.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Norm {
    /// Whether the mean is subtracted and a bias added (layer norm), or neither (RMS norm).
    pub centered: bool,
    /// Is added to the variance, or to the mean of the squares.
    pub epsilon: f64,
    /// Whether the stored numbers are factors minus 1, as in Gemma.
    pub one_plus: bool,
}

/// The learned numbers of a norm: a factor for each feature and, in a layer norm, a bias.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Factors {
    pub(crate) factor: Vec<f32>,
    pub(crate) bias: Option<Vec<f32>>,
}

impl Norm {
    /// Normalizes each row in place.
    ///
    /// - layer norm: `(x − mean) / √(variance + ε) · factor + bias`
    /// - RMS norm: `x / √(mean of x² + ε) · factor`
    /// - edge case: ε keeps the quotient of a row of zeros 0
    /// - source: Ba et al., "Layer Normalization", 2016; Zhang and Sennrich, "Root Mean Square Layer
    ///   Normalization", 2019
    pub(crate) fn apply(&self, rows: &mut [f32], factors: &Factors) {
        for row in rows.chunks_exact_mut(factors.factor.len().max(1)) {
            let scale = self.scale(row);
            self.apply_held(row, factors, scale);
            if let Some(bias) = &factors.bias {
                row.iter_mut().zip(bias).for_each(|(cell, bias)| *cell += bias);
            }
        }
    }

    /// What a row is multiplied by: `1 / √(variance + ε)`, or of the mean of the squares.
    pub(crate) fn scale(&self, row: &[f32]) -> f64 {
        let mean = self.mean(row);
        let squares: f64 = row.iter().map(|&cell| (f64::from(cell) - mean).powi(2)).sum();
        1.0 / (squares / row.len().max(1) as f64 + self.epsilon).sqrt()
    }

    /// Normalizes a part of a row with the scale of the whole row, without the bias.
    ///
    /// With the scale held, a norm is linear: the results of parts that sum to a row sum to the norm of the row
    /// without its bias.
    pub(crate) fn apply_held(&self, part: &mut [f32], factors: &Factors, scale: f64) {
        let mean = self.mean(part);
        let one = if self.one_plus { 1.0 } else { 0.0 };
        for (cell, factor) in part.iter_mut().zip(&factors.factor) {
            *cell = ((f64::from(*cell) - mean) * scale * (one + f64::from(*factor))) as f32;
        }
    }

    fn mean(&self, row: &[f32]) -> f64 {
        if !self.centered {
            return 0.0;
        }
        row.iter().map(|&cell| f64::from(cell)).sum::<f64>() / row.len().max(1) as f64
    }
}
