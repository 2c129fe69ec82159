//! `rng-fixture/1`: draws of `numpy.random.RandomState(seed)`.
//!
//! `seeds` maps a seed to calls with their values. Every call has its own stream, except in
//! `sequences`: a list of lists of calls, where each list has one stream. A call without a size
//! drew `n` values, the number in the file. In a sequence, where such a call is one or a few draws
//! between others, it drew as many values as it lists. A single number, as NumPy returns it, is a
//! list of one.
//!
//! Values must be equal; normal ones may be 2 ulp off, because NumPy takes its logarithm from the C
//! library, and C libraries differ.

use heedmap_attention::random::RandomState;
use serde_json::{Map, Value, json};

use super::case::{Case, Work};
use super::number::{Number, worst};
use crate::{Drawn, run_call};

/// Calls that run one after another on the stream of a seed.
struct Stream {
    seed: i128,
    calls: Vec<Call>,
}

struct Call {
    text: String,
    /// The number of values of a call without a size.
    count: usize,
    expected: Vec<Number>,
}

/// The cases of a file: one for each call of each seed, and one for each sequence.
pub(super) fn cases(file: &Value) -> Vec<Case> {
    let Some(seeds) = file["seeds"].as_object() else {
        return vec![failed("seeds", "is missing or no object")];
    };
    let count = file["n"].as_u64().and_then(|n| usize::try_from(n).ok());
    seeds.iter().flat_map(|(seed, calls)| cases_of_seed(seed, calls, count)).collect()
}

fn cases_of_seed(seed: &str, calls: &Value, count: Option<usize>) -> Vec<Case> {
    let name = |key: &str| format!("seed {seed}, {key}");
    let Ok(number) = seed.parse::<i128>() else {
        return vec![failed(&format!("seed {seed:?}"), "is not an integer")];
    };
    let Some(calls) = calls.as_object().filter(|calls| !calls.is_empty()) else {
        return vec![failed(&format!("seed {seed}"), "has no calls")];
    };
    let case = |name: String, calls: Result<Vec<Call>, String>| -> Case {
        (name, calls.map(|calls| Box::new(Stream { seed: number, calls }) as Box<dyn Work>))
    };
    let mut cases = Vec::new();
    for (key, values) in calls {
        if key != "sequences" {
            // `n` does not apply to a single number, which was drawn alone, nor to the one key that
            // is no call of NumPy: a draw, a new seed, and as many draws as it has values.
            let is_counted = key != "reseed_clears_gauss_cache" && values.is_array();
            let count = count.filter(|_| is_counted);
            cases.push(case(name(key), Call::read(key, values, count).map(|call| vec![call])));
            continue;
        }
        let Some(sequences) = values.as_array() else {
            cases.push(failed(&name(key), "is not a list"));
            continue;
        };
        for (index, sequence) in sequences.iter().enumerate() {
            cases.push(case(name(&format!("sequence {index}")), sequence_of(sequence)));
        }
    }
    cases
}

fn failed(name: &str, sentence: &str) -> Case {
    (name.to_owned(), Err(sentence.to_owned()))
}

/// The calls of one sequence: objects with `call` and `values`.
fn sequence_of(sequence: &Value) -> Result<Vec<Call>, String> {
    let steps =
        sequence.as_array().filter(|steps| !steps.is_empty()).ok_or("is not a list of calls")?;
    let call = |step: &Map<String, Value>| {
        let text = step.get("call").and_then(Value::as_str).ok_or("has a step without a call")?;
        Call::read(text, step.get("values").ok_or("has a step without values")?, None)
    };
    steps
        .iter()
        .map(|step| call(step.as_object().ok_or("has a step that is not an object")?))
        .collect()
}

impl Call {
    /// A call with its values. Without a count, it drew as many values as are listed.
    fn read(text: &str, values: &Value, count: Option<usize>) -> Result<Self, String> {
        let values = match values {
            Value::Array(values) => values.as_slice(),
            Value::Number(_) | Value::String(_) => std::slice::from_ref(values),
            _ => return Err("its values are neither a list nor a number".to_owned()),
        };
        if values.is_empty() {
            return Err("it has no values to compare with".to_owned());
        }
        let number = |(index, value)| {
            Number::from_json(value)
                .ok_or_else(|| format!("value {index} is not a number: {value}"))
        };
        Ok(Self {
            text: text.to_owned(),
            count: count.unwrap_or(values.len()),
            expected: values.iter().enumerate().map(number).collect::<Result<_, _>>()?,
        })
    }

    /// The largest allowed distance of a value, in ulps.
    fn tolerance(&self) -> u128 {
        let name = self.text.split('(').next().unwrap_or_default().trim();
        match name.rsplit('.').next().unwrap_or_default() {
            "randn" | "normal" | "standard_normal" | "reseed_clears_gauss_cache" => 2,
            _ => 0,
        }
    }

    fn judge(&self, computed: &Value) -> Result<(), String> {
        let computed = computed.as_array().ok_or("gave no list")?;
        if computed.len() != self.expected.len() {
            return Err(format!("{} values, expected {}", computed.len(), self.expected.len()));
        }
        let computed: Option<Vec<Number>> = computed.iter().map(Number::from_json).collect();
        let computed = computed.ok_or("gave something that is not a number")?;
        match worst(&self.expected, &computed, self.tolerance()) {
            Some(worst) => Err(worst.to_string()),
            None => Ok(()),
        }
    }
}

impl Work for Stream {
    fn native(&self) -> Result<Value, String> {
        let mut state = RandomState::new(self.seed).map_err(|error| error.to_string())?;
        let draw = |call: &Call| {
            run_call(&mut state, &call.text, call.count)
                .map(|drawn| values_of(&drawn))
                .map_err(|error| error.to_string())
        };
        self.calls.iter().map(draw).collect()
    }

    fn request(&self) -> Option<Value> {
        let calls: Vec<&str> = self.calls.iter().map(|call| call.text.as_str()).collect();
        let counts: Vec<usize> = self.calls.iter().map(|call| call.count).collect();
        // A seed that does not fit a float is out of NumPy's range and is rejected in either form.
        let seed = self.seed as f64;
        Some(json!({ "run": "numpy", "seed": seed, "calls": calls, "counts": counts }))
    }

    fn judge(&self, computed: &Value) -> Result<(), String> {
        let computed = computed.as_array().filter(|lists| lists.len() == self.calls.len());
        let computed = computed.ok_or("gave another number of lists than there are calls")?;
        for (index, (call, values)) in self.calls.iter().zip(computed).enumerate() {
            call.judge(values).map_err(|sentence| match self.calls.len() {
                1 => sentence,
                _ => format!("call {index}, {}: {sentence}", call.text),
            })?;
        }
        Ok(())
    }
}

fn values_of(drawn: &Drawn) -> Value {
    match drawn {
        Drawn::Integers(values) => values.iter().copied().map(Value::from).collect(),
        Drawn::Floats(values) => values.iter().copied().map(Number::float_to_json).collect(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// The native result of each case of a file.
    fn verdicts(text: &str) -> Vec<Result<(), String>> {
        let file = serde_json::from_str(text).unwrap();
        let verdict = |(_, work): Case| work.and_then(|work| work.judge(&work.native()?));
        cases(&file).into_iter().map(verdict).collect()
    }

    /// The result of the only case of a file with these calls for seed 42.
    fn verdict(calls: &str) -> Result<(), String> {
        let mut all = verdicts(&format!(r#"{{"seeds":{{"42":{{{calls}}}}}}}"#));
        assert_eq!(all.len(), 1);
        all.remove(0)
    }

    #[test]
    fn numbers_that_numpy_drew_pass() {
        assert_eq!(verdict(r#""randint(10)":[6,3,7,4]"#), Ok(()));
        assert_eq!(verdict(r#""rand":[0.3745401188473625]"#), Ok(()));
        assert_eq!(verdict(r#""randn":[0.4967141530112327]"#), Ok(()));
        let sequence = r#""sequences":[[{"call":"randint(10, size=2)","values":[6,3]}]]"#;
        assert_eq!(verdict(sequence), Ok(()));
    }

    #[test]
    fn a_call_without_a_size_draws_as_many_values_as_it_lists() {
        let calls = r#"{"call":"rand()","values":[0.3745401188473625]},
            {"call":"randint(9)","values":[7, 4, 6]},
            {"call":"uniform(-1,1)","values":REST}"#;
        let sequence = |rest| format!(r#""sequences":[[{}]]"#, calls.replace("REST", rest));
        let two = "[-0.10833449429281772, -0.8000501683639942]";
        assert_eq!(verdict(&sequence(two)), Ok(()));
        // The count of the file applies only to calls outside of sequences.
        let file = format!(r#"{{"n":40,"seeds":{{"42":{{{}}}}}}}"#, sequence(two));
        assert_eq!(verdicts(&file), [Ok(())]);
    }

    #[test]
    fn a_single_number_is_a_list_of_one_value() {
        let calls = r#""rand()":0.3745401188473625,"sequences":[[
            {"call":"rand()","values":0.3745401188473625},
            {"call":"rand(1)","values":0.9507143064099162},
            {"call":"rand","values":[0.7319939418114051, 0.5986584841970366]}]]"#;
        assert_eq!(
            verdicts(&format!(r#"{{"n":40,"seeds":{{"42":{{{calls}}}}}}}"#)),
            [Ok(()), Ok(())]
        );
        let off = r#""sequences":[[{"call":"rand()","values":0.5}]]"#;
        assert!(verdict(off).unwrap_err().contains("value 0 is 0.37454"));
    }

    #[test]
    fn the_request_for_wasm_has_a_count_for_each_call() {
        let file = r#"{"n":40,"seeds":{"1":{"sequences":[[{"call":"rand()","values":0.5},
            {"call":"randn()","values":[1,2,3]}]]}}}"#;
        let (_, work) = cases(&serde_json::from_str(file).unwrap()).remove(0);
        assert_eq!(work.unwrap().request().unwrap()["counts"], json!([1, 3]));
    }

    #[test]
    fn uniform_numbers_are_exact_and_normal_ones_within_two_ulp() {
        assert!(verdict(r#""rand":[0.37454011884736256]"#).unwrap_err().contains("1 ulp"));
        let ulps_off =
            |ulps| 0.4967141530112327_f64.to_bits().checked_add(ulps).map(f64::from_bits);
        let randn = |value: Option<f64>| verdict(&format!(r#""randn":[{:?}]"#, value.unwrap()));
        assert_eq!(randn(ulps_off(1)), Ok(()));
        assert!(randn(ulps_off(9)).unwrap_err().contains("ulp"));
        assert!(
            verdict(r#""randint(10)":[6,4]"#).unwrap_err().contains("value 1 is 3, expected 4")
        );
    }

    #[test]
    fn a_wrong_number_of_values_fails() {
        let sentence = verdict(r#""randint(10, size=3)":[6,3]"#).unwrap_err();
        assert_eq!(sentence, "3 values, expected 2");
        let short = verdicts(r#"{"n":3,"seeds":{"42":{"randint(10)":[6,3]}}}"#);
        assert_eq!(short, [Err("3 values, expected 2".to_owned())]);
    }

    #[test]
    fn a_malformed_file_is_a_failed_case_with_a_message() {
        let malformed = [
            "{}",
            r#"{"seeds":[]}"#,
            r#"{"seeds":{"x":{"rand":[1]}}}"#,
            r#"{"seeds":{"-1":{"rand":[1]}}}"#,
            r#"{"seeds":{"4294967296":{"rand":[1]}}}"#,
            r#"{"seeds":{"1":{}}}"#,
            r#"{"seeds":{"1":3}}"#,
            r#"{"seeds":{"1":{"rand":3}}}"#,
            r#"{"seeds":{"1":{"rand":[]}}}"#,
            r#"{"seeds":{"1":{"rand":null}}}"#,
            r#"{"seeds":{"1":{"rand":"many"}}}"#,
            r#"{"seeds":{"1":{"rand":[null]}}}"#,
            r#"{"seeds":{"1":{"rand(":[1]}}}"#,
            r#"{"seeds":{"1":{"gamma(2)":[1]}}}"#,
            r#"{"seeds":{"1":{"randn(99999999999)":[1]}}}"#,
            r#"{"n":99999999999,"seeds":{"1":{"randn":[1]}}}"#,
            r#"{"n":-1,"seeds":{"1":{"randn":[1]}}}"#,
            r#"{"seeds":{"1":{"sequences":3}}}"#,
            r#"{"seeds":{"1":{"sequences":[[]]}}}"#,
            r#"{"seeds":{"1":{"sequences":[[3]]}}}"#,
            r#"{"seeds":{"1":{"sequences":[[{"values":[1]}]]}}}"#,
            r#"{"seeds":{"1":{"sequences":[[{"call":"rand(1)"}]]}}}"#,
        ];
        for text in malformed {
            let verdicts = verdicts(text);
            assert_eq!(verdicts.len(), 1, "{text}");
            assert!(verdicts[0].as_ref().is_err_and(|sentence| !sentence.is_empty()), "{text}");
        }
    }
}
