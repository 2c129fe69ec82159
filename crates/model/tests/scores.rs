//! Scores as sums over where they came from, against a plain rerun in 64 bits: of the text, and of what is changed.

use crate::oracle::{Gpt2, Pass, Place, Rows};
use crate::support::{Opened, opened, run, supplied};
use heedmap_model::{
    Cell, Edit, Origin, Replacement, Request, Run, ScoreParts, ScoreReader, Variant,
};

const HEADS: usize = 4;
const SIZE: usize = 32;
const WIDTH: usize = 128;
const TEXT: [u32; 12] = [40, 717, 1203, 33, 405, 888, 31, 2, 959, 1203, 33, 405];
const OTHER: [u32; 12] = [7, 100, 2000, 13, 1, 19, 1999, 55, 61, 500, 501, 502];

fn models() -> (Opened, Gpt2) {
    let opened = opened("tiny-gpt");
    let gpt = Gpt2::new(&opened.file, 4, HEADS, WIDTH);
    (opened, gpt)
}

/// A run of both texts, and of a variant of the first that is kept.
fn run_with(model: &Opened, edits: Vec<Edit>) -> Run {
    let variants = vec![Variant { text: 0, edits, kept: true }];
    let texts = vec![TEXT.to_vec(), OTHER.to_vec()];
    run(model, Request { texts, variants, writes: true, ..Request::default() })
}

fn split(model: &Opened, run: &Run, cell: Cell) -> ScoreParts {
    let mut reader = ScoreReader::new(run, cell).unwrap();
    while let Some(need) = reader.need() {
        reader.supply(supplied(&model.file, need, 5000)).unwrap();
    }
    reader.finish().unwrap()
}

/// The query and the key of a head that come from a part of the stream, with the scale of the norm held.
fn projected(gpt: &Gpt2, layer: usize, head: usize, part: &[f64], stream: &[f64]) -> [Vec<f64>; 2] {
    let mean = |row: &[f64]| row.iter().sum::<f64>() / WIDTH as f64;
    let centered = stream.iter().map(|cell| (cell - mean(stream)).powi(2));
    let deviation = (centered.sum::<f64>() / WIDTH as f64 + 1e-5).sqrt();
    let factor = gpt.tensor(&format!("h.{layer}.ln_1.weight"));
    let w = gpt.tensor(&format!("h.{layer}.attn.c_attn.weight"));
    let normed: Vec<f64> =
        (0..WIDTH).map(|c| (part[c] - mean(part)) / deviation * factor[c]).collect();
    [head * SIZE, WIDTH + head * SIZE].map(|first| {
        let column = |j: usize| (0..WIDTH).map(|c| normed[c] * w[c * 3 * WIDTH + j]).sum();
        (first..first + SIZE).map(column).collect()
    })
}

fn dot(q: &[f64], k: &[f64]) -> f64 {
    q.iter().zip(k).map(|(q, k)| q * k).sum::<f64>() / (SIZE as f64).sqrt()
}

/// The score of a cell between two streams, with everything.
fn score(gpt: &Gpt2, layer: usize, head: usize, [query, key]: [&Vec<f64>; 2]) -> f64 {
    let name = |part: &str| format!("h.{layer}.{part}");
    let normed = gpt.norm(&vec![query.clone(), key.clone()], &name("ln_1"));
    let (w, b) = (gpt.tensor(&name("attn.c_attn.weight")), gpt.tensor(&name("attn.c_attn.bias")));
    let row = |of: usize, first: usize| -> Vec<f64> {
        let column =
            |j: usize| b[j] + (0..WIDTH).map(|c| normed[of][c] * w[c * 3 * WIDTH + j]).sum::<f64>();
        (first..first + SIZE).map(column).collect()
    };
    dot(&row(0, head * SIZE), &row(1, WIDTH + head * SIZE))
}

fn product(parts: &ScoreParts, [query, key]: [Origin; 2]) -> f64 {
    let at = |origin| parts.origins.iter().position(|other| *other == origin).unwrap();
    parts.products[at(query) * parts.origins.len() + at(key)]
}

/// Checks the sum and the number of its parts.
fn check_sum(parts: &ScoreParts, wanted: f64, cell: Cell) {
    assert!((parts.score() - wanted).abs() < 1e-4, "{cell:?}: {} for {wanted}", parts.score());
    for sums in [parts.by_query(), parts.by_key()] {
        assert!((sums.iter().sum::<f64>() - wanted).abs() < 1e-4);
    }
    // The embedding, the position, four heads, a bias and an MLP of each earlier layer, and the biases.
    assert_eq!(parts.origins.len(), 2 + 6 * cell.layer + 1);
}

#[test]
fn a_score_is_the_sum_of_its_parts() {
    let (model, gpt) = models();
    let run = run_with(&model, Vec::new());
    let pass = gpt.run(&TEXT, &|_, _| {});
    for (layer, head, query, key) in [(0, 1, 5, 4), (1, 2, 11, 5), (2, 2, 8, 3), (3, 0, 11, 11)] {
        let cell = Cell { text: 0, variant: None, layer, head, query, key };
        let stream = pass.at(Place::Stream(layer));
        let wanted = score(&gpt, layer, head, [&stream[query], &stream[key]]);
        check_sum(&split(&model, &run, cell), wanted, cell);
    }
}

#[test]
fn a_part_of_a_score_is_what_its_origin_wrote_times_the_projections() {
    let (model, gpt) = models();
    let run = run_with(&model, Vec::new());
    let (layer, head, query, key) = (1, 2, 11, 5);
    let cell = Cell { text: 0, variant: None, layer, head, query, key };
    let parts = split(&model, &run, cell);
    let pass = gpt.run(&TEXT, &|_, _| {});
    let stream = pass.at(Place::Stream(layer));
    let of_mlp = &pass.at(Place::Mlp(0))[query];
    let of_table = &gpt.tensor("wpe.weight")[key * WIDTH..][..WIDTH];
    let [q, _] = projected(&gpt, layer, head, of_mlp, &stream[query]);
    let [_, k] = projected(&gpt, layer, head, of_table, &stream[key]);
    let found = product(&parts, [Origin::Mlp { layer: 0 }, Origin::Positions]);
    let wanted = dot(&q, &k);
    assert!((found - wanted).abs() < 1e-5, "{found} for {wanted}");
}

/// A head of layer 0, an MLP and a value are off, and another head writes its mean.
fn off() -> Vec<Edit> {
    vec![
        Edit::Head { layer: 0, head: 1, token: None, with: Replacement::Zero },
        Edit::Head { layer: 1, head: 3, token: None, with: Replacement::Mean },
        Edit::Mlp { layer: 1, token: None, with: Replacement::Zero },
        Edit::Value { layer: 2, head: None, token: 5, with: Replacement::Zero },
    ]
}

/// The same changes in a plain rerun, where the mean is that of the run without changes.
fn rerun(gpt: &Gpt2) -> Pass {
    let clean = gpt.run(&TEXT, &|_, _| {});
    gpt.run(&TEXT, &|place, rows: &mut Rows| match place {
        Place::Heads(0) => rows.iter_mut().for_each(|row| row[SIZE..2 * SIZE].fill(0.0)),
        Place::Heads(1) => {
            let before = clean.at(place);
            for row in rows {
                for (column, cell) in row.iter_mut().enumerate().skip(3 * SIZE) {
                    *cell = before.iter().map(|row| row[column]).sum::<f64>() / TEXT.len() as f64;
                }
            }
        }
        Place::Mlp(1) => rows.iter_mut().for_each(|row| row.fill(0.0)),
        Place::Values(2) => rows[5].fill(0.0),
        _ => {}
    })
}

#[test]
fn with_parts_off_a_score_is_the_sum_of_the_changed_run() {
    let (model, gpt) = models();
    let run = run_with(&model, off());
    let (clean, changed) = (gpt.run(&TEXT, &|_, _| {}), rerun(&gpt));
    for layer in 0..4 {
        for (head, query, key) in [(0, 11, 5), (1, 8, 3), (2, 10, 5), (3, 11, 11)] {
            let cell = Cell { text: 1, variant: Some(0), layer, head, query, key };
            let of = |pass: &Pass| {
                let stream = pass.at(Place::Stream(layer));
                score(&gpt, layer, head, [&stream[query], &stream[key]])
            };
            let parts = split(&model, &run, cell);
            check_sum(&parts, of(&changed), cell);
            // Nothing is changed before layer 1, and the change is more than rounding after it.
            let difference = (of(&clean) - of(&changed)).abs();
            assert_eq!(difference > 1e-3, layer > 0, "{cell:?}: {difference}");
        }
    }
}

#[test]
fn what_is_off_has_no_part_in_a_score_and_the_rest_has_what_it_writes_in_the_changed_run() {
    let (model, gpt) = models();
    let run = run_with(&model, off());
    let changed = rerun(&gpt);
    let (layer, head, query, key) = (3, 2, 11, 5);
    let cell = Cell { text: 0, variant: Some(0), layer, head, query, key };
    let parts = split(&model, &run, cell);
    let by_key = parts.by_key();
    for (origin, part) in parts.origins.iter().zip(&by_key) {
        let is_off =
            matches!(origin, Origin::Head { layer: 0, head: 1 } | Origin::Mlp { layer: 1 });
        assert_eq!(*part == 0.0, is_off, "{origin:?}: {part}");
    }
    // The MLP of layer 2 reads what is changed.
    let stream = changed.at(Place::Stream(layer));
    let of_mlp = changed.at(Place::Mlp(2));
    let [q, _] = projected(&gpt, layer, head, &of_mlp[query], &stream[query]);
    let [_, k] = projected(&gpt, layer, head, &of_mlp[key], &stream[key]);
    let found = product(&parts, [Origin::Mlp { layer: 2 }; 2]);
    assert!((found - dot(&q, &k)).abs() < 1e-5, "{found} for {}", dot(&q, &k));
    // A head with its mean writes the same at all positions.
    let own = Origin::Head { layer: 1, head: 3 };
    let at_others = split(&model, &run, Cell { query: 10, ..cell });
    assert!(product(&parts, [own; 2]) != 0.0 && product(&at_others, [own; 2]) != 0.0);
}

#[test]
fn where_the_stream_is_patched_the_parts_before_are_those_of_the_other_text() {
    let (model, gpt) = models();
    let patch = |layer, token| Edit::Stream { layer, token, text: 1 };
    let run = run_with(&model, vec![patch(1, 5), patch(3, 11), patch(2, 11)]);
    let other = gpt.run(&OTHER, &|_, _| {});
    let change = |place, rows: &mut Rows| match place {
        Place::Stream(1) => rows[5] = other.at(place)[5].clone(),
        Place::Stream(2 | 3) => rows[11] = other.at(place)[11].clone(),
        _ => {}
    };
    let changed = gpt.run(&TEXT, &change);
    for (layer, head) in [(1, 0), (2, 1), (2, 2), (3, 0), (3, 3)] {
        let mut stream = changed.at(Place::Stream(layer)).clone();
        change(Place::Stream(layer), &mut stream);
        for (query, key) in [(11, 5), (11, 11), (8, 5), (6, 2)] {
            let cell = Cell { text: 0, variant: Some(0), layer, head, query, key };
            let wanted = score(&gpt, layer, head, [&stream[query], &stream[key]]);
            check_sum(&split(&model, &run, cell), wanted, cell);
        }
    }
}
