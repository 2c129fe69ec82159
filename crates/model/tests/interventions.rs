//! Ablation, patching, direct attribution and the logit lens, of the tiny GPT, against plain reruns in 64 bits.

use crate::oracle::{Gpt2, Place, Rows};
use crate::support::{Opened, opened, run};
use heedmap_model::{Cell, Edit, Error, Replacement, Request, Run, ScoreReader, Source, Variant};

const HEADS: usize = 4;
const SIZE: usize = 32;
/// "Harbottle met Wexcombe" twice, and another text of the same length.
const TEXT: [u32; 12] = [39, 299, 297, 354, 600, 55, 39, 299, 297, 354, 600, 55];
const OTHER: [u32; 12] = [400, 12, 77, 1000, 3, 900, 2047, 8, 61, 500, 1500, 20];
const WATCHED: [u32; 3] = [55, 39, 1500];

fn models() -> (Opened, Gpt2) {
    let opened = opened("tiny-gpt");
    let gpt = Gpt2::new(&opened.file, 4, HEADS, 128);
    (opened, gpt)
}

/// A request for both texts and these variants of the first.
fn request(variants: impl IntoIterator<Item = Vec<Edit>>) -> Request {
    let variants = variants.into_iter().map(|edits| Variant { text: 0, edits, kept: false });
    Request {
        texts: vec![TEXT.to_vec(), OTHER.to_vec()],
        variants: variants.collect(),
        watched: WATCHED.to_vec(),
        ..Request::default()
    }
}

/// Compares the logits of a variant with a plain rerun.
fn check(run: &Run, variant: usize, gpt: &Gpt2, change: &dyn Fn(Place, &mut Rows)) {
    let logits = gpt.run(&TEXT, change).logits;
    let last = logits.last().unwrap();
    let readout = run.readout(Source::Variant(variant), TEXT.len() - 1).unwrap();
    for (&id, &logit) in WATCHED.iter().zip(&readout.watched) {
        let wanted = last[id as usize];
        assert!(
            (f64::from(logit) - wanted).abs() < 1e-4,
            "variant {variant}: {logit} for {wanted}"
        );
    }
    let log_sum_exp = last.iter().map(|logit| logit.exp()).sum::<f64>().ln();
    assert!((readout.log_sum_exp - log_sum_exp).abs() < 1e-4, "variant {variant}");
}

fn mean(rows: &Rows, column: usize) -> f64 {
    rows.iter().map(|row| row[column]).sum::<f64>() / rows.len() as f64
}

#[test]
fn each_of_the_16_heads_is_ablated_exactly_in_three_ways() {
    let (model, gpt) = models();
    let other = gpt.run(&OTHER, &|_, _| {});
    for with in [Replacement::Zero, Replacement::Mean, Replacement::Text(1)] {
        let mut request = request([]);
        request.variants = Variant::each_head(model.model.config(), 0, with);
        let run = run(&model, request);
        for layer in 0..4 {
            for head in 0..HEADS {
                let change = |place, rows: &mut Rows| {
                    if place != Place::Heads(layer) {
                        return;
                    }
                    let before = rows.clone();
                    for (i, row) in rows.iter_mut().enumerate() {
                        let columns = head * SIZE..(head + 1) * SIZE;
                        for (cell, column) in row[columns.clone()].iter_mut().zip(columns) {
                            *cell = match with {
                                Replacement::Zero => 0.0,
                                Replacement::Mean => mean(&before, column),
                                _ => other.at(place)[i][column],
                            };
                        }
                    }
                };
                check(&run, layer * HEADS + head, &gpt, &change);
            }
        }
    }
}

#[test]
fn heads_mlps_and_values_are_switched_off_together() {
    let (model, gpt) = models();
    let head = |layer, head| Edit::Head { layer, head, token: None, with: Replacement::Zero };
    let edits = vec![
        head(1, 2),
        head(2, 1),
        Edit::Mlp { layer: 0, token: None, with: Replacement::Zero },
        Edit::Mlp { layer: 3, token: Some(5), with: Replacement::Mean },
        Edit::Value { layer: 2, head: None, token: 4, with: Replacement::Zero },
        Edit::Value { layer: 3, head: Some(1), token: 6, with: Replacement::Zero },
    ];
    let run = run(&model, request([edits]));
    let clean = gpt.run(&TEXT, &|_, _| {});
    let off = |rows: &mut Rows, head: usize| {
        rows.iter_mut().for_each(|row| row[head * SIZE..][..SIZE].fill(0.0));
    };
    check(&run, 0, &gpt, &|place, rows| match place {
        Place::Heads(1) => off(rows, 2),
        Place::Heads(2) => off(rows, 1),
        Place::Mlp(0) => rows.iter_mut().for_each(|row| row.fill(0.0)),
        Place::Mlp(3) => {
            rows[5] = (0..128).map(|column| mean(clean.at(place), column)).collect();
        }
        Place::Values(2) => rows[4].fill(0.0),
        Place::Values(3) => rows[6][SIZE..2 * SIZE].fill(0.0),
        _ => {}
    });
}

/// A mean is that of the run in which nothing is off, as what is resampled is of such a run.
#[test]
fn the_mean_of_a_part_does_not_depend_on_what_else_is_off() {
    let (model, gpt) = models();
    let with = Replacement::Mean;
    let edits = vec![
        Edit::Head { layer: 0, head: 1, token: None, with },
        Edit::Head { layer: 2, head: 2, token: None, with },
        Edit::Mlp { layer: 1, token: None, with },
        Edit::Value { layer: 1, head: None, token: 4, with },
        Edit::Value { layer: 3, head: Some(1), token: 6, with },
        Edit::Mlp { layer: 3, token: Some(5), with },
    ];
    let run = run(&model, request([edits]));
    let clean = gpt.run(&TEXT, &|_, _| {});
    let of = |place: Place, column: usize| mean(clean.at(place), column);
    check(&run, 0, &gpt, &|place, rows| match place {
        Place::Heads(0 | 2) => {
            let head = if place == Place::Heads(0) { 1 } else { 2 };
            for row in rows {
                let cells = row.iter_mut().enumerate().skip(head * SIZE).take(SIZE);
                cells.for_each(|(column, cell)| *cell = of(place, column));
            }
        }
        Place::Mlp(1) => {
            for row in rows {
                *row = (0..128).map(|column| of(place, column)).collect();
            }
        }
        Place::Values(1) => rows[4] = (0..128).map(|column| of(place, column)).collect(),
        Place::Values(3) => {
            let cells = rows[6].iter_mut().enumerate().skip(SIZE).take(SIZE);
            cells.for_each(|(column, cell)| *cell = of(place, column));
        }
        Place::Mlp(3) => rows[5] = (0..128).map(|column| of(place, column)).collect(),
        _ => {}
    });
}

#[test]
fn the_stream_and_the_mlps_are_patched_from_another_text() {
    let (model, gpt) = models();
    let other = gpt.run(&OTHER, &|_, _| {});
    let places: Vec<_> = (0..4).flat_map(|layer| [0, 5, 11].map(|token| (layer, token))).collect();
    let streams = places.iter().map(|&(layer, token)| vec![Edit::Stream { layer, token, text: 1 }]);
    let mlp = vec![Edit::Mlp { layer: 1, token: Some(3), with: Replacement::Text(1) }];
    let both = vec![
        Edit::Stream { layer: 1, token: 2, text: 1 },
        Edit::Stream { layer: 3, token: 7, text: 1 },
    ];
    let run = run(&model, request(streams.chain([mlp, both])));
    for (variant, &(layer, token)) in places.iter().enumerate() {
        check(&run, variant, &gpt, &|place, rows| {
            if place == Place::Stream(layer) {
                rows[token] = other.at(place)[token].clone();
            }
        });
    }
    check(&run, 12, &gpt, &|place, rows| {
        if place == Place::Mlp(1) {
            rows[3] = other.at(place)[3].clone();
        }
    });
    check(&run, 13, &gpt, &|place, rows| match place {
        Place::Stream(1) => rows[2] = other.at(place)[2].clone(),
        Place::Stream(3) => rows[7] = other.at(place)[7].clone(),
        _ => {}
    });
}

#[test]
fn a_variant_without_changes_is_its_text() {
    let (model, _) = models();
    let same = vec![Edit::Stream { layer: 2, token: 3, text: 0 }];
    let run = run(&model, request([vec![], same]));
    let of_text = run.readout(Source::Text(0), 11).unwrap();
    for variant in 0..2 {
        let readout = run.readout(Source::Variant(variant), 11).unwrap();
        assert_eq!((&readout.watched, &readout.best), (&of_text.watched, &of_text.best));
    }
}

#[test]
fn a_kept_variant_has_the_layers_from_its_first_change_on() {
    let (model, gpt) = models();
    let mut request =
        request([vec![Edit::Value { layer: 1, head: None, token: 0, with: Replacement::Zero }]]);
    request.variants[0].kept = true;
    let run = run(&model, request);
    let trace = run.variant(0).unwrap();
    assert!(trace.layers[0].is_none() && trace.layers[1].is_some());
    let change = |place, rows: &mut Rows| {
        if place == Place::Values(1) {
            rows[0].fill(0.0);
        }
    };
    let wanted = gpt.run(&TEXT, &change);
    let outputs = &trace.layers[3].as_ref().unwrap().outputs;
    for (found, wanted) in outputs.iter().zip(wanted.at(Place::Heads(3)).iter().flatten()) {
        assert!((f64::from(*found) - wanted).abs() < 1e-5);
    }
}

#[test]
fn the_logit_lens_reads_each_layer_as_if_it_were_the_last() {
    let (model, gpt) = models();
    let run = run(&model, Request { lens: true, positions: vec![4, 11], ..request([]) });
    let pass = gpt.run(&TEXT, &|_, _| {});
    for layer in 0..4 {
        let sources = [
            (Source::AfterAttention { text: 0, layer }, &pass.middle),
            (Source::AfterLayer { text: 0, layer }, &pass.after),
        ];
        for (source, stream) in sources {
            for position in [4, 11] {
                let wanted = &gpt.read(&vec![stream[layer][position].clone()])[0];
                let readout = run.readout(source, position).unwrap();
                for (&id, &logit) in WATCHED.iter().zip(&readout.watched) {
                    assert!((f64::from(logit) - wanted[id as usize]).abs() < 1e-4, "{source:?}");
                }
                let largest = wanted.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                assert!((f64::from(readout.best[0].1) - largest).abs() < 1e-4, "{source:?}");
            }
        }
    }
}

#[test]
fn what_each_head_and_mlp_writes_directly_is_read_and_sums_to_the_logits() {
    let (model, gpt) = models();
    let run = run(&model, Request { direct: true, ..request([]) });
    let pass = gpt.run(&TEXT, &|_, _| {});
    let (last, table) = (TEXT.len() - 1, gpt.tensor("wte.weight"));
    let row = &pass.after[3][last];
    let centered = |row: &[f64]| {
        let mean = row.iter().sum::<f64>() / 128.0;
        row.iter().map(|cell| cell - mean).collect::<Vec<_>>()
    };
    let variance = centered(row).iter().map(|cell| cell * cell).sum::<f64>() / 128.0;
    let factor = gpt.tensor("ln_f.weight");
    // The logit that a part gives while the scale of the norm is held.
    let direct = |part: &[f64], id: u32| {
        let token = &table[id as usize * 128..][..128];
        let cells = centered(part).into_iter().zip(factor).zip(token);
        cells.map(|((cell, factor), token)| cell * factor * token).sum::<f64>()
            / (variance + 1e-5).sqrt()
    };
    for layer in 0..4 {
        let projection = gpt.tensor(&format!("h.{layer}.attn.c_proj.weight")).to_vec();
        for head in 0..HEADS {
            let z = &pass.at(Place::Heads(layer))[last];
            let written: Vec<f64> = (0..128)
                .map(|j| {
                    (head * SIZE..(head + 1) * SIZE).map(|c| z[c] * projection[c * 128 + j]).sum()
                })
                .collect();
            let readout = run.readout(Source::Head { text: 0, layer, head }, last).unwrap();
            for (&id, &logit) in WATCHED.iter().zip(&readout.watched) {
                let wanted = direct(&written, id);
                assert!(
                    (f64::from(logit) - wanted).abs() < 1e-4,
                    "{layer}.{head}: {logit} for {wanted}"
                );
            }
        }
        let readout = run.readout(Source::Mlp { text: 0, layer }, last).unwrap();
        let wanted = direct(&pass.at(Place::Mlp(layer))[last], WATCHED[0]);
        assert!((f64::from(readout.watched[0]) - wanted).abs() < 1e-4, "MLP {layer}");
    }
    let mut sum = [0.0; 3];
    let is_of_text = |source: Source| {
        !matches!(
            source,
            Source::Head { text: 1, .. }
                | Source::Mlp { text: 1, .. }
                | Source::OutputBias { text: 1, .. }
                | Source::Embedding(1)
                | Source::Positions(1)
                | Source::NormBias(1)
        )
    };
    for readout in
        run.readouts().iter().filter(|one| one.source.is_part() && is_of_text(one.source))
    {
        sum.iter_mut().zip(&readout.watched).for_each(|(sum, logit)| *sum += f64::from(*logit));
    }
    for (sum, &id) in sum.iter().zip(&WATCHED) {
        assert!((sum - pass.logits[last][id as usize]).abs() < 1e-4);
    }
}

#[test]
fn what_does_not_exist_or_was_not_kept_is_refused() {
    let (model, _) = models();
    let zero = Replacement::Zero;
    for (edit, message) in [
        (
            Edit::Head { layer: 4, head: 0, token: None, with: zero },
            "there is no layer 4: there are 4",
        ),
        (
            Edit::Head { layer: 0, head: 4, token: None, with: zero },
            "there is no head 4: there are 4",
        ),
        (Edit::Mlp { layer: 0, token: Some(12), with: zero }, "there is no token 12: there are 12"),
        (
            Edit::Mlp { layer: 0, token: None, with: Replacement::Text(2) },
            "there is no text 2: there are 2",
        ),
        (
            Edit::Value { layer: 0, head: Some(9), token: 0, with: zero },
            "there is no key and value head 9: there are 4",
        ),
    ] {
        let error = Run::new(model.model.clone(), request([vec![edit]])).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let run = run(&model, request([vec![]]));
    assert!(matches!(run.variant(0), Err(Error::NotKept { .. })));
    assert!(matches!(run.variant(1), Err(Error::Missing { .. })));
    let cell = Cell { text: 0, variant: None, layer: 1, head: 0, query: 0, key: 0 };
    assert!(matches!(ScoreReader::new(&run, cell), Err(Error::NotKept { .. })));
    let error = ScoreReader::new(&run, Cell { query: 2, key: 3, ..cell }).unwrap_err();
    assert_eq!(error.to_string(), "query 2 does not see key 3, so this cell has no score");
}

/// A variant that is not kept is not computed where its rows are known or not read.
#[test]
fn a_variant_has_the_logits_of_one_that_is_kept_bit_for_bit() {
    for name in [
        "tiny-gpt",
        "llama-tied",
        "gemma3",
        "gpt-neox",
        "gpt-neox-sequential",
        "gpt-oss",
        "bert",
        "qwen3_5",
    ] {
        let model = opened(name);
        let config = model.model.config();
        let head = |layer, head, with| Edit::Head { layer, head, token: None, with };
        let mlp = |layer, token, with| Edit::Mlp { layer, token, with };
        let mut changes = Vec::new();
        for layer in 0..config.layers.len() {
            for with in [Replacement::Zero, Replacement::Mean, Replacement::Text(1)] {
                changes.push(vec![head(layer, 0, with)]);
                changes.push(vec![head(layer, 1, with), mlp(layer, None, with)]);
                changes.push(vec![mlp(layer, Some(2), with)]);
                changes.push(vec![head(layer, 1, with), mlp(config.layers.len() - 1, None, with)]);
                let value = Edit::Value { layer, head: None, token: 1, with };
                changes.push(vec![value, head(layer, 0, with)]);
            }
            changes.push(vec![Edit::Stream { layer, token: 3, text: 1 }]);
            changes.push(vec![
                Edit::Stream { layer, token: 4, text: 1 },
                head(layer, 1, Replacement::Zero),
            ]);
        }
        for positions in [vec![], vec![4, 1], vec![0, 1, 2, 3, 4, 5]] {
            let request = |kept| Request {
                texts: vec![vec![3, 9, 7, 3, 9, 7], vec![5, 2, 8, 1, 6, 4]],
                variants: changes
                    .iter()
                    .map(|edits| Variant { text: 0, edits: edits.clone(), kept })
                    .collect(),
                positions: positions.clone(),
                watched: vec![7, 1],
                ..Request::default()
            };
            let (run, kept) = (run(&model, request(false)), run(&model, request(true)));
            for (one, other) in run.readouts().iter().zip(kept.readouts()) {
                let context = format!("{name} {:?} {}", one.source, one.position);
                assert_eq!((one.source, one.position), (other.source, other.position), "{context}");
                assert_eq!((&one.watched, &one.best), (&other.watched, &other.best), "{context}");
                assert_eq!(one.log_sum_exp.to_bits(), other.log_sum_exp.to_bits(), "{context}");
            }
            assert_eq!(run.readouts().len(), kept.readouts().len());
        }
    }
}

#[test]
fn a_variant_has_the_bits_that_it_has_among_many_others() {
    let (model, _) = models();
    let variants = |times: usize| {
        let heads = (0..4).flat_map(|layer| (0..HEADS).map(move |head| (layer, head)));
        let each: Vec<_> = heads
            .map(|(layer, head)| {
                vec![Edit::Head { layer, head, token: None, with: Replacement::Zero }]
            })
            .collect();
        each.iter().cycle().take(times * each.len()).cloned().collect::<Vec<_>>()
    };
    // With this many rows, the matrix of the logits is read in several slices.
    let (few, many) = (run(&model, request(variants(1))), run(&model, request(variants(40))));
    for variant in 0..16 {
        let of = |run: &Run, variant| {
            let readout = run.readout(Source::Variant(variant), TEXT.len() - 1).unwrap();
            (readout.watched.clone(), readout.best.clone(), readout.log_sum_exp.to_bits())
        };
        assert_eq!(of(&few, variant), of(&many, variant), "variant {variant}");
        assert_eq!(of(&few, variant), of(&many, 624 + variant), "variant {variant}");
    }
}
