//! From files to a reading.

use serde::Serialize;

use crate::axis::Axis;
use crate::candidate::{Candidate, Opened};
use crate::candidates::candidates;
use crate::corrections::{Corrections, choices_of, chosen_place};
use crate::found::{Found, corrected};
use crate::linear_kind::LinearKind;
use crate::listing::File;
use crate::message::{NamedTensors, Rejection};
use crate::model_part::ModelPart;
use crate::reading::{Kind, Numbers, Reading};
use crate::rules::FileRule;
use crate::split::Split;
use crate::split_heads::{asks_heads, can_split, with_heads};
use crate::texts::averaged;
use crate::unused::{rejection, unused, unused_bias};

/// The maximum number of candidates that are listed.
const MOST_LISTED: usize = 64;

/// What files were interpreted as.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Interpretation {
    /// The possible interpretations, the most likely first.
    pub candidates: Vec<Choice>,
    /// Why there is none.
    pub rejection: Option<Rejection>,
    /// Arrays that are in none.
    pub unused: NamedTensors,
    /// The place of the one that the corrections choose.
    pub chosen: usize,
    /// The one that the corrections choose, with these; `None` if there is no such candidate.
    pub outcome: Option<Outcome>,
}

impl Interpretation {
    /// The reading, if the files can be read with the corrections.
    #[must_use]
    pub fn reading(&self) -> Option<&Reading> {
        match &self.outcome.as_ref()?.result {
            Found::Read { reading, .. } => Some(reading),
            Found::Refused { .. } => None,
        }
    }
}

/// A possible interpretation, as the reader can choose it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Choice {
    /// Whether weights are read or computed.
    pub kind: Kind,
    /// The part of an encoder-decoder model that the names say.
    pub part: Option<ModelPart>,
    /// What weights are.
    pub numbers: Numbers,
    /// Whether another candidate reads the same arrays as other numbers; then names say as what.
    pub is_either: bool,
    /// The names of the first and the last array, which are untrusted text.
    pub names: (String, String),
    /// The shape of the weights, or of q.
    pub shape: Vec<u64>,
    /// The meanings of its axes.
    pub axes: Vec<Axis>,
    /// The possible meanings of an axis.
    pub choices: Vec<Axis>,
    /// The factor of the scores that the files define.
    pub scale: Option<f64>,
    /// The numbers of heads of q and k that are side by side in the features.
    #[cfg_attr(feature = "typescript", tsify(type = "[heads: number, keyHeads: number] | null"))]
    pub split: Option<Split>,
    /// Whether `split` is only inferred from the features of q and k.
    pub implied: bool,
    /// Whether the features may be several heads, because there is no axis of heads.
    pub can_split: bool,
}

/// A candidate with the reader's corrections.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// The candidate, with the corrected number of heads.
    pub candidate: Choice,
    /// Arrays that are not in it.
    pub unused: NamedTensors,
    /// What the reader should be asked.
    pub asks: Asks,
    /// The reading, or why there is none.
    #[serde(flatten)]
    #[cfg_attr(feature = "typescript", tsify(type = "Found"))]
    pub result: Found,
}

/// What the files do not define, so that the reader should be asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Asks {
    /// Whether queries attend to later keys.
    pub causal: bool,
    /// How many heads are side by side in the features.
    pub heads: bool,
}

/// Interprets files, with the reader's corrections.
#[must_use]
pub fn interpret(files: &[File], corrections: &Corrections) -> Interpretation {
    let opened = Opened::of(files);
    let found = candidates(&opened);
    let chosen = chosen_place(&found, corrections);
    Interpretation {
        chosen,
        rejection: found.is_empty().then(|| rejection(files)),
        unused: unused(files, &found),
        outcome: found.get(chosen).map(|each| outcome(&opened, &found, each, corrections)),
        candidates: found.iter().take(MOST_LISTED).map(Choice::of).collect(),
    }
}

impl Choice {
    fn of(candidate: &Candidate) -> Self {
        let Candidate { kind, part, numbers, is_either, stack, axes, rule, split, implied, .. } =
            candidate;
        let last = stack.items().last().unwrap_or(stack.first());
        Self {
            kind: *kind,
            part: *part,
            numbers: *numbers,
            is_either: *is_either,
            names: (stack.first().label.clone(), last.label.clone()),
            shape: stack.shape().to_vec(),
            axes: axes.clone(),
            choices: choices_of(candidate),
            scale: rule.scale,
            split: *split,
            implied: *implied,
            can_split: can_split(candidate),
        }
    }
}

fn outcome(
    opened: &Opened<'_>,
    found: &[Candidate],
    understood: &Candidate,
    corrections: &Corrections,
) -> Outcome {
    let split = with_heads(understood, corrections.heads);
    let candidate = split.as_ref().unwrap_or(understood);
    let result = corrected(opened, split.as_ref(), corrections);
    let result = match corrections.average {
        Some(true) => averaged(opened, found, corrections, result),
        _ => result,
    };
    let left = if understood.kind == Kind::Qk { unused_bias(opened.files, found) } else { None };
    let result = match (result, left) {
        (Found::Read { .. }, Some(refused)) => Found::Refused { refused },
        (result, _) => result,
    };
    let asks = match &result {
        Found::Refused { .. } => Asks::default(),
        Found::Read { size, .. } => {
            let Candidate { kind, rule, rules, .. } = understood;
            // A layer with a state never looks ahead.
            let keeps_state = |rule: &FileRule| rule.kind.is_some_and(LinearKind::keeps_state);
            let asks = |rule: &FileRule| rule.causal().is_none() && !keeps_state(rule);
            let is_open = match rules {
                Some(Ok(layers)) => layers.iter().flatten().any(asks),
                _ => asks(rule),
            };
            let is_open = is_open && corrections.causal.is_none();
            let is_open = is_open && !understood.extra.looks_back();
            Asks {
                causal: *kind == Kind::Qk && is_open && !understood.is_cross(),
                heads: corrections.heads.is_none() && asks_heads(understood, *size),
            }
        }
    };
    let unused = unused(opened.files, std::slice::from_ref(understood));
    Outcome { candidate: Choice::of(candidate), unused, asks, result }
}
