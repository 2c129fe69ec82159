//! Numbers in 8 bits: each byte is the index of a step.

use crate::error::{Error, Problem, shown};
use crate::json::Cursor;
use crate::number::Number;

/// The metadata key of a `.safetensors` file with the steps of its tensors.
pub(crate) const KEY: &str = "byte_steps";
/// The byte of a missing number.
const MISSING: u8 = 255;

/// The numbers that the bytes of a tensor are indexes of: `n` is `low + step · n^power`, and 255 is NaN.
///
/// With a power of 2 the steps are small near `low`, which suits weights: most of them are small.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steps {
    /// The number of byte 0.
    pub low: f64,
    /// The factor of `n^power`.
    pub step: f64,
    /// 1 or 2.
    pub power: u8,
}

impl Steps {
    /// The number of a byte.
    ///
    /// ```
    /// use heedmap_tensor_files::Steps;
    ///
    /// let steps = Steps { low: 0.5, step: 0.25, power: 2 };
    /// assert_eq!(steps.value(3), 2.75);
    /// assert!(steps.value(255).is_nan());
    /// ```
    #[must_use]
    pub fn value(&self, byte: u8) -> f64 {
        if byte == MISSING {
            return f64::NAN;
        }
        let index = f64::from(byte);
        self.low + self.step * if self.power == 2 { index * index } else { index }
    }

    /// The numbers of all bytes.
    pub(crate) fn table<T: Number>(&self) -> [T; 256] {
        std::array::from_fn(|byte| T::from_f64(self.value(byte as u8)))
    }
}

/// Reads the steps of tensors by name: `{"attention": {"low": 0, "step": 1.55e-05, "power": 2}}`.
pub(crate) fn read(text: &str) -> Result<Vec<(String, Steps)>, Error> {
    let mut cursor = Cursor::new(text);
    let mut all: Vec<(String, Steps)> = Vec::new();
    cursor.object(&mut |cursor, name| {
        if all.iter().any(|(other, _)| *other == name) {
            return Err(Problem::Duplicate.within(&name));
        }
        let steps = one(cursor).map_err(|error| error.named(&name))?;
        all.push((name, steps));
        Ok(())
    })?;
    cursor.end()?;
    Ok(all)
}

fn one(cursor: &mut Cursor<'_>) -> Result<Steps, Error> {
    let (mut low, mut step, mut power) = (None, None, None);
    cursor.object(&mut |cursor, key| {
        let field = match key.as_str() {
            "low" => &mut low,
            "step" => &mut step,
            "power" => &mut power,
            _ => return Err(invalid(format!("`{}` is not a field of steps", shown(&key)))),
        };
        match field.replace(cursor.number()?.value()) {
            Some(_) => Err(Problem::Duplicate.into()),
            None => Ok(()),
        }
    })?;
    let (Some(low), Some(step), Some(power)) = (low, step, power) else {
        return Err(invalid("steps need low, step and power".to_owned()));
    };
    let power = match power {
        1.0 => 1,
        2.0 => 2,
        _ => return Err(invalid(format!("the power of steps is 1 or 2, not {power}"))),
    };
    let steps = Steps { low, step, power };
    // Numbers are kept in 32 bits. The largest one belongs to the last byte or to byte 0.
    if [0, MISSING - 1].iter().any(|&byte| !(steps.value(byte) as f32).is_finite()) {
        return Err(invalid(format!("steps of {step} from {low} exceed 32-bit floats")));
    }
    Ok(steps)
}

/// The error for malformed steps.
pub(crate) fn invalid(why: String) -> Error {
    Problem::Header { what: "header", why }.into()
}
