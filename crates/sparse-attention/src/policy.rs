//! Which keys of a dense causal map would be kept with a budget, by several policies, and how much weight they hold.

use crate::error::{Error, check_length};
use crate::eviction::{h2o, snapkv, window_with_sinks};
use crate::mass::mass_lost;
use crate::top_k::top_k;

/// The number of first keys that a window keeps besides itself.
const SINKS: usize = 4;
/// The number of queries at the end of a prompt that vote in SnapKV.
const VOTERS: usize = 32;
/// How far SnapKV keeps the neighbors of a key: it pools seven keys.
const REACH: usize = 3;

/// How keys are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Policy {
    /// The keys with the largest weights: no choice of as many keys keeps more.
    Best,
    /// The first keys, at most four and at most half of the budget, and the last ones: StreamingLLM.
    Window,
    /// The keys with the most weight so far, and as many of the last ones: H2O.
    H2o,
    /// Of the first half of the text, the keys that its last queries look at, and all keys after it: SnapKV.
    SnapKv,
}

impl Policy {
    /// The policy with a name; `None` if there is none.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "best" => Self::Best,
            "window" => Self::Window,
            "h2o" => Self::H2o,
            "snapkv" => Self::SnapKv,
            _ => return None,
        })
    }
}

/// The keys that each query keeps, ascending.
pub type Kept = Vec<Vec<usize>>;

/// The keys that each query of a causal map keeps with a budget.
///
/// - `weights`: dense causal weights, (tokens, tokens), row-major; NaN for keys that a query cannot see, which none keeps
/// - `budget`: the largest number of keys of a query; in SnapKV, of keys of the first half
/// - returns: for each query the kept keys, ascending. Ties go to the earlier key
/// - errors: [`Error::Length`], [`Error::Budget`] for a budget of 0
pub fn kept<T: Copy + Into<f64>>(
    weights: &[T],
    tokens: usize,
    policy: Policy,
    budget: usize,
) -> Result<Kept, Error> {
    check_length("the weights", weights.len(), tokens, tokens)?;
    if budget == 0 {
        return Err(Error::Budget { budget, kept: 1 });
    }
    let rows = || weights.chunks_exact(tokens.max(1)).enumerate();
    let mut found: Kept = match policy {
        Policy::Best => rows().map(|(_, row)| best(row, budget)).collect(),
        Policy::Window => (0..tokens).map(|query| window(query, budget)).collect(),
        Policy::H2o => h2o(weights, tokens, budget, budget.div_ceil(2))?,
        Policy::SnapKv => {
            let prompt = tokens / 2;
            let voters = VOTERS.min(prompt).min(budget.div_ceil(2));
            let of_prompt = snapkv(weights, tokens, prompt, voters, REACH, budget)?;
            let of_query = |query: usize| match query < prompt {
                true => (0..=query).collect(),
                false => of_prompt.iter().copied().chain(prompt..=query).collect(),
            };
            (0..tokens).map(of_query).collect()
        }
    };
    found.iter_mut().zip(rows()).for_each(|(keys, (_, row))| keep_seen(keys, row));
    Ok(found)
}

/// Leaves out the keys that the query cannot see, whose weight is NaN, and those that do not exist.
pub fn keep_seen<T: Copy + Into<f64>>(keys: &mut Vec<usize>, weights: &[T]) {
    keys.retain(|&key| weights.get(key).is_some_and(|&weight| !weight.into().is_nan()));
}

fn best<T: Copy + Into<f64>>(row: &[T], budget: usize) -> Vec<usize> {
    let scores: Vec<f64> = row.iter().map(|&weight| weight.into()).collect();
    top_k(&scores, budget)
}

/// The keys of [`Policy::Window`].
pub(crate) fn window(position: usize, budget: usize) -> Vec<usize> {
    let sinks = SINKS.min(budget / 2);
    window_with_sinks(position, sinks, budget - sinks)
}

/// How much weight a budget keeps: `1 -` the mass lost.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Recall {
    /// The mean over the queries.
    pub mean: f64,
    /// What nine of ten queries keep at least.
    pub low: f64,
    /// What one of ten queries keeps at least.
    pub high: f64,
    /// What one query keeps.
    pub query: f64,
}

/// How much weight the kept keys of each query hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Recalls {
    held: Vec<f64>,
    mean: f64,
    low: f64,
    high: f64,
}

impl Recalls {
    /// The recall of all queries.
    ///
    /// - `weights`: like for [`kept`]; `kept`: for each query
    /// - errors: [`Error::Length`], [`Error::NoSuchKey`]
    pub fn of<T: Copy + Into<f64>>(weights: &[T], kept: &[Vec<usize>]) -> Result<Self, Error> {
        let tokens = kept.len();
        check_length("the weights", weights.len(), tokens, tokens)?;
        let rows = weights.chunks_exact(tokens.max(1)).zip(kept);
        let held = rows.map(|(row, keys)| Ok(1.0 - mass_lost(row, keys)?));
        Ok(Self::among(held.collect::<Result<Vec<f64>, Error>>()?))
    }

    /// The recall over queries, from what each of them keeps.
    pub(crate) fn among(held: Vec<f64>) -> Self {
        let mean = held.iter().sum::<f64>() / held.len() as f64;
        let mut sorted = held.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let last = sorted.len().saturating_sub(1);
        let at = |share: usize| sorted.get(last * share / 10).copied().unwrap_or(f64::NAN);
        Self { mean, low: at(1), high: at(9), held }
    }

    /// The recall over all queries and for one; `None` for one that does not exist. A quantile is the nearest of the
    /// numbers, the lower of two.
    #[must_use]
    pub fn at(&self, query: usize) -> Option<Recall> {
        let Self { held, mean, low, high } = self;
        Some(Recall { mean: *mean, low: *low, high: *high, query: *held.get(query)? })
    }
}

/// How much weight the kept keys of each query hold, over all queries and for one: [`Recalls::of`].
///
/// - returns: `None` without tokens
pub fn recall_of<T: Copy + Into<f64>>(
    weights: &[T],
    kept: &[Vec<usize>],
    query: usize,
) -> Result<Option<Recall>, Error> {
    Ok(Recalls::of(weights, kept)?.at(query))
}
