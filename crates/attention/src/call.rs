//! NumPy calls written as text: `randint(3, size=(3, 3))`, run on a [`RandomState`].
//!
//! A reader pastes the line of the notebook; a file of cases names each case by its call. Only
//! the calls of the legacy generator are known, with literal arguments: no variables, no `dtype`.

mod arguments;
mod expression;
mod tokens;

use arguments::Arguments;
use expression::{Parsed, Value, parse};

use crate::error::Error;
use crate::random::{Distribution, RandomState, value_count};

/// What a call drew, in the order in which NumPy lays it out.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawn {
    /// Integers, with all their digits.
    Integers(Vec<i64>),
    /// Floats.
    Floats(Vec<f64>),
}

/// Why a call cannot be run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each field is")]
pub enum CallError {
    /// The function is not one of the generator's.
    #[error("there is no function {name}")]
    UnknownFunction { name: String },
    /// The text is not a call.
    #[error("unexpected {found} at character {at}")]
    Unexpected { found: String, at: usize },
    /// The text stops in the middle.
    #[error("it ends too early")]
    EndsEarly,
    /// A number that does not fit.
    #[error("a number in it is too large")]
    NumberTooLarge,
    /// A number divided by 0.
    #[error("it divides by 0")]
    DivisionByZero,
    /// Brackets within brackets beyond reason.
    #[error("it is nested more than {most} deep")]
    TooDeep { most: usize },
    /// Something other than two numbers is added or multiplied.
    #[error("only numbers can be added, multiplied and so on")]
    NotNumbers,
    /// There are more arguments than the function takes.
    #[error("it has {got} arguments where {function} takes at most {most}")]
    TooManyArguments {
        function: String,
        got: usize,
        most: usize,
    },
    /// An argument has a name that the function does not know, or that is given twice.
    #[error("{function} takes no argument {name}, or has it already")]
    UnknownArgument { function: String, name: String },
    /// A needed argument is missing.
    #[error("the argument {name} is missing")]
    MissingArgument { name: &'static str },
    /// An argument is of another kind than it must be.
    #[error("the argument {name} must be {wanted}")]
    WrongKind {
        name: &'static str,
        wanted: &'static str,
    },
    /// The generator refused the figures.
    #[error("{0}")]
    Refused(Box<Error>),
}

impl From<Error> for CallError {
    fn from(error: Error) -> Self {
        CallError::Refused(Box::new(error))
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
/// - errors: [`Error::Call`] with the reason
pub fn run_call(state: &mut RandomState, call: &str, count: usize) -> Result<Drawn, Error> {
    let mut run = || {
        let text = call.trim();
        let parsed = parse(text.strip_suffix("_c_order").unwrap_or(text))?;
        dispatch(state, parsed, value_count(count as u128)?)
    };
    run().map_err(|problem| Error::Call {
        call: call.to_owned(),
        problem,
    })
}

/// Calls the method that the text names.
fn dispatch(state: &mut RandomState, call: Parsed, count: usize) -> Result<Drawn, CallError> {
    let floats = |state: &mut RandomState, distribution, count| {
        Ok(Drawn::Floats(state.floats(distribution, count)?))
    };
    let function = call.function.clone();
    match function.as_str() {
        "rand" => floats(
            state,
            Distribution::Rand,
            Arguments::dimensions(call, count)?,
        ),
        "randn" => floats(
            state,
            Distribution::Randn,
            Arguments::dimensions(call, count)?,
        ),
        "random_sample" | "random" | "ranf" | "sample" => {
            let mut arguments = Arguments::bind(call, &["size"])?;
            floats(state, Distribution::Rand, arguments.size(count)?)
        }
        "standard_normal" => {
            let mut arguments = Arguments::bind(call, &["size"])?;
            floats(state, Distribution::Randn, arguments.size(count)?)
        }
        "uniform" => {
            let mut arguments = Arguments::bind(call, &["low", "high", "size"])?;
            let low = arguments.float("low")?.unwrap_or(0.0);
            let high = arguments.float("high")?.unwrap_or(1.0);
            floats(
                state,
                Distribution::Uniform { low, high },
                arguments.size(count)?,
            )
        }
        "normal" => {
            let mut arguments = Arguments::bind(call, &["loc", "scale", "size"])?;
            let mean = arguments.float("loc")?.unwrap_or(0.0);
            let deviation = arguments.float("scale")?.unwrap_or(1.0);
            floats(
                state,
                Distribution::Normal { mean, deviation },
                arguments.size(count)?,
            )
        }
        "randint" => randint(state, call, count),
        "choice" => choice(state, call, count),
        "permutation" | "shuffle" => reorder(state, call),
        "seed" => {
            let seed = Arguments::bind(call, &["seed"])?.needed_integer("seed")?;
            *state = RandomState::new(seed)?;
            Ok(Drawn::Integers(Vec::new()))
        }
        "raw_u32" => {
            let count = Arguments::bind(call, &["size"])?.size(count)?;
            Ok(Drawn::Integers(
                (0..count).map(|_| i64::from(state.next_u32())).collect(),
            ))
        }
        "reseed_clears_gauss_cache" => {
            Arguments::bind(call, &[])?;
            state.randn();
            state.restart();
            floats(state, Distribution::Randn, count)
        }
        _ => Err(CallError::UnknownFunction { name: function }),
    }
}

/// `randint(low, high=None, size=None)`: with one bound, from 0 up to it.
fn randint(state: &mut RandomState, call: Parsed, count: usize) -> Result<Drawn, CallError> {
    let mut arguments = Arguments::bind(call, &["low", "high", "size"])?;
    let first = arguments.needed_integer("low")?;
    let (low, high) = match arguments.integer("high")? {
        Some(high) => (first, high),
        None => (0, first),
    };
    let draws = (0..arguments.size(count)?).map(|_| state.randint(low, high));
    Ok(Drawn::Integers(draws.collect::<Result<_, _>>()?))
}

/// `choice(a, size=None, replace=True, p=None)`, of the first `a` integers or of a list.
fn choice(state: &mut RandomState, call: Parsed, count: usize) -> Result<Drawn, CallError> {
    let mut arguments = Arguments::bind(call, &["a", "size", "replace", "p"])?;
    let population = arguments.needed("a")?;
    let count = arguments.size(count)?;
    let replace = arguments.boolean("replace")?.unwrap_or(true);
    let probabilities = arguments.floats("p")?;
    let mut places =
        |population: u64| state.choice(population, count, replace, probabilities.as_deref());
    if let Value::Integer(population) = population {
        let wanted = CallError::WrongKind {
            name: "a",
            wanted: "0 or more, or a list",
        };
        let population = u64::try_from(population).map_err(|_| wanted)?;
        return Ok(Drawn::Integers(places(population)?));
    }
    let items = arguments::items("a", population)?;
    let places = places(items.len() as u64)?;
    Ok(match items {
        Drawn::Integers(items) => Drawn::Integers(pick(&items, &places)),
        Drawn::Floats(items) => Drawn::Floats(pick(&items, &places)),
    })
}

/// `permutation(x)` and `shuffle(x)`: the first `x` integers, or a list, in another order.
fn reorder(state: &mut RandomState, call: Parsed) -> Result<Drawn, CallError> {
    let of_list_only = call.function == "shuffle";
    match Arguments::bind(call, &["x"])?.needed("x")? {
        Value::Integer(count) if !of_list_only => {
            let wanted = CallError::WrongKind {
                name: "x",
                wanted: "0 or more, or a list",
            };
            let count = value_count(u128::try_from(count).map_err(|_| wanted)?)?;
            Ok(Drawn::Integers(state.permutation(count)?))
        }
        list => {
            let mut items = arguments::items("x", list)?;
            match &mut items {
                Drawn::Integers(items) => state.shuffle(items),
                Drawn::Floats(items) => state.shuffle(items),
            }
            Ok(items)
        }
    }
}

/// The items at these places.
fn pick<T: Copy>(items: &[T], places: &[i64]) -> Vec<T> {
    let places = places
        .iter()
        .filter_map(|&place| usize::try_from(place).ok());
    places
        .filter_map(|place| items.get(place).copied())
        .collect()
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
