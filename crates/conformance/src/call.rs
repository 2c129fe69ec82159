//! Runs NumPy calls given as text, such as `randint(3, size=(3, 3))`, on a [`RandomState`].
//!
//! Case files name each case by its call. Only calls of the legacy generator with literal arguments
//! are supported: no variables, no `dtype`.

mod arguments;
mod error;
mod functions;
mod parser;
mod tokens;
mod value;

pub use error::{CallError, Unrun};

use functions::dispatch;
use parser::parse;

use heedmap_attention::random::RandomState;
use heedmap_attention::{Error, MAX_CELLS};

/// The result of a call, in NumPy's order.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawn {
    /// Integers, exactly.
    Integers(Vec<i64>),
    /// Floats.
    Floats(Vec<f64>),
}

impl Drawn {
    /// The number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Drawn::Integers(values) => values.len(),
            Drawn::Floats(values) => values.len(),
        }
    }

    /// Whether there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Runs a NumPy call given as text, and returns the drawn values.
///
/// Supported are `rand`, `randn`, `randint`, `random_sample` (and its other names),
/// `standard_normal`, `uniform`, `normal`, `permutation`, `shuffle` (which returns the shuffled
/// items), `choice`, `seed`, and two that NumPy does not have: `raw_u32`, the words of the stream,
/// and `reseed_clears_gauss_cache`, which draws one normal number, restarts the stream, and draws
/// normal numbers. A path before the name (`np.random.`) is ignored, empty brackets are optional,
/// and `_c_order` after them has no effect, because it is the default.
///
/// The stream continues after the last call, so a sequence of calls is run by calling this for
/// each.
///
/// - `count`: the number of values if the call has no size
///
/// # Errors
///
/// [`Unrun`] with the call and the reason.
pub fn run_call(state: &mut RandomState, call: &str, count: usize) -> Result<Drawn, Unrun> {
    let mut run = || {
        let text = call.trim();
        let parsed = parse(text.strip_suffix("_c_order").unwrap_or(text))?;
        dispatch(state, parsed, value_count(count as u128)?)
    };
    // The start of the text is enough to identify the call.
    run().map_err(|problem| Unrun { call: call.chars().take(80).collect(), problem })
}

/// Converts a number of values, if it fits.
fn value_count(count: u128) -> Result<usize, Error> {
    match usize::try_from(count) {
        Ok(count) if count <= MAX_CELLS => Ok(count),
        _ => Err(Error::TooManyValues { count, most: MAX_CELLS }),
    }
}
