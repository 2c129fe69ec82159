//! Where queries and keys stand.

use heedmap_attention_rule::{AttentionRule, Causal, Rope};

use crate::candidate::Candidate;
use crate::extent::Extent;
use crate::message::Refusal;
use crate::sinks::SinksFound;

/// The position of the queries among the keys.
pub(crate) struct Place {
    /// The number of keys that are tokens.
    pub(crate) tokens: u64,
    /// The position of query 0 among these.
    pub(crate) before: i64,
    /// Whether all steps of generation have the same keys, as with a static cache.
    pub(crate) is_static: bool,
    pub(crate) reach: Option<Vec<u64>>,
}

/// Whether the last query is at the last key: rules that depend on positions count from there, like `causal`.
pub(crate) fn is_last(rule: &AttentionRule, extent: &Extent) -> bool {
    let AttentionRule { mask, window, slope, rope, attn_temperature_tuning, .. } = rule;
    let has_positions = mask.is_some() || window.is_some() || slope.is_some() || rope.is_some();
    let has_positions = has_positions || attn_temperature_tuning.is_some();
    let is_open = rule.causal == Causal::None && extent.keys > extent.queries;
    rule.causal == Causal::LowerRight || has_positions && is_open
}

impl Place {
    /// `is_aligned`: whether the rule aligns the last query with the last key; `offset`: the position that the file states.
    pub(crate) fn of(
        candidate: &Candidate,
        extent: &Extent,
        (is_aligned, offset): (bool, Option<u64>),
        sinks: &SinksFound,
    ) -> Self {
        let Extent { queries, keys, steps, .. } = extent;
        // One of the keys may be the column of a sink, which is not a token.
        let tokens = keys.saturating_sub(u64::from(sinks.is_column && sinks.scores.is_none()));
        let is_generated = steps.len() > 1;
        let (first, seen) = steps.first().copied().unwrap_or((1, 1));
        let is_static = is_generated && seen == *keys;
        let is_cached = (*queries == 1 || is_aligned || offset.is_some()) && !candidate.is_cross();
        let last = tokens as i64 - *queries as i64;
        let before = match is_generated {
            true if !is_static => seen as i64 - first as i64,
            false if is_cached => offset.map_or(last, |offset| offset as i64),
            _ => 0,
        };
        let each = |&(length, seen): &(u64, u64)| std::iter::repeat_n(seen, length as usize);
        let reach = (is_generated && !is_static).then(|| steps.iter().flat_map(each).collect());
        Self { tokens, before, is_static, reach }
    }
}

/// The positions of the keys of a text without padding, if rotations need them.
pub(crate) fn positions(
    given: Option<Vec<Vec<i64>>>,
    ropes: &[&Rope],
    keys: u64,
    range: Option<(u64, u64)>,
) -> Result<Option<Vec<Vec<i64>>>, Refusal> {
    let Some(lists) = given.filter(|_| !ropes.is_empty()) else { return Ok(None) };
    let sections = |rope: &&Rope| rope.mrope_section.as_ref().map_or(1, Vec::len);
    let (positions, wanted) = (lists[0].len(), ropes.iter().map(sections));
    let odd = wanted.into_iter().find(|&sections| sections != lists.len());
    if odd.is_some() || positions as u64 != keys {
        let sections = odd.unwrap_or(lists.len()) as f64;
        let (lists, positions, keys) = (lists.len() as f64, positions as f64, keys as f64);
        return Err(Refusal::Positions { lists, positions, sections, keys });
    }
    let (first, length) = range.unwrap_or((0, keys));
    let cut = |list: Vec<i64>| {
        list.into_iter().skip(first as usize).take(length as usize).collect::<Vec<_>>()
    };
    Ok(Some(lists.into_iter().map(cut).collect()))
}
