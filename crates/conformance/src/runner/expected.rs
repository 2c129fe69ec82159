//! Expected tensors, and their comparison with computed ones.

use crate::{AnyTensor, read_tensor};
use heedmap_attention::Tensor;
use serde_json::Value;

use super::case::Distance;

/// An expected output.
#[derive(Debug)]
pub(super) struct Expected {
    name: String,
    tensor: Tensor<f64>,
    tolerance: Tolerance,
}

/// The tolerance for each cell.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tolerance {
    /// `absolute + relative · |expected|`
    Cell { absolute: f64, relative: f64 },
    /// `factor` times the largest finite magnitude of the tensor, or times `floor` if that is larger.
    ///
    /// The floor is the smallest normal number of the precision. Floats below it have the same
    /// spacing as those just above it, `floor · ε`, so the relative error grows as numbers become
    /// smaller: in 32 bits a sum of products around 1e-45 may be off by its own size. Counted in
    /// spacings, the tolerance at the floor is `factor / ε`, the same as for every power of two
    /// above it.
    OfLargest { factor: f64, floor: f64 },
}

impl Expected {
    pub(super) fn read(name: &str, value: &Value, tolerance: Tolerance) -> Result<Self, String> {
        match read_tensor(&format!("expected {name}"), value)? {
            AnyTensor::Floats(tensor) => Ok(Self { name: name.to_owned(), tensor, tolerance }),
            _ => Err(format!("expected {name} must be floats")),
        }
    }

    /// The distance of the outputs of a computation from this one; an error if the output is
    /// missing, has another shape, or has NaN or infinities in other cells.
    pub(super) fn distance(&self, outputs: &Value) -> Result<Distance, String> {
        let name = &self.name;
        let value = outputs.get(name).ok_or_else(|| format!("there is no {name}"))?;
        let AnyTensor::Floats(computed) = read_tensor(name, value)? else {
            return Err(format!("{name} must be floats"));
        };
        if computed.shape() != self.tensor.shape() {
            let (got, wanted) = (computed.shape(), self.tensor.shape());
            return Err(format!("{name} has the shape {got:?}, expected {wanted:?}"));
        }
        let mut furthest = Distance::default();
        let pairs = computed.data().iter().zip(self.tensor.data());
        for (index, (&got, &wanted)) in pairs.enumerate() {
            let same = got == wanted || (got.is_nan() && wanted.is_nan());
            if !(same || got.is_finite() && wanted.is_finite()) {
                return Err(format!("{name}: cell {index} is {got:?}, expected {wanted:?}"));
            }
            if !same {
                // If the tolerance is 0, the quotient is infinite, so only equal cells pass.
                let error = (got - wanted).abs();
                furthest =
                    furthest.or_further(Distance { error, share: self.share(error, wanted) });
            }
        }
        Ok(furthest)
    }

    /// The quotient of an error and its tolerance.
    fn share(&self, error: f64, wanted: f64) -> f64 {
        match self.tolerance {
            Tolerance::Cell { absolute, relative } => error / (absolute + relative * wanted.abs()),
            Tolerance::OfLargest { factor, floor } => {
                let finite = self.tensor.data().iter().filter(|cell| cell.is_finite());
                error / (factor * finite.fold(floor, |most, cell| most.max(cell.abs())))
            }
        }
    }
}

/// The largest distance of a computation from all expected outputs, or a message about the output
/// that is too far off.
pub(super) fn furthest(expected: &[Expected], computed: &Value) -> Result<Distance, String> {
    let outputs = computed.get("outputs").ok_or("gave no outputs")?;
    expected.iter().try_fold(Distance::default(), |furthest, expected| {
        let distance = expected.distance(outputs)?;
        if distance.share > 1.0 {
            let (name, Distance { error, share }) = (&expected.name, distance);
            return Err(format!("{name}: largest error {error:.3e}, {share:.2} of the tolerance"));
        }
        Ok(furthest.or_further(distance))
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::tensor_case::smallest_normal;
    use super::*;
    use crate::Precision;

    #[test]
    fn scores_below_the_smallest_normal_number_may_be_off_by_a_few_spacings() {
        let share = |precision, largest: f64, error: f64| {
            let tensor = Tensor::new("scores", &[2], vec![largest, 0.0]).unwrap();
            let tolerance =
                Tolerance::OfLargest { factor: 1e-3, floor: smallest_normal(precision) };
            Expected { name: "scores".to_owned(), tensor, tolerance }.share(error, largest)
        };
        let spacing = f64::from(f32::from_bits(1));
        assert!(share(Precision::F32, 1e-45, 2.0 * spacing) < 1.0);
        // A thousandth of the smallest normal number is 8,389 spacings.
        assert!(share(Precision::F32, 1e-45, 8_300.0 * spacing) < 1.0);
        assert!(share(Precision::F32, 1e-45, 8_400.0 * spacing) > 1.0);
        assert!(share(Precision::F64, 1e-45, 2.0 * spacing) > 1.0);
        assert!(share(Precision::F64, 5e-324, 1e-323) < 1.0);
        assert!(share(Precision::F32, 1.0, 0.9e-3) < 1.0);
        assert!(share(Precision::F32, 1.0, 1.1e-3) > 1.0);
    }
}
