//! Maps of linear layers beside their recurrences, as plain loops over the formulas of the papers.
#![allow(clippy::needless_range_loop)]

use heedmap_linear_attention::{Error, LinearHead, Number};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// The layers of this crate.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Layer {
    GatedDelta,
    Kda,
    Mamba2,
    SimpleGla,
    Lightning,
}

/// The arrays of one random head, in 64 bits.
#[derive(Clone, Debug)]
struct Case {
    layer: Layer,
    tokens: usize,
    features: usize,
    size: usize,
    q: Vec<f64>,
    k: Vec<f64>,
    v: Vec<f64>,
    /// Betas, or the steps of Mamba-2.
    writes: Vec<f64>,
    /// (tokens, features); layers with a decay by token use the first of each token.
    decays: Vec<f64>,
    /// The slope of lightning attention, or -A of Mamba-2.
    rate: f64,
    skip: f64,
}

fn unit(mut vectors: Vec<f64>, features: usize) -> Vec<f64> {
    for vector in vectors.chunks_mut(features) {
        let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt().max(1e-6);
        vector.iter_mut().for_each(|x| *x /= length);
    }
    vectors
}

fn case(layer: Layer) -> impl Strategy<Value = Case> {
    (0..24_usize, 1..20_usize, 1..6_usize).prop_flat_map(move |(tokens, features, size)| {
        let numbers = |count: usize| prop::collection::vec(-1.0..1.0_f64, count);
        let decay = prop_oneof![8 => -0.6..0.0_f64, 1 => Just(0.0), 1 => -40.0..0.0_f64, 1 => Just(f64::NEG_INFINITY)];
        let arrays = (
            numbers(tokens * features),
            numbers(tokens * features),
            numbers(tokens * size),
            prop::collection::vec(0.0..2.0_f64, tokens),
            prop::collection::vec(decay, tokens * features),
            0.0..1.5_f64,
            -1.0..1.0_f64,
        );
        arrays.prop_map(move |(q, k, v, writes, decays, rate, skip)| {
            let is_delta = matches!(layer, Layer::GatedDelta | Layer::Kda);
            let [q, k] = if is_delta { [unit(q, features), unit(k, features)] } else { [q, k] };
            Case { layer, tokens, features, size, q, k, v, writes, decays, rate, skip }
        })
    })
}

impl Case {
    fn decays_by_token(&self) -> Vec<f64> {
        self.decays.chunks(self.features).map(|decays| decays[0]).collect()
    }

    fn head<T: Number>(&self) -> LinearHead<T> {
        let narrow = |x: &[f64]| x.iter().map(|&x| T::rounded(x)).collect::<Vec<T>>();
        let (q, k, features) = (narrow(&self.q), narrow(&self.k), self.features);
        let (writes, decays) = (narrow(&self.writes), narrow(&self.decays_by_token()));
        let head = match self.layer {
            Layer::GatedDelta => LinearHead::gated_delta(&q, &k, features, &writes, &decays),
            Layer::Kda => LinearHead::kda(&q, &k, features, &writes, &narrow(&self.decays)),
            Layer::Mamba2 => LinearHead::mamba2(&q, &k, features, &writes, -self.rate),
            Layer::SimpleGla => LinearHead::simple_gla(&q, &k, features, &decays),
            Layer::Lightning => LinearHead::lightning(&q, &k, features, self.rate),
        };
        head.unwrap().skip(self.skip)
    }

    /// The same case with numbers that 32 bits have.
    fn narrow(&self) -> Self {
        let narrow = |x: &[f64]| x.iter().map(|&x| f64::from(x as f32)).collect();
        Self {
            q: narrow(&self.q),
            k: narrow(&self.k),
            v: narrow(&self.v),
            writes: narrow(&self.writes),
            decays: narrow(&self.decays),
            ..self.clone()
        }
    }

    /// The decay of the state of one channel at a token.
    fn decay(&self, t: usize, channel: usize) -> f64 {
        match self.layer {
            Layer::GatedDelta | Layer::SimpleGla => self.decays[t * self.features].exp(),
            Layer::Kda => self.decays[t * self.features + channel].exp(),
            Layer::Mamba2 => (-self.rate * self.writes[t]).exp(),
            Layer::Lightning => (-self.rate).exp(),
        }
    }

    /// The recurrence: decay, predict, write, read.
    fn output(&self) -> Vec<f64> {
        let (d, n) = (self.features, self.size);
        let scale = match self.layer {
            Layer::Mamba2 | Layer::Lightning => 1.0,
            _ => 1.0 / (d as f64).sqrt(),
        };
        let mut state = vec![vec![0.0; n]; d];
        let mut output = Vec::new();
        for t in 0..self.tokens {
            let (q, k) = (&self.q[t * d..][..d], &self.k[t * d..][..d]);
            let v = &self.v[t * n..][..n];
            for a in 0..d {
                for b in 0..n {
                    state[a][b] *= self.decay(t, a);
                }
            }
            let mut written = vec![0.0; n];
            for b in 0..n {
                written[b] = match self.layer {
                    Layer::GatedDelta | Layer::Kda => {
                        let predicted: f64 = (0..d).map(|a| state[a][b] * k[a]).sum();
                        self.writes[t] * (v[b] - predicted)
                    }
                    Layer::Mamba2 => self.writes[t] * v[b],
                    Layer::SimpleGla | Layer::Lightning => v[b],
                };
            }
            for a in 0..d {
                for b in 0..n {
                    state[a][b] += k[a] * written[b];
                }
            }
            for b in 0..n {
                let read: f64 = (0..d).map(|a| state[a][b] * q[a]).sum();
                output.push(scale * read + self.skip * v[b]);
            }
        }
        output
    }
}

/// `M V`.
fn mixed<T: Number>(map: &[T], v: &[f64], size: usize) -> Vec<f64> {
    let tokens = v.len() / size;
    let mut output = vec![0.0; v.len()];
    for i in 0..tokens {
        for j in 0..tokens {
            for b in 0..size {
                output[i * size + b] += map[i * tokens + j].into() * v[j * size + b];
            }
        }
    }
    output
}

fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |most, x| most.max(x.abs()))
}

fn assert_near(found: &[f64], wanted: &[f64], bound: f64) -> Result<(), TestCaseError> {
    prop_assert_eq!(found.len(), wanted.len());
    // Where every output is nearly 0, what cancels is of the size of a value, not of an output.
    let bound = bound * largest(wanted).max(1.0);
    for (at, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        prop_assert!((found - wanted).abs() <= bound, "number {}: {} {}", at, found, wanted);
    }
    Ok(())
}

/// Checks 1,000 random heads, which are the same in every run.
fn for_each(layer: Layer, check: impl Fn(Case) -> Result<(), TestCaseError>) {
    let config = Config { cases: 1000, failure_persistence: None, ..Config::default() };
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    TestRunner::new_with_rng(config, random).run(&case(layer), check).unwrap();
}

fn check_layer(layer: Layer) {
    for_each(layer, |case| {
        let wanted = case.output();
        let head = case.head::<f64>();
        assert_near(&mixed(&head.map().unwrap(), &case.v, case.size), &wanted, 1e-12)?;
        assert_near(&head.output(&case.v, case.size).unwrap(), &wanted, 1e-12)?;
        let agreement = head.agreement(&case.v, &wanted, case.size, 1e-9).unwrap();
        prop_assert!(largest(&wanted) < 1e-3 || agreement.difference <= 1e-9);

        let narrow = case.narrow();
        let map = narrow.head::<f32>().map().unwrap();
        assert_near(&mixed(&map, &narrow.v, case.size), &narrow.output(), 1e-6)
    });
}

#[test]
fn the_map_of_gated_deltanet_gives_the_output_of_its_recurrence() {
    check_layer(Layer::GatedDelta);
}

#[test]
fn the_map_of_kda_gives_the_output_of_its_recurrence() {
    check_layer(Layer::Kda);
}

#[test]
fn the_map_of_mamba_2_gives_the_output_of_its_recurrence() {
    check_layer(Layer::Mamba2);
}

#[test]
fn the_map_of_simple_gla_gives_the_output_of_its_recurrence() {
    check_layer(Layer::SimpleGla);
}

#[test]
fn the_map_of_lightning_attention_gives_the_output_of_its_recurrence() {
    check_layer(Layer::Lightning);
}

/// The formula with matrices: `tril(Q Kᵀ ⊙ Γ) (I + stril(diag(β) K Kᵀ ⊙ Γ))⁻¹ diag(β)`, by forward substitution.
#[test]
fn the_map_of_gated_deltanet_is_the_formula_with_the_inverse() {
    for_each(Layer::GatedDelta, |case| {
        let (n, d) = (case.tokens, case.features);
        let product = |a: &[f64], i: usize, b: &[f64], j: usize| -> f64 {
            let decay: f64 = (j + 1..=i).map(|t| case.decay(t, 0)).product();
            (0..d).map(|c| a[i * d + c] * b[j * d + c]).sum::<f64>() * decay
        };
        // X = (I + L)⁻¹ diag(β), one column at a time.
        let mut x = vec![0.0; n * n];
        for j in 0..n {
            for i in j..n {
                let own = if i == j { case.writes[i] } else { 0.0 };
                let before: f64 = (j..i)
                    .map(|t| case.writes[i] * product(&case.k, i, &case.k, t) * x[t * n + j])
                    .sum();
                x[i * n + j] = own - before;
            }
        }
        let mut wanted = vec![0.0; n * n];
        for i in 0..n {
            for j in 0..=i {
                let sum: f64 =
                    (j..=i).map(|t| product(&case.q, i, &case.k, t) * x[t * n + j]).sum();
                wanted[i * n + j] = sum / (d as f64).sqrt();
            }
        }
        let map = case.head::<f64>().skip(0.0).map().unwrap();
        assert_near(&map, &wanted, 1e-12)
    });
}

#[test]
fn rows_rectangles_and_the_map_differ_by_rounding_only() {
    for layer in [Layer::GatedDelta, Layer::Kda, Layer::Mamba2] {
        for_each(layer, |case| {
            let (head, n) = (case.head::<f64>(), case.tokens);
            let map = head.map().unwrap();
            let mut row = vec![9.0; n];
            for i in 0..n {
                let start = head.row(i, 0.0, &mut row).unwrap();
                prop_assert!(largest(&row) <= head.bound(i).unwrap());
                assert_near(&row, &map[i * n..][..n], 1e-14)?;
                prop_assert!(row[..start].iter().all(|&weight| weight == 0.0));
            }
            let (rows, keys) = (n / 3..n - n / 4, n / 5..n - n / 3);
            let mut part = vec![9.0; rows.len() * keys.len()];
            head.part(rows.clone(), keys.clone(), 0.0, &mut part).unwrap();
            let wanted: Vec<f64> = rows.flat_map(|i| map[i * n..][keys.clone()].to_vec()).collect();
            assert_near(&part, &wanted, 1e-14)
        });
    }
}

/// A head of many tokens, with keys of length 1.
fn long(tokens: usize, features: usize, decay: f64) -> Case {
    let mut state = 88_172_645_463_325_252_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut signed = |count: usize| (0..count).map(|_| 2.0 * next() - 1.0).collect::<Vec<_>>();
    let [q, k] = [signed(tokens * features), signed(tokens * features)];
    let v = signed(tokens * 3);
    let writes = signed(tokens).iter().map(|x| x + 1.0).collect();
    let decays = signed(tokens * features).iter().map(|x| decay * (x - 1.0)).collect();
    Case {
        layer: Layer::GatedDelta,
        tokens,
        features,
        size: 3,
        q: unit(q, features),
        k: unit(k, features),
        v,
        writes,
        decays,
        rate: 0.0,
        skip: 0.0,
    }
}

#[test]
fn a_row_that_stops_early_leaves_out_no_weight_above_the_threshold() {
    for (layer, decay) in [(Layer::GatedDelta, 0.01), (Layer::Kda, 0.05), (Layer::SimpleGla, 0.02)]
    {
        let case = Case { layer, ..long(3000, 8, decay) };
        let head = case.head::<f64>();
        let (mut all, mut some) = (vec![0.0; 3000], vec![9.0; 3000]);
        head.row(2999, 0.0, &mut all).unwrap();
        assert!(largest(&all) <= head.bound(2999).unwrap());
        for threshold in [1e-3, 1e-6, 1e-9] {
            let start = head.row(2999, threshold, &mut some).unwrap();
            assert!(start > 0, "{layer:?} does not stop at {threshold}");
            assert_eq!(some[start..], all[start..]);
            assert!(some[..start].iter().all(|&weight| weight == 0.0));
            assert!(largest(&all[..start]) <= threshold);
        }
    }
}

#[test]
fn keys_that_are_not_of_length_1_keep_the_bound() {
    let case = Case { layer: Layer::GatedDelta, ..long(2000, 4, 0.2) };
    let longer = Case { k: case.k.iter().map(|x| 1.4 * x).collect(), ..case };
    let head = longer.head::<f64>();
    let (mut all, mut some) = (vec![0.0; 2000], vec![9.0; 2000]);
    for query in [500, 1000, 1999] {
        head.row(query, 0.0, &mut all).unwrap();
        let start = head.row(query, 1e-4, &mut some).unwrap();
        assert!(largest(&all[..start]) <= 1e-4);
    }
}

#[test]
fn a_whole_map_is_computed_in_chunks_whose_rows_are_those_of_single_queries() {
    let layers = [Layer::GatedDelta, Layer::Kda, Layer::Mamba2, Layer::SimpleGla, Layer::Lightning];
    for (layer, (tokens, features), decay) in layers.into_iter().flat_map(|layer| {
        [((513, 5), 0.0), ((700, 16), 0.01), ((1024, 9), 0.2), ((770, 1), 0.001)]
            .map(|(sizes, decay)| (layer, sizes, decay))
    }) {
        let mut case = Case { layer, rate: decay, skip: 0.25, ..long(tokens, features, decay) };
        // The state is cleared once.
        case.decays[tokens / 3 * features..][..features].fill(f64::NEG_INFINITY);
        let case = case.narrow();
        let head = case.head::<f64>();
        let map = head.map().unwrap();
        let output = case.output();
        let (singles, doubles) = (case.head::<f32>().map().unwrap(), mixed(&map, &case.v, 3));
        let bound = |share: f64| share * largest(&output);
        let off = |found: &[f64]| {
            largest(&found.iter().zip(&output).map(|(a, b)| a - b).collect::<Vec<_>>())
        };
        assert!(off(&doubles) <= bound(1e-12), "{layer:?} {tokens}: {}", off(&doubles));
        let mixed = mixed(&singles, &case.v, 3);
        assert!(off(&mixed) <= bound(1e-6), "{layer:?} {tokens}: {}", off(&mixed));
        let mut row = vec![9.0; tokens];
        for query in [0, 255, 256, 300, tokens - 1] {
            head.row(query, 0.0, &mut row).unwrap();
            let pairs = row.iter().zip(&map[query * tokens..]);
            let most = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(most <= 1e-13 * largest(&row), "{layer:?} {tokens}, query {query}: {most}");
        }
        let mut part = Vec::new();
        head.rows(7..tokens - 1, 0.0, &mut |_, _, row| part.extend_from_slice(row)).unwrap();
        let wanted = &map[7 * tokens..(tokens - 1) * tokens];
        let most = part.iter().zip(wanted).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(most <= 1e-13 * largest(wanted), "{layer:?} {tokens}: {most}");
    }
}

#[test]
fn hundreds_of_tokens_keep_the_precision_in_both_widths() {
    for (layer, decay) in [(Layer::GatedDelta, 0.0), (Layer::Kda, 0.001), (Layer::Kda, 0.1)] {
        let case = Case { layer, ..long(700, 16, decay) }.narrow();
        let wanted = case.output();
        let most = largest(&wanted);
        for (found, bound) in [
            (mixed(&case.head::<f64>().map().unwrap(), &case.v, case.size), 1e-12),
            (mixed(&case.head::<f32>().map().unwrap(), &case.v, case.size), 1e-6),
        ] {
            let difference = found.iter().zip(&wanted).map(|(a, b)| (a - b).abs());
            let difference = difference.fold(0.0, f64::max) / most;
            assert!(difference <= bound, "{layer:?}: {difference} is above {bound}");
        }
    }
}

#[test]
fn the_formula_without_the_erase_term_is_another_map_and_is_found_by_its_output() {
    let case = long(40, 6, 0.25);
    let head = case.head::<f64>();
    let without = head.without_erase();
    let n = case.tokens;
    let map = without.map().unwrap();
    for i in 0..n {
        for j in 0..=i {
            let product: f64 = (0..6).map(|c| case.q[i * 6 + c] * case.k[j * 6 + c]).sum();
            let decay: f64 = (j + 1..=i).map(|t| case.decay(t, 0)).product();
            let wanted = product * decay * case.writes[j] / 6.0_f64.sqrt();
            assert!((map[i * n + j] - wanted).abs() < 1e-15);
        }
    }
    let output = case.output();
    assert_eq!(head.agreement(&case.v, &output, 3, 1e-6).unwrap().first, None);
    let found = without.agreement(&case.v, &output, 3, 1e-6).unwrap();
    assert_eq!(found.first, Some(1));
    assert!(found.difference > 0.05);
}

#[test]
fn decays_at_a_query_are_the_products_of_the_decays_after_each_key() {
    for layer in [Layer::GatedDelta, Layer::Kda] {
        let case = Case { layer, ..long(12, 5, 0.3) };
        let mut decays = vec![9.0; 12];
        case.head::<f64>().decays_at(8, &mut decays).unwrap();
        for (j, &decay) in decays.iter().enumerate() {
            let channels = if layer == Layer::Kda { 5 } else { 1 };
            let left = |c: usize| (j + 1..=8).map(|t| case.decay(t, c)).product::<f64>();
            let mean = (0..channels).map(left).sum::<f64>() / channels as f64;
            let wanted = if j > 8 { 0.0 } else { mean };
            assert!((decay - wanted).abs() < 1e-15);
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_with_its_figures() {
    let said = |error: Error| error.to_string();
    let two = [0.5_f64; 4];
    let delta = |q: &[f64], k: &[f64], betas: &[f64], decays: &[f64]| {
        LinearHead::gated_delta(q, k, 2, betas, decays).unwrap_err()
    };
    let error = delta(&[0.0; 24], &[0.0; 22], &[], &[]).at(3, 2);
    assert_eq!(said(error), "layer 3, head 2: q has 12 positions but k has 11");
    assert_eq!(said(delta(&two, &two, &[1.0], &[0.0; 2])), "q has 2 positions but beta has 1");
    assert_eq!(
        said(delta(&[0.0; 3], &two, &[1.0], &[0.0])),
        "q has 3 numbers, which are no whole vectors of 2"
    );
    assert_eq!(
        said(delta(&two, &two, &[1.0, 2.5], &[0.0; 2])),
        "the beta of token 1 is 2.5: it must be from 0 to 2"
    );
    assert_eq!(
        said(delta(&two, &two, &[1.0, f64::NAN], &[0.0; 2])),
        "the beta of token 1 is NaN: it must be from 0 to 2"
    );
    assert_eq!(
        said(delta(&two, &two, &[1.0; 2], &[0.1, 0.0])),
        "the log decay of token 0 is 0.1: it must be at most 0"
    );
    assert_eq!(
        said(delta(&[0.0, f64::INFINITY, 0.0, 0.0], &two, &[1.0; 2], &[0.0; 2])),
        "q of token 0 is inf: it must be a finite number"
    );
    let error = LinearHead::kda(&two, &two, 2, &[1.0; 2], &[0.0, -1.0, -1.0, 0.5]).unwrap_err();
    assert_eq!(said(error), "the log decay of token 1, channel 1, is 0.5: it must be at most 0");
    let error = LinearHead::mamba2(&two, &two, 2, &[0.1, -0.1], -1.0).unwrap_err();
    assert_eq!(said(error), "the step of token 1 is -0.1: it must be at least 0");
    let error = LinearHead::mamba2(&two, &two, 2, &[0.1, 0.1], 0.5).unwrap_err();
    assert_eq!(said(error), "A is 0.5: it must be at most 0");
    let error = LinearHead::lightning(&two, &two, 2, -0.5).unwrap_err();
    assert_eq!(said(error), "the slope is -0.5: it must be at least 0");

    let head = LinearHead::gated_delta(&two, &two, 2, &[1.0; 2], &[0.0; 2]).unwrap();
    let error = head.row(2, 0.0, &mut [0.0; 2]).unwrap_err();
    assert_eq!(said(error), "there is no query 2: there are 2, counted from 0");
    let error = head.row(1, 0.0, &mut [0.0; 3]).unwrap_err();
    assert_eq!(said(error), "the room for a row is 3 numbers, but 2 are needed");
    let error = head.clone().scale(f64::NAN).row(1, 0.0, &mut [0.0; 2]).unwrap_err();
    assert_eq!(said(error), "the scale is NaN: it must be a finite number");
    let error = head.part(0..2, 0..3, 0.0, &mut [0.0; 6]).unwrap_err();
    assert_eq!(said(error), "there is no key 2: there are 2, counted from 0");
}
