//! The heads of real models, compared with results of NumPy.

use crate::support::{assert_near, cells, combined, pooled};
use heedmap_measures::maps::Combination;
use heedmap_measures::{
    HeadMap, Measure, Measures, Pooling, Rollout, Settings, ValueWeighting, measures, merge, norms,
    similarity, value_weighted,
};
use serde_json::Value;

/// Sums of at most 34 terms in 64 bits, in another order and with another logarithm.
const TOLERANCE: f64 = 1e-12;

/// One rounding to 32 bits of numbers up to 4.
const NARROWED: f64 = 4.0 * f32::EPSILON as f64;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/measures/");

/// A file of fixtures, with its heads by layer.
struct File {
    results: Value,
    layers: Vec<Vec<HeadMap>>,
    tokens: Vec<u32>,
}

impl File {
    fn settings(&self) -> Settings<'_> {
        Settings { tokens: Some(&self.tokens), ..Settings::default() }
    }

    fn chosen(&self) -> &HeadMap {
        let [layer, head] = indices(&self.results["chosen"])[..] else { unreachable!() };
        &self.layers[layer][head]
    }
}

fn files() -> (Value, Vec<File>) {
    let text = std::fs::read_to_string(format!("{FOLDER}measures.json")).unwrap();
    let mut found: Value = serde_json::from_str(&text).unwrap();
    let results = found["files"].take();
    let file = |results: &Value| {
        let layers = npy(results["file"].as_str().unwrap());
        let tokens = indices(&results["tokens"]).into_iter().map(|id| id as u32).collect();
        File { results: results.clone(), layers, tokens }
    };
    let files: Vec<File> = results.as_array().unwrap().iter().map(file).collect();
    assert_eq!(files.len(), 3);
    (found, files)
}

/// A file of (layers, heads, n, n) 32-bit numbers, in version 1 of the format of `numpy.save`.
fn npy(name: &str) -> Vec<Vec<HeadMap>> {
    let bytes = std::fs::read(format!("{FOLDER}{name}")).unwrap();
    let start = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let header = std::str::from_utf8(&bytes[10..start]).unwrap();
    assert!(header.contains("'<f4'") && header.contains("'fortran_order': False"), "{header}");
    let shape = header.split(['(', ')']).nth(1).unwrap();
    let shape: Vec<usize> = shape.split(',').map(|side| side.trim().parse().unwrap()).collect();
    let cell = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().unwrap());
    let all: Vec<f32> = bytes[start..].chunks(4).map(cell).collect();
    let head = |cells: &[f32]| HeadMap::new("weights", shape[2], shape[3], cells.to_vec()).unwrap();
    let heads: Vec<HeadMap> = all.chunks(shape[2] * shape[3]).map(head).collect();
    assert_eq!(heads.len(), shape[0] * shape[1]);
    heads.chunks(shape[1]).map(<[HeadMap]>::to_vec).collect()
}

fn list(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().unwrap().iter()
}

fn indices(numbers: &Value) -> Vec<usize> {
    list(numbers).map(|number| number.as_u64().unwrap() as usize).collect()
}

/// The numbers of nested lists, in reading order.
fn flat(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(values) => values.iter().flat_map(flat).collect(),
        number => vec![number.as_f64().unwrap()],
    }
}

fn pairs<'a>(file: &'a File, results: &'a Value) -> impl Iterator<Item = (&'a HeadMap, &'a Value)> {
    let layers = file.layers.iter().zip(list(results));
    layers.flat_map(|(heads, results)| heads.iter().zip(list(results)))
}

#[test]
fn the_measures_of_real_heads_match_numpy() {
    let (found, files) = files();
    let names: Vec<&str> = Measure::ALL.into_iter().map(Measure::name).collect();
    assert_eq!(
        list(&found["measures"]).map(|name| name.as_str().unwrap()).collect::<Vec<_>>(),
        names
    );
    let mut compared = 0;
    for file in &files {
        for (head, expected) in pairs(file, &file.results["heads"]) {
            let found = measures(head, &file.settings()).unwrap();
            compared += compare(&found, expected);
        }
    }
    assert_eq!(compared, (72 + 72 + 16) * Measure::ALL.len());
}

#[test]
fn the_last_queries_alone_are_measured_at_their_positions() {
    for file in files().1 {
        let results = &file.results["last_queries"];
        let number = |name: &str| results[name].as_u64().unwrap() as usize;
        let settings = Settings {
            offset: number("offset") as i64,
            sink_keys: number("sink"),
            diagonal_reach: number("reach"),
            ..file.settings()
        };
        for (head, expected) in pairs(&file, &results["heads"]) {
            let mut measures = Measures::new(number("queries"), head.keys(), &settings).unwrap();
            let last = head.rows().skip(number("offset"));
            last.for_each(|row| measures.row(row).unwrap());
            compare(&measures.finish().unwrap(), expected);
        }
    }
}

/// Compares all measures and returns their number.
#[track_caller]
fn compare(found: &heedmap_measures::HeadMeasures, expected: &Value) -> usize {
    for (measure, expected) in Measure::ALL.into_iter().zip(list(expected)) {
        match (found.get(measure), expected.as_f64()) {
            (Some(got), Some(expected)) => {
                assert!(
                    (got - expected).abs() <= TOLERANCE * expected.abs().max(1.0),
                    "{measure:?}"
                );
            }
            (got, expected) => assert_eq!(got, expected, "{measure:?}"),
        }
    }
    list(expected).count()
}

#[test]
fn rows_of_real_weights_sum_to_nearly_1() {
    for file in files().1 {
        for (head, expected) in pairs(&file, &file.results["row_sums"]) {
            let found = measures(head, &Settings::default()).unwrap();
            let sums = found.row_sums.unwrap();
            assert_near("sums", &[sums.least.sum, sums.greatest.sum], &flat(expected), TOLERANCE);
            assert!((sums.farthest().sum - 1.0).abs() < 1e-5);
            assert_eq!((found.rows_without_key, found.not_weights), (0, None));
        }
    }
}

/// The habits of these heads were found when the models were chosen.
#[test]
fn sorting_by_a_measure_puts_the_known_heads_first() {
    let (_, files) = files();
    let first = |file: &File, measure: Measure| {
        let heads = file.layers.iter().flatten();
        let values: Vec<Option<f64>> =
            heads.map(|head| measures(head, &file.settings()).unwrap().get(measure)).collect();
        let largest = |&a: &usize, &b: &usize| {
            let value = |at: usize| values[at].unwrap_or(f64::NEG_INFINITY);
            value(a).total_cmp(&value(b))
        };
        let first = (0..values.len()).max_by(largest).unwrap();
        (first / file.layers[0].len(), first % file.layers[0].len())
    };
    let gpt = &files[2];
    assert_eq!(first(gpt, Measure::PreviousToken), (0, 1));
    assert_eq!(first(gpt, Measure::Induction), (2, 2));
    // The same head attends to the previous token in both sentences.
    assert_eq!(first(&files[0], Measure::PreviousToken), first(&files[1], Measure::PreviousToken));
    assert!(
        gpt.layers.iter().flatten().all(|head| measures(head, &gpt.settings()).unwrap().causal)
    );
}

#[test]
fn maps_made_of_real_heads_match_numpy() {
    let with_maps = |file: &File| !file.results["rollout"].is_null();
    let files: Vec<File> = files().1.into_iter().filter(with_maps).collect();
    assert_eq!(files.len(), 2);
    for file in &files {
        let (results, chosen) = (&file.results, file.chosen());
        let check = |name: &str, got: &HeadMap| {
            assert_near(name, &cells(got), &flat(&results[name]), NARROWED);
        };
        let mean = |heads: &[HeadMap]| {
            combined(&heads.iter().collect::<Vec<_>>(), Combination::Mean).unwrap()
        };
        check("layer_mean", &mean(&file.layers[0]));
        let second: Vec<&HeadMap> = file.layers.iter().map(|heads| &heads[1]).collect();
        check("head_max", &combined(&second, Combination::Max).unwrap());
        let mut rollout = Rollout::new(chosen.queries()).unwrap();
        file.layers.iter().for_each(|heads| rollout.layer(&mean(heads)).unwrap());
        // NumPy rounded the means to 32 bits before the product.
        check("rollout", &rollout.map());
        let groups = indices(&results["groups"]);
        check("merged", &merge(chosen, &groups, &groups).unwrap());
        check("pooled_max", &pooled(chosen, (5, 7), Pooling::Max));
        check("pooled_mean", &pooled(chosen, (5, 7), Pooling::Mean));
        let v: Vec<f32> = flat(&results["v"]).iter().map(|&cell| cell as f32).collect();
        let lengths = norms(&v, chosen.keys(), 5).unwrap();
        let weighted = |weighting| value_weighted(chosen, &lengths, weighting).unwrap();
        check("value_lengths", &weighted(ValueWeighting::Lengths));
        check("value_shares", &weighted(ValueWeighting::Shares));
    }
}

#[test]
fn similar_heads_are_those_that_numpy_finds() {
    for file in files().1.iter().filter(|file| !file.results["similarity"].is_null()) {
        let (chosen, expected) = (file.chosen(), flat(&file.results["similarity"]));
        let heads: Vec<&HeadMap> = file.layers.iter().flatten().collect();
        for (head, expected) in heads.iter().zip(&expected) {
            // Computed from entropies, the similarity of a head to itself has only half the digits.
            let found = similarity(chosen, head).unwrap().unwrap();
            assert!((found - expected).abs() < 1e-7, "{found} {expected}");
        }
        // The head itself comes first, and then the one that NumPy found.
        let similarity_to = |at: usize| similarity(chosen, heads[at]).unwrap().unwrap();
        let mut order: Vec<usize> = (0..heads.len()).collect();
        order.sort_by(|&a, &b| similarity_to(b).total_cmp(&similarity_to(a)));
        assert!(std::ptr::eq(heads[order[0]], chosen));
        let best = (0..heads.len()).filter(|&at| !std::ptr::eq(heads[at], chosen));
        let best = best.max_by(|&a, &b| expected[a].total_cmp(&expected[b])).unwrap();
        assert_eq!(order[1], best);
    }
}
