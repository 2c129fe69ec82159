//! The reader's corrections, which are untrusted because they may come from a link.

use std::fmt;

use heedmap_attention_rule::{AttentionRule, Causal, Window};
use heedmap_masks::MaskRows;
use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};

use crate::axis::{AllAxes, Axis};
use crate::candidate::Candidate;
use crate::extent::{Extent, MOST_CELLS};
use crate::layer_rules::Rules;
use crate::linear_kind::LinearKind;
use crate::message::{Refusal, RuleText};
use crate::model_part::ModelPart;
use crate::reading::Kind;
use crate::rope::checked;
use crate::rope_correction::RopeCorrection;
use crate::rule_values::{is_finite, is_positive, is_whole};
use crate::rules::FileRule;

/// The reader's corrections; `None` for what was recognized.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(default)]
pub struct Corrections {
    /// The index of the candidate.
    pub candidate: Option<usize>,
    /// The part of an encoder-decoder model, if no candidate is chosen.
    pub part: Option<ModelPart>,
    /// The axes of the array; `None` stands for a name that is not an axis.
    #[serde(deserialize_with = "axes_in")]
    #[cfg_attr(feature = "typescript", tsify(type = "Axis[] | null"))]
    pub axes: Option<Vec<Option<Axis>>>,
    /// The number of heads of q side by side in the features.
    pub heads: Option<f64>,
    /// The index in the batch.
    pub batch: Option<f64>,
    /// Whether the mean over all texts as long as this one is read.
    pub average: Option<bool>,
    /// The factor of the scores.
    pub scale: Option<f64>,
    /// Which keys a query sees.
    pub causal: Option<Causal>,
    /// The largest number of keys that a query sees.
    pub window: Option<f64>,
    /// The softcap of the scores.
    pub softcap: Option<f64>,
    /// The rotation of q and k.
    pub rope: Option<RopeCorrection>,
}

/// The place of the candidate that the reader chose, or else of the most likely one of the part; if there is none of that
/// part, of the most likely one.
pub(crate) fn chosen_place(found: &[Candidate], corrections: &Corrections) -> usize {
    let is_of_part = |each: &Candidate| each.part.is_some() && each.part == corrections.part;
    let of_part = || found.iter().position(is_of_part).unwrap_or(0);
    corrections.candidate.unwrap_or_else(of_part)
}

/// The axis of the columns: of q, its features.
fn column_of(kind: Kind) -> Axis {
    match kind {
        Kind::Qk => Axis::Feature,
        Kind::Weights => Axis::Key,
    }
}

/// The possible meanings of an axis.
pub(crate) fn choices_of(Candidate { kind, stack, .. }: &Candidate) -> Vec<Axis> {
    let all = [Axis::Layer, Axis::Head, Axis::Query, column_of(*kind), Axis::Fixed];
    let is_taken = |axis: &Axis| match axis {
        Axis::Layer => stack.single,
        Axis::Head => stack.heads.is_some(),
        _ => false,
    };
    all.into_iter().filter(|axis| !is_taken(axis)).collect()
}

/// The corrected axes of all arrays of a candidate.
pub(crate) fn corrected_axes(
    candidate: &Candidate,
    corrections: &Corrections,
) -> Result<AllAxes, Refusal> {
    let Candidate { stack, k, v, kind, .. } = candidate;
    let shape = stack.shape();
    let refused = || Refusal::Axes { shape: shape.to_vec() };
    let wanted: Option<Vec<Axis>> = match &corrections.axes {
        Some(axes) => Some(axes.iter().copied().collect::<Option<_>>().ok_or_else(refused)?),
        None => None,
    };
    let axes = wanted.clone().unwrap_or_else(|| candidate.axes.clone());
    let choices = choices_of(candidate);
    let column = column_of(*kind);
    let count = |axis: Axis| axes.iter().filter(|&&each| each == axis).count();
    let is_valid = axes.len() == shape.len()
        && axes.iter().all(|axis| choices.contains(axis))
        && count(Axis::Query) == 1
        && count(column) == 1
        && count(Axis::Layer) <= 1
        && count(Axis::Head) <= 1
        && (!stack.has_steps() || axes.ends_with(&[Axis::Query, Axis::Key]));
    if !is_valid {
        return Err(refused());
    }
    let as_keys = axes.iter().map(|&axis| if axis == Axis::Query { Axis::Key } else { axis });
    let as_keys: Vec<Axis> = as_keys.collect();
    let keyed = |its: &[u64], own: &[Axis]| match wanted.is_some() && its.len() == shape.len() {
        true => as_keys.clone(),
        false => own.to_vec(),
    };
    let k_shape = k.as_ref().map_or(&[][..], |k| k.shape());
    // The values of a file with weights keep their own axes, because weights have no axis of features.
    let v_axes = match (kind, v) {
        (Kind::Qk, Some(v)) => keyed(v.shape(), &candidate.v_axes),
        _ => candidate.v_axes.clone(),
    };
    let found = AllAxes { k_axes: keyed(k_shape, &candidate.k_axes), v_axes, axes };
    let sizes = batch_sizes(shape, &found.axes);
    if sizes.len() > 1 {
        return Err(Refusal::Batches { lengths: sizes });
    }
    // Without a batch, only index 0 is valid.
    let shortest = sizes.into_iter().chain(batch_sizes(k_shape, &found.k_axes)).min();
    let most = shortest.map_or(0, |length| length - 1) as f64;
    match corrections.batch {
        Some(at) if !(at.fract() == 0.0 && at >= 0.0 && at <= most) => {
            Err(Refusal::Batch { at, most })
        }
        _ => Ok(found),
    }
}

fn batch_sizes(shape: &[u64], axes: &[Axis]) -> Vec<u64> {
    let pairs = shape.iter().zip(axes);
    pairs
        .filter(|&(&length, &axis)| length > 1 && axis == Axis::Fixed)
        .map(|(&length, _)| length)
        .collect()
}

/// One rule for all heads of each layer, or one for each.
type LayerRules = Vec<Vec<AttentionRule>>;

/// The corrected rules for computing weights: that of the first layer and head, and those of all layers if they
/// differ. Corrections apply to every layer.
pub(crate) fn rules_of(
    candidate: &Candidate,
    corrections: &Corrections,
    extent: &Extent,
) -> Result<(AttentionRule, Option<LayerRules>), Refusal> {
    let Candidate { rule, rules, extra, .. } = candidate;
    let (looks_back, is_cross) = (extra.looks_back(), candidate.is_cross());
    let corrected = |rule: &FileRule, layer| {
        let mut rule = rule.clone();
        if looks_back {
            rule.look_back();
        }
        rule.offset = rule.offset.filter(|_| !is_cross);
        rule_of(&rule, corrections, extent, layer)
    };
    let all: Rules = match rules {
        Some(rules) => rules.as_ref().map_err(Clone::clone)?.clone(),
        // Heads with slopes of their own have rules.
        None => vec![rule.clone().by_head(); extent.layers as usize],
    };
    let is_by_head = all.iter().flatten().any(|rule| rule.list.is_some());
    if extent.size.is_none() || rules.is_none() && !is_by_head {
        return Ok((corrected(rule, 0)?, None));
    }
    let rules = &all;
    let (count, layers) = (rules.len() as u64, extent.layers);
    if count != layers {
        return Err(match count < layers {
            true => {
                let (rules, layers) = (count as f64, layers as f64);
                Refusal::RuleMissing { layer: rules, rules, layers }
            }
            false => Refusal::RulesLeft { rules: count as f64, layers: layers as f64 },
        });
    }
    let fits = |(layer, rules): (usize, &Vec<FileRule>)| {
        rules[0].list.is_none() || rules.len() as u64 == extent.heads_of(layer)
    };
    if let Some(layer) = rules.iter().enumerate().position(|each| !fits(each)) {
        let name = rules[layer][0].list.unwrap_or_default().to_owned();
        let (rules, heads) = (rules[layer].len() as f64, extent.heads_of(layer) as f64);
        return Err(Refusal::HeadRules { layer: layer as f64, name, rules, heads });
    }
    let of_layer = |(layer, rules): (usize, &Vec<FileRule>)| {
        let is_by_head = rules.len() > 1;
        let rules = rules.iter().enumerate().map(|(head, rule)| {
            let place = (layer, is_by_head.then_some(head));
            corrected(rule, layer).map_err(|refusal| placed(refusal, place, corrections))
        });
        let mut rules = rules.collect::<Result<Vec<_>, _>>()?;
        if rules.iter().all(|rule| *rule == rules[0]) {
            rules.truncate(1);
        }
        Ok(rules)
    };
    let found = rules.iter().enumerate().map(of_layer).collect::<Result<Vec<_>, _>>()?;
    let first = found.first().and_then(|layer| layer.first()).cloned().unwrap_or_default();
    let is_one = found.iter().all(|layer| *layer == [first.clone()]);
    Ok((first, Some(found).filter(|_| !is_one)))
}

/// The refusal of a rule with its layer, and its head if heads have rules, unless a correction is refused.
fn placed(refusal: Refusal, place: (usize, Option<usize>), corrections: &Corrections) -> Refusal {
    let Corrections { window, softcap, rope, .. } = corrections;
    let (name, text) = match refusal {
        Refusal::Mask { text, .. } => return Refusal::rule(place, "mask", RuleText::Text(text)),
        Refusal::Window { text } if window.is_none() => ("window", text),
        Refusal::Softcap { text } if softcap.is_none() => ("softcap", text),
        Refusal::Base { text } if rope.is_none() => ("base", text),
        Refusal::Dim { text, .. } if rope.is_none() => ("dim", text),
        Refusal::FileRule { name, text, .. } => return Refusal::rule(place, &name, text),
        other => return other,
    };
    Refusal::rule(place, name, RuleText::Number(text))
}

fn rule_of(
    given: &FileRule,
    corrections: &Corrections,
    extent: &Extent,
    layer: usize,
) -> Result<AttentionRule, Refusal> {
    let Some(size) = extent.size_of(layer) else { return Ok(AttentionRule::default()) };
    if given.kind.is_some_and(LinearKind::keeps_state) {
        let scale = corrections.scale.or(given.scale);
        let causal = Causal::UpperLeft;
        return Ok(AttentionRule { scale, causal, ..AttentionRule::default() });
    }
    let window = corrections.window.or(given.window());
    let softcap = corrections.softcap.or(given.softcap);
    if let Some(text) = corrections.scale.filter(|&scale| !is_finite(scale)) {
        return Err(Refusal::Scale { text });
    }
    let slopes = given.slope.iter().flatten();
    let odd = [("scale", given.scale), ("temperature", given.temperature)];
    let odd = odd.into_iter().filter_map(|(name, number)| Some((name, number?)));
    let mut odd = odd.chain(slopes.map(|&slope| ("slope", slope)));
    let is_usable = |name: &str, number: f64| match name {
        "temperature" => is_positive(number),
        _ => is_finite(number),
    };
    if let Some((name, number)) = odd.find(|&(name, number)| !is_usable(name, number)) {
        let (name, text) = (name.to_owned(), RuleText::Number(number));
        return Err(Refusal::FileRule { file: String::new(), name, text });
    }
    let is_window = |value: f64| is_whole(value) && (1.0..=MOST_CELLS as f64).contains(&value);
    if let Some(text) = window.filter(|&window| !is_window(window)) {
        return Err(Refusal::Window { text });
    }
    if let Some(text) = softcap.filter(|&softcap| !is_positive(softcap)) {
        return Err(Refusal::Softcap { text });
    }
    let rope = match corrections.rope {
        None => given.rope.clone().map(|rope| checked(rope, size)).transpose()?,
        Some(RopeCorrection::None) => None,
        Some(RopeCorrection::Apply(correction)) => {
            let rope = correction.of(given.rope.clone().unwrap_or_default(), size)?;
            Some(checked(rope, size)?)
        }
    };
    if let Some(text) = given.head_dim.filter(|&stated| stated != size && rope.is_some()) {
        return Err(Refusal::HeadDim { layer: layer as f64, text, size });
    }
    // Queries are the last positions, or with `offset` 0 the first ones; without `causal`, they may be between.
    let last = extent.keys.saturating_sub(extent.queries);
    let hides = given.causal() == Some(true) && corrections.causal.is_none();
    let fits = |offset: u64| offset == 0 || offset == last || offset < last && !hides;
    if let Some(offset) = given.offset.filter(|&offset| !fits(offset)) {
        let (name, text) = ("offset".to_owned(), RuleText::Number(offset as f64));
        return Err(Refusal::FileRule { file: String::new(), name, text });
    }
    let recognized = match given.causal() {
        Some(true) if last > 0 && given.offset != Some(0) => Causal::LowerRight,
        Some(true) => Causal::UpperLeft,
        _ => Causal::None,
    };
    // The reader's mask is in place of that of the file.
    let is_masked = corrections.causal.is_none() && corrections.window.is_none();
    let mask = given.mask().cloned().filter(|_| is_masked);
    if let Some((text, name)) = given.contradicted_mask().filter(|_| is_masked) {
        let (layer, name) = (layer as f64, name.to_owned());
        return Err(Refusal::MaskContradicts {
            layer,
            name,
            text: text.chars().take(200).collect(),
        });
    }
    if let Some(text) = &mask {
        let (queries, keys) = (extent.queries, extent.keys);
        if MaskRows::parse(text, queries as usize, keys as usize).is_err() {
            let (queries, keys) = (queries as f64, keys as f64);
            return Err(Refusal::Mask { text: text.chars().take(200).collect(), queries, keys });
        }
    }
    Ok(AttentionRule {
        mask,
        scale: corrections.scale.or(given.scale),
        causal: corrections.causal.unwrap_or(recognized),
        window: window.map(|keys| Window::of(keys as usize)),
        softcap,
        rope,
        prefix: given.prefix.unwrap_or(0.0) as usize,
        temperature: given.temperature,
        slope: given.slope.as_ref().and_then(|slopes| slopes.first()).copied(),
        attn_temperature_tuning: given.tuning,
        ..AttentionRule::default()
    })
}

/// Reads axes by their names. Anything but a list is a list without axes, which no array has.
fn axes_in<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<Option<Axis>>>, D::Error> {
    struct Axes;
    impl<'de> Visitor<'de> for Axes {
        type Value = Option<Vec<Option<Axis>>>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a list of axes")
        }

        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(None)
        }

        fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
            Ok(Some(Vec::new()))
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut names: A) -> Result<Self::Value, A::Error> {
            let mut axes = Vec::new();
            while let Some(name) = names.next_element::<Option<String>>()? {
                axes.push(name.as_deref().and_then(Axis::named));
            }
            Ok(Some(axes))
        }
    }
    deserializer.deserialize_any(Axes)
}
