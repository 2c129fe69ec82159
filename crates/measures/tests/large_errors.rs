//! How far the stated standard errors of large heads hold: heads and skewed measures, beside their true means.

use heedmap_measures::maps::large::{RowSample, STRATA, estimated_mean};

/// The side of the heads.
const SIDE: usize = 1024;
/// The number of samples of each measure.
const SAMPLES: u32 = 400;

/// Random numbers from 0 to 1: the linear congruential generator of Numerical Recipes.
struct Uniform(u32);

impl Uniform {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(self.0) / 4_294_967_296.0
    }

    /// A standard normal number by Box and Muller.
    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.next()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.next()).cos()
    }
}

fn hash(a: usize, b: usize) -> f64 {
    Uniform((a * 7919 + b * 104_729 + 1) as u32).next()
}

/// The name of a head, whether it is causal, and the score of a query and a key.
type Head = (&'static str, bool, fn(f64, f64) -> f64);

const HEADS: [Head; 11] = [
    ("uniform, causal", true, |_, _| 0.0),
    ("local, causal", true, |query, key| (key - query) / 3.0),
    ("local, both directions", false, |query, key| -(query - key).abs() / 20.0),
    ("diagonal with noise", true, |query, key| match query == key {
        true => 6.0,
        false => 2.0 * hash(query as usize, key as usize),
    }),
    ("previous token with noise", true, |query, key| match query - 1.0 == key {
        true => 5.0,
        false => 3.0 * hash(query as usize, key as usize),
    }),
    ("sink with varying strength", true, |query, key| {
        if key == 0.0 { 10.0 * hash(query as usize, 0) } else { 0.0 }
    }),
    ("sink for half of the queries", true, |query, key| {
        if key == 0.0 && hash(query as usize, 1) < 0.5 { 9.0 } else { 0.0 }
    }),
    ("local up to the middle, then uniform", true, |query, key| {
        if query < SIDE as f64 / 2.0 { key - query } else { 0.0 }
    }),
    ("induction in the second half", true, |query, key| {
        if query - SIDE as f64 / 2.0 + 1.0 == key { 9.0 } else { 0.0 }
    }),
    ("words of ten tokens", true, |query, key| {
        if (query / 10.0).floor() == (key / 10.0).floor() { 5.0 } else { 0.0 }
    }),
    ("uneven temperatures", false, |query, key| {
        12.0 * hash(query as usize, 2).powi(3) * hash(query as usize, key as usize)
    }),
];

/// The entropy, sink, previous token, distance and diagonal of a row, as `docs/maps.md` defines them.
fn measures(row: &[f64], query: usize) -> [f64; 5] {
    let at = |key: Option<usize>| key.and_then(|key| row.get(key)).copied();
    let previous = at(query.checked_sub(1));
    [
        row.iter().filter(|&&w| w > 0.0).map(|w| -w * w.ln()).sum(),
        row[0],
        previous.unwrap_or(f64::NAN),
        row.iter().enumerate().map(|(key, w)| w * query.abs_diff(key) as f64).sum(),
        previous.unwrap_or(0.0) + row[query] + at(Some(query + 1)).unwrap_or(0.0),
    ]
}

/// The measures of all rows, by head and measure, and skewed ones that no head has.
fn populations() -> Vec<(String, Vec<f64>)> {
    let mut all = Vec::new();
    for (name, causal, score) in HEADS {
        let rows = (0..SIDE).map(|query| {
            let keys = if causal { query + 1 } else { SIDE };
            let scores: Vec<f64> =
                (0..keys).map(|key| score(query as f64, key as f64).exp()).collect();
            let sum: f64 = scores.iter().sum();
            let row: Vec<f64> = scores.iter().map(|score| score / sum).collect();
            measures(&row, query)
        });
        let rows: Vec<_> = rows.collect();
        for (at, measure) in
            ["entropy", "sink", "previous", "distance", "diagonal"].into_iter().enumerate()
        {
            all.push((format!("{measure}: {name}"), rows.iter().map(|row| row[at]).collect()));
        }
    }
    let mut noise = Uniform(11);
    let mut draw = |name: &str, of: &mut dyn FnMut(&mut Uniform) -> f64| {
        all.push((name.to_owned(), (0..SIDE).map(|_| of(&mut noise)).collect()));
    };
    draw("exponential", &mut |noise| -(1.0 - noise.next()).ln());
    draw("lognormal with σ = 1", &mut |noise| noise.normal().exp());
    draw("Pareto with α = 3", &mut |noise| (1.0 - noise.next()).powf(-1.0 / 3.0));
    draw("1 in a tenth of the rows", &mut |noise| if noise.next() < 0.1 { 1.0 } else { 0.01 });
    draw("0 in a twentieth of the rows", &mut |noise| if noise.next() < 0.05 { 0.0 } else { 1.0 });
    all
}

#[test]
fn about_95_percent_of_the_true_means_are_within_two_stated_standard_errors() {
    let (mut coverage, mut squares, mut claimed) = (Vec::new(), 0.0, 0.0);
    for (name, values) in populations() {
        let known = || values.iter().copied().filter(|value| !value.is_nan());
        let mean = known().sum::<f64>() / known().count() as f64;
        let scale = known().fold(0.0, |most: f64, value| most.max(value.abs()));
        let mut hits = 0;
        for seed in 1..=SAMPLES {
            let sample = RowSample::new(SIDE, STRATA, seed);
            let rows: Vec<f64> = sample.rows.iter().map(|&row| values[row as usize]).collect();
            let found = estimated_mean(&rows, &sample.sizes).unwrap();
            // Measures that are equal in all rows have an error of about 1e-17.
            hits += u32::from((found.value - mean).abs() <= 2.0 * found.error + 1e-12 * scale);
            squares += ((found.value - mean) / scale).powi(2);
            claimed += (found.error / scale).powi(2);
        }
        coverage.push((f64::from(hits) / f64::from(SAMPLES), name));
    }
    coverage.sort_by(|a, b| a.0.total_cmp(&b.0));
    let average = coverage.iter().map(|(share, _)| share).sum::<f64>() / coverage.len() as f64;
    assert!(coverage[0].0 >= 0.9, "{:?}", &coverage[..6]);
    assert!(average >= 0.95, "{average}");
    // The errors are not padded either: they are at most half as large again as the real ones.
    assert!((claimed / squares).sqrt() < 1.5, "{}", (claimed / squares).sqrt());
}
