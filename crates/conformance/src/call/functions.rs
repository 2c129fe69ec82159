//! The functions of NumPy's generator, with their signatures and defaults.

use heedmap_attention::random::{Distribution, RandomState};

use super::arguments::{Arguments, items};
use super::parser::Parsed;
use super::value::Value;
use super::{CallError, Drawn, value_count};

/// Calls the method with this name.
pub(super) fn dispatch(
    state: &mut RandomState,
    call: Parsed,
    count: usize,
) -> Result<Drawn, CallError> {
    let floats = |state: &mut RandomState, distribution, count| {
        Ok(Drawn::Floats(state.floats(distribution, count)?))
    };
    let function = call.function.clone();
    match function.as_str() {
        "rand" => floats(state, Distribution::Rand, Arguments::dimensions(call, count)?),
        "randn" => floats(state, Distribution::Randn, Arguments::dimensions(call, count)?),
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
            floats(state, Distribution::Uniform { low, high }, arguments.size(count)?)
        }
        "normal" => {
            let mut arguments = Arguments::bind(call, &["loc", "scale", "size"])?;
            let mean = arguments.float("loc")?.unwrap_or(0.0);
            let deviation = arguments.float("scale")?.unwrap_or(1.0);
            floats(state, Distribution::Normal { mean, deviation }, arguments.size(count)?)
        }
        "randint" => randint(state, call, count),
        "choice" => choice(state, call, count),
        "permutation" | "shuffle" => reorder(state, call),
        "seed" => {
            let seed = Arguments::bind(call, &["seed"])?.needed_integer("seed")?;
            *state = RandomState::new(seed).map_err(heedmap_attention::Error::from)?;
            Ok(Drawn::Integers(Vec::new()))
        }
        "raw_u32" => {
            let count = Arguments::bind(call, &["size"])?.size(count)?;
            Ok(Drawn::Integers((0..count).map(|_| i64::from(state.next_u32())).collect()))
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

/// `randint(low, high=None, size=None)`: with one bound, from 0 to that bound.
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
        let wanted = CallError::WrongKind { name: "a", wanted: "0 or more, or a list" };
        let population = u64::try_from(population).map_err(|_| wanted)?;
        return Ok(Drawn::Integers(places(population)?));
    }
    let items = items("a", population)?;
    let places = places(items.len() as u64)?;
    Ok(match items {
        Drawn::Integers(items) => Drawn::Integers(pick(&items, &places)),
        Drawn::Floats(items) => Drawn::Floats(pick(&items, &places)),
    })
}

/// `permutation(x)` reorders the first `x` integers or a list; `shuffle(x)` only takes a list.
fn reorder(state: &mut RandomState, call: Parsed) -> Result<Drawn, CallError> {
    let is_shuffle = call.function == "shuffle";
    match Arguments::bind(call, &["x"])?.needed("x")? {
        Value::Integer(count) if !is_shuffle => {
            let wanted = CallError::WrongKind { name: "x", wanted: "0 or more, or a list" };
            let count = value_count(u128::try_from(count).map_err(|_| wanted)?)?;
            Ok(Drawn::Integers(state.permutation(count)?))
        }
        list => {
            let mut items = items("x", list)?;
            match &mut items {
                Drawn::Integers(items) => state.shuffle(items),
                Drawn::Floats(items) => state.shuffle(items),
            }
            Ok(items)
        }
    }
}

/// The items at these indexes.
fn pick<T: Copy>(items: &[T], places: &[i64]) -> Vec<T> {
    let places = places.iter().filter_map(|&place| usize::try_from(place).ok());
    places.filter_map(|place| items.get(place).copied()).collect()
}
