//! What a rule does to queries and keys before their products.

use heedmap_attention_rule::AttentionRule;

use crate::query_temperature::QueryTemperature;
use crate::real::Real;
use crate::rope::TextRotation;
use crate::tensor::TensorError;

/// The rotation and the temperature of queries by their positions, of a rule, for heads of one size.
#[derive(Clone, Debug)]
pub struct Preparation<'a> {
    rotation: Option<TextRotation<'a>>,
    temperature: Option<QueryTemperature>,
    size: usize,
}

impl<'a> Preparation<'a> {
    /// That of heads of `size` features and a number of keys.
    ///
    /// - errors: those of [`TextRotation::new`], and [`TensorError`] for a temperature that is no number
    pub fn new(rule: &'a AttentionRule, size: usize, keys: usize) -> Result<Self, TensorError> {
        let rotation = rule.rope.as_ref().map(|rope| TextRotation::new(rope, size, keys));
        let temperature = rule.attn_temperature_tuning.map(|tuning| QueryTemperature {
            scale: tuning.attn_scale,
            floor_scale: tuning.floor_scale,
            first: tuning.first,
        });
        if let Some(temperature) = &temperature {
            temperature.factor(0)?;
        }
        Ok(Self { rotation: rotation.transpose()?, temperature, size })
    }

    /// Whether anything changes.
    #[must_use]
    pub fn is_needed(rule: &AttentionRule) -> bool {
        rule.rope.is_some() || rule.attn_temperature_tuning.is_some()
    }

    /// Changes queries in place, the first of them at position `first`.
    ///
    /// - errors: those of [`TextRotation::turn`] and [`QueryTemperature::factor`]
    pub fn queries<T: Real>(&self, rows: &mut [T], first: i64) -> Result<(), TensorError> {
        self.keys(rows, first)?;
        let Some(temperature) = &self.temperature else { return Ok(()) };
        temperature.scale_rows(rows, self.size, first)
    }

    /// Changes keys in place, the first of them at place `first`.
    ///
    /// - errors: those of [`TextRotation::turn`]
    pub fn keys<T: Real>(&self, rows: &mut [T], first: i64) -> Result<(), TensorError> {
        self.rotation.as_ref().map_or(Ok(()), |rotation| rotation.turn(rows, first))
    }
}
