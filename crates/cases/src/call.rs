//! NumPy calls written as text: `randint(3, size=(3, 3))`, run on a [`RandomState`].
//!
//! A reader pastes the line of the notebook; a file of cases names each case by its call. Only
//! the calls of the legacy generator are known, with literal arguments: no variables, no `dtype`.

mod arguments;
mod error;
mod functions;
mod parser;
mod tokens;
mod value;

pub use error::{CallError, Unrun};

use functions::dispatch;
use parser::parse;

use heedmap_attention::{Error, MAX_CELLS, RandomState};

/// What a call drew, in the order in which NumPy lays it out.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawn {
    /// Integers, with all their digits.
    Integers(Vec<i64>),
    /// Floats.
    Floats(Vec<f64>),
}

impl Drawn {
    /// How many values there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Drawn::Integers(values) => values.len(),
            Drawn::Floats(values) => values.len(),
        }
    }

    /// Whether there is no value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Runs a NumPy call written as text, and returns what it drew.
///
/// Known are `rand`, `randn`, `randint`, `random_sample` (and its other names), `standard_normal`,
/// `uniform`, `normal`, `permutation`, `shuffle` (which returns what it shuffled), `choice`,
/// `seed`, and two that NumPy does not have: `raw_u32`, the words of the stream as they are, and
/// `reseed_clears_gauss_cache`, which draws one normal number, restarts the stream, and draws
/// normal numbers. A path before the name (`np.random.`) is passed over; brackets may be left out
/// when there are no arguments; `_c_order` after them says what is the case anyway.
///
/// The stream goes on where the last call left it, so a sequence of calls is run by calling this
/// for each.
///
/// - `count`: how many values to draw when the call names no size
/// # Errors
///
/// [`Unrun`] with the call and the reason.
pub fn run_call(state: &mut RandomState, call: &str, count: usize) -> Result<Drawn, Unrun> {
    let mut run = || {
        let text = call.trim();
        let parsed = parse(text.strip_suffix("_c_order").unwrap_or(text))?;
        dispatch(state, parsed, value_count(count as u128)?)
    };
    // The start of the text is enough to tell which call it was.
    run().map_err(|problem| Unrun { call: call.chars().take(80).collect(), problem })
}

/// A number of values to draw, if so many fit.
fn value_count(count: u128) -> Result<usize, Error> {
    match usize::try_from(count) {
        Ok(count) if count <= MAX_CELLS => Ok(count),
        _ => Err(Error::TooManyValues { count, most: MAX_CELLS }),
    }
}
