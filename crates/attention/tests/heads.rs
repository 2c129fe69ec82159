//! Attention over heads, compared with plain loops for many shapes and all options.

#[path = "oracle/heads.rs"]
mod oracle;

use heedmap_attention::random::{Distribution, Draw, RandomState, draw};
use heedmap_attention::{
    AttentionRule, Causal, HeadAttention, HeadInputs, Masks, Real, Rope, RopePairs, Tensor, Window,
    alibi_slopes, attend_heads,
};
use oracle::Nested;

/// (batch, heads, kv heads, queries, keys, `d_k`, `d_v`)
const SHAPES: [[usize; 7]; 7] = [
    [1, 1, 1, 1, 1, 2, 1],
    [1, 2, 2, 3, 5, 4, 3],
    [2, 4, 2, 5, 3, 2, 2],
    [2, 3, 1, 4, 4, 6, 5],
    [1, 6, 2, 1, 7, 2, 1],
    [3, 2, 1, 6, 2, 4, 2],
    [1, 5, 5, 4, 6, 8, 4],
];

/// Random decisions and numbers from a seed.
struct Chance(RandomState);

impl Chance {
    fn cells(&mut self, shape: [usize; 4]) -> Tensor<f64> {
        let count = shape.iter().product();
        let wanted = Draw { distribution: Distribution::Randn, factor: None, rows: 1, cols: count };
        let cells = draw(&mut self.0, &wanted).unwrap();
        Tensor::new("cells", &shape, cells.iter().copied().collect()).unwrap()
    }

    /// An integer from 0 to `end`, with `end` excluded.
    fn below(&mut self, end: usize) -> usize {
        let high = i64::try_from(end).unwrap().into();
        let distribution = Distribution::Randint { low: 0, high };
        let wanted = Draw { distribution, factor: None, rows: 1, cols: 1 };
        draw(&mut self.0, &wanted).unwrap()[(0, 0)] as usize
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 1
    }
}

fn nested(tensor: &Tensor<f64>) -> Nested {
    let [b, h, l, f] = <[usize; 4]>::try_from(tensor.shape()).unwrap();
    let cell =
        |b: usize, i: usize, j: usize, c: usize| tensor.data()[((b * h + i) * l + j) * f + c];
    let row = |b, i, j| (0..f).map(|c| cell(b, i, j, c)).collect();
    let head = |b, i| (0..l).map(|j| row(b, i, j)).collect();
    (0..b).map(|b| (0..h).map(|i| head(b, i)).collect()).collect()
}

fn close<T: Real>(what: &str, got: &Tensor<T>, expected: Vec<f64>, tolerance: f64) {
    assert_eq!(got.data().len(), expected.len(), "{what}");
    for (got, expected) in got.data().iter().zip(expected) {
        let (got, gap) = (got.to_f64(), (got.to_f64() - expected).abs());
        let near = got == expected || gap <= tolerance * expected.abs().max(1.0);
        assert!(near, "{what}: got {got:?}, expected {expected:?}");
    }
}

fn narrow(tensor: &Tensor<f64>) -> Tensor<f32> {
    tensor.map(|&cell| cell as f32)
}

/// The row rotated to its position, as complex numbers, one for each pair.
fn turned(row: &[f64], position: f64, rope: &Rope) -> Vec<f64> {
    let count = rope.dim.unwrap_or(row.len());
    let mut turned = row.to_vec();
    for pair in 0..count / 2 {
        let (a, b) = match rope.pairs {
            RopePairs::Half => (pair, pair + count / 2),
            RopePairs::Interleaved => (2 * pair, 2 * pair + 1),
        };
        let angle = position / rope.base.powf(2.0 * pair as f64 / count as f64);
        turned[a] = row[a] * angle.cos() - row[b] * angle.sin();
        turned[b] = row[a] * angle.sin() + row[b] * angle.cos();
    }
    turned
}

#[test]
fn attention_over_heads_matches_the_loops_for_all_options() {
    let mut chance = Chance(RandomState::new(1717).unwrap());
    for round in 0..60 {
        for shape in SHAPES {
            one(&mut chance, shape, round);
        }
    }
}

/// Where the first query is.
#[derive(Clone, Copy)]
enum Placed {
    AfterPast,
    LowerRight,
    At(i64),
    AtValidKeys,
}

fn one(chance: &mut Chance, shape: [usize; 7], round: usize) {
    let [batches, heads, kv_heads, queries, new, d_k, d_v] = shape;
    let past = if chance.coin() { chance.below(4) } else { 0 };
    let keys = past + new;
    let q = chance.cells([batches, heads, queries, d_k]);
    let k = chance.cells([batches, kv_heads, keys, d_k]);
    let v = chance.cells([batches, kv_heads, keys, d_v]);
    let part = |tensor: &Tensor<f64>, range: std::ops::Range<usize>| {
        let cells = nested(tensor).into_iter().flatten();
        let cells = cells.flat_map(|head| head[range.clone()].concat()).collect();
        let shape = [batches, kv_heads, range.len(), tensor.shape()[3]];
        Tensor::new("part", &shape, cells).unwrap()
    };
    let (past_k, past_v) = (part(&k, 0..past), part(&v, 0..past));
    let (new_k, new_v) = (part(&k, past..keys), part(&v, past..keys));

    let boolean = chance.cells([batches, 1, queries, keys]).map(|&cell| cell > -0.7);
    let additive = chance.cells([1, heads, 1, keys]);
    let additive = additive.map(|&cell| if cell > 1.3 { f64::NEG_INFINITY } else { cell });
    let padding = chance.cells([1, 1, batches, keys]).map(|&cell| cell > -1.0);
    let padding = Tensor::new("padding", &[batches, keys], padding.into_data()).unwrap();
    let valid: Vec<usize> = (0..batches).map(|_| chance.below(keys + 1)).collect();
    let slopes = alibi_slopes(heads);
    let narrow_slopes: Vec<f32> = slopes.iter().map(|&slope| slope as f32).collect();
    let narrow_additive = narrow(&additive);

    let rope = chance.coin().then(|| {
        let pairs = if chance.coin() { RopePairs::Half } else { RopePairs::Interleaved };
        let dim = (d_k > 2 && chance.coin()).then_some(d_k - 2);
        Rope { pairs, dim, base: 100.0, first_position: 3, ..Rope::default() }
    });
    let (with_boolean, with_additive) = (chance.coin(), chance.coin());
    let (with_padding, with_valid, with_alibi) = (chance.coin(), chance.coin(), chance.coin());
    let placed = match chance.below(4) {
        0 => Placed::AfterPast,
        1 => Placed::LowerRight,
        2 if with_valid => Placed::AtValidKeys,
        _ => Placed::At(chance.below(7) as i64 - 3),
    };
    let mut side = || chance.below(5).checked_sub(1);
    let window = Window { left: side(), right: side() };
    let scale = [None, Some(1.0), Some(-0.4)][chance.below(3)];
    let softcap = [None, Some(0.0), Some(0.8)][chance.below(3)];
    let temperature = [None, Some(0.6)][chance.below(2)];
    let (hides, prefix) = (chance.coin(), chance.below(3));
    let (with_sinks, one_sink) = (chance.coin(), chance.coin());
    let sinks: Vec<f64> =
        (0..heads).map(|h| if one_sink { 0.4 } else { 0.3 * h as f64 - 0.5 }).collect();
    let narrow_sinks: Vec<f32> = sinks.iter().map(|&sink| sink as f32).collect();
    let sinks_by_head = with_sinks && !one_sink;

    let masks = Masks::default()
        .boolean(with_boolean.then_some(&boolean))
        .padding(with_padding.then_some(&padding))
        .valid_keys(with_valid.then_some(valid.as_slice()));
    let (queries_at, by_entry): (_, Vec<i64>) = match placed {
        Placed::AfterPast => ((Causal::Offset, Some(past as i64)), Vec::new()),
        Placed::LowerRight => ((Causal::LowerRight, None), Vec::new()),
        Placed::At(offset) => ((Causal::Offset, Some(offset)), Vec::new()),
        Placed::AtValidKeys => {
            let offsets = valid.iter().map(|&valid| valid as i64 - queries as i64);
            ((Causal::Offset, None), offsets.collect())
        }
    };
    let by_entry = (!by_entry.is_empty()).then_some(by_entry);
    // Without a causal mask, the offset places the queries for the window, the slope and RoPE.
    let lower_right = keys as i64 - queries as i64;
    let (causal, offset) = match queries_at {
        (at, offset) if hides => (at, offset),
        (Causal::LowerRight, _) => (Causal::None, Some(lower_right)),
        (_, offset) => (Causal::None, offset),
    };
    let rule = AttentionRule {
        scale,
        softcap,
        temperature,
        causal,
        prefix,
        window: Some(window),
        rope: rope.clone(),
        offset,
        sink: (with_sinks && one_sink).then_some(0.4),
        ..AttentionRule::default()
    };

    let offset = |b: usize| match placed {
        Placed::AfterPast => past as i64,
        Placed::LowerRight => lower_right,
        Placed::At(offset) => offset,
        Placed::AtValidKeys => valid[b] as i64 - queries as i64,
    };
    let logit = |b: usize, h: usize, i: usize, j: usize, score: f64| {
        let (stands, at) = (i as i64 + offset(b), j as i64);
        let hidden = (hides && at > stands && j >= prefix)
            || window.left.is_some_and(|left| at < stands - left as i64)
            || window.right.is_some_and(|right| at > stands + right as i64)
            || (with_boolean && !boolean.data()[(b * queries + i) * keys + j])
            || (with_padding && !padding.data()[b * keys + j])
            || (with_valid && j >= valid[b])
            || (with_additive && additive.data()[h * keys + j] == f64::NEG_INFINITY);
        let scaled = match scale {
            None => score / (d_k as f64).sqrt(),
            Some(factor) => score * factor,
        };
        let capped = match softcap {
            Some(cap) if cap > 0.0 => cap * (scaled / cap).tanh(),
            _ => scaled,
        };
        let bias = if with_additive { additive.data()[h * keys + j] } else { 0.0 };
        let far = if with_alibi { slopes[h] * (stands - at).abs() as f64 } else { 0.0 };
        (!hidden).then_some((capped + bias - far) / temperature.unwrap_or(1.0))
    };
    let (mut turned_q, mut turned_k) = (nested(&q), nested(&k));
    if let Some(rope) = &rope {
        for b in 0..batches {
            for (i, row) in turned_q[b].iter_mut().flat_map(|head| head.iter_mut().enumerate()) {
                *row = turned(row, (i as i64 + offset(b) + 3) as f64, rope);
            }
            for (j, row) in turned_k[b].iter_mut().flat_map(|head| head.iter_mut().enumerate()) {
                *row = turned(row, (j + 3) as f64, rope);
            }
        }
    }
    let sink = |h: usize| with_sinks.then_some(sinks[h] / temperature.unwrap_or(1.0));
    let expected = oracle::attend_heads([&turned_q, &turned_k, &nested(&v)], logit, sink);

    let with_past = HeadInputs::new(&q, &new_k, &new_v)
        .past(Some((&past_k, &past_v)))
        .masks(masks.additive(with_additive.then_some(&additive)))
        .slopes(with_alibi.then_some(slopes.as_slice()))
        .sinks(sinks_by_head.then_some(sinks.as_slice()))
        .offsets(by_entry.as_deref());
    let found = attend_heads(&with_past, &rule).unwrap();
    let (q, new_k, new_v) = (narrow(&q), narrow(&new_k), narrow(&new_v));
    let (past_k, past_v) = (narrow(&past_k), narrow(&past_v));
    let narrow_masks = Masks::default()
        .boolean(masks.boolean)
        .padding(masks.padding)
        .valid_keys(masks.valid_keys)
        .additive(with_additive.then_some(&narrow_additive));
    let with_past = HeadInputs::new(&q, &new_k, &new_v)
        .past(Some((&past_k, &past_v)))
        .masks(narrow_masks)
        .slopes(with_alibi.then_some(narrow_slopes.as_slice()))
        .sinks(sinks_by_head.then_some(narrow_sinks.as_slice()))
        .offsets(by_entry.as_deref());
    let narrow_found = attend_heads(&with_past, &rule).unwrap();

    let case = format!("round {round}, {shape:?}, {rule:?}");
    compare(&case, &found, &expected, 1e-12);
    compare(&case, &narrow_found, &expected, 2e-4);
    let rows = expected.weights.iter().flatten().flatten();
    let empty = rows.filter(|row| row.iter().all(|&weight| weight == 0.0));
    assert_eq!(found.rows_without_key.len(), empty.count(), "{case}");
}

fn compare<T: Real>(
    case: &str,
    found: &HeadAttention<T>,
    expected: &oracle::HeadsOracle,
    tolerance: f64,
) {
    let flat = |nested: &Nested| nested.concat().concat().concat();
    close(&format!("weights, {case}"), &found.weights, flat(&expected.weights), tolerance);
    close(&format!("output, {case}"), &found.output, flat(&expected.output), tolerance);
    let sums = expected.log_sum_exp.concat().concat();
    close(&format!("log-sum-exp, {case}"), &found.log_sum_exp, sums, tolerance);
    let entropy = expected.entropy.concat().concat();
    close(&format!("entropy, {case}"), &found.entropy, entropy, tolerance);
}
