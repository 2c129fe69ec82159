//! A side that is computed by attention over heads.

use super::Precision;
use super::error::ContrastError;
use super::inputs::{D_V, Inputs};
use super::plan::Plan;
use super::side::{Side, Steps};
use crate::heads::{HeadInputs, Masks, attend_heads};
use crate::matrix::{Matrix, from_row_major, to_row_major};
use crate::real::Real;
use crate::tensor::Tensor;
use crate::{AttentionRule, Causal};

/// The number that people often write for -∞.
const HUGE: f64 = -1e9;

impl Inputs {
    /// A side whose weights come from [`attend_heads`], with one batch entry and one head.
    pub(super) fn attend(&self, plan: &Plan) -> Result<Side, ContrastError> {
        match plan.precision {
            Precision::F64 => self.attend_in::<f64>(plan),
            Precision::F32 => self.attend_in::<f32>(plan),
        }
    }

    fn attend_in<T: Real>(&self, plan: &Plan) -> Result<Side, ContrastError> {
        let (queries, keys, cached) = (self.q.nrows(), self.k.nrows(), plan.cached);
        let q = tensor(&self.q, 0, queries)?;
        let (past_k, k) = (tensor(&self.k, 0, cached)?, tensor(&self.k, cached, keys)?);
        let (past_v, v) = (tensor(&self.v, 0, cached)?, tensor(&self.v, cached, keys)?);
        let padding = (0..keys).map(|j| plan.real.contains(&j)).collect();
        let padding = Tensor::new("the padding", &[1, keys], padding)?;
        let bias = |cell: usize| {
            T::from_f64(if plan.allows(cell / keys, cell % keys) { 0.0 } else { HUGE })
        };
        let bias =
            Tensor::new("the bias", &[queries, keys], (0..queries * keys).map(bias).collect())?;
        let picked = plan.picked.as_ref().map(|picked| {
            let open = to_row_major(picked).into_iter().map(|cell| cell != 0.0).collect();
            Tensor::new("the picked keys", &[queries, keys], open)
        });
        let picked = picked.transpose()?;
        // A mask either excludes keys or adds a bias.
        let (padding, additive) =
            if plan.finite { (None, Some(&bias)) } else { (Some(&padding), None) };
        let masks = Masks { boolean: picked.as_ref(), padding, additive, ..Masks::default() };
        let inputs = HeadInputs::new(&q, &k, &v).past(Some((&past_k, &past_v))).masks(masks);
        let rule = AttentionRule {
            scale: plan.scale,
            causal: if plan.causal && !plan.finite { Causal::Offset } else { Causal::None },
            offset: Some(i64::try_from(plan.offset).unwrap_or(i64::MAX)),
            slope: (plan.slope != 0.0).then_some(plan.slope),
            ..AttentionRule::default()
        };
        let found = attend_heads(&inputs, &rule)?;
        let masked = matrix(&found.masked, keys)?;
        let steps = Steps {
            // Only excluded keys are -∞, because the drawn numbers are finite.
            allowed: masked.map(|logit| f64::from(logit != f64::NEG_INFINITY)),
            masked,
            scaled: matrix(&found.scaled, keys)?,
            weights: matrix(&found.weights, keys)?,
        };
        Ok(Side::of(steps, matrix(&found.output, D_V)?, self.past))
    }
}

/// Rows of a matrix as a tensor with one batch entry and one head.
fn tensor<T: Real>(matrix: &Matrix, first: usize, end: usize) -> Result<Tensor<T>, ContrastError> {
    let width = matrix.ncols();
    let cells = to_row_major(matrix);
    let cells = cells[first * width..end * width].iter().map(|&cell| T::from_f64(cell)).collect();
    Ok(Tensor::new("the drawn matrix", &[1, 1, end - first, width], cells)?)
}

/// A tensor with one batch entry and one head as a matrix.
fn matrix<T: Real>(tensor: &Tensor<T>, width: usize) -> Result<Matrix, ContrastError> {
    let wide: Vec<f64> = tensor.data().iter().map(|cell| cell.to_f64()).collect();
    Ok(from_row_major("the result", wide.len() / width, width, &wide)?)
}
