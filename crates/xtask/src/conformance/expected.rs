//! Expected tensors, and how computed ones are held against them.

use heedmap_attention::Tensor;
use heedmap_cases::{AnyTensor, read_tensor};
use serde_json::Value;

use super::case::Distance;

/// One output that a case must have.
#[derive(Debug)]
pub(super) struct Expected {
    name: String,
    tensor: Tensor<f64>,
    tolerance: Tolerance,
}

/// How close each cell must come.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tolerance {
    /// `absolute + relative · |expected|`
    Cell { absolute: f64, relative: f64 },
    /// `factor` times the largest finite magnitude of the tensor.
    OfLargest(f64),
}

impl Expected {
    pub(super) fn read(name: &str, value: &Value, tolerance: Tolerance) -> Result<Self, String> {
        match read_tensor(&format!("expected {name}"), value)? {
            AnyTensor::Floats(tensor) => Ok(Self { name: name.to_owned(), tensor, tolerance }),
            _ => Err(format!("expected {name} must be floats")),
        }
    }

    /// How far the outputs of a computation are from this one; an error if it is not there in the same shape, or has NaN
    /// or infinities elsewhere.
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
                // A tolerance of 0 takes equal cells alone: the share of any error is infinite.
                let error = (got - wanted).abs();
                furthest =
                    furthest.or_further(Distance { error, share: self.share(error, wanted) });
            }
        }
        Ok(furthest)
    }

    /// What share of the tolerance an error takes up.
    fn share(&self, error: f64, wanted: f64) -> f64 {
        match self.tolerance {
            Tolerance::Cell { absolute, relative } => error / (absolute + relative * wanted.abs()),
            Tolerance::OfLargest(factor) => {
                let finite = self.tensor.data().iter().filter(|cell| cell.is_finite());
                error / (factor * finite.fold(0.0_f64, |most, cell| most.max(cell.abs())))
            }
        }
    }
}

/// How far a computation is from all that is expected, or a sentence on the output that is too far.
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
