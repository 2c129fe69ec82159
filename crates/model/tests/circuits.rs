//! What heads read and write as tokens, values that are replaced, and scores without rotation, against plain reruns.

use crate::support::{Opened, folder, ids, opened, run, supplied};
use heedmap_model::{
    Cell, CircuitReader, Circuits, Edit, Error, Replacement, Request, Run, ScoreReader, Source,
    Variant,
};
use serde_json::Value;

/// What NumPy computes: `fixtures/model/answers.py`.
fn answers() -> Value {
    let text = std::fs::read(folder("tiny-gpt").join("answers.json")).unwrap();
    serde_json::from_slice(&text).unwrap()
}

fn read(model: &Opened, mut reader: CircuitReader) -> Circuits {
    loop {
        if let Some(need) = reader.need() {
            reader.supply(supplied(&model.file, need, 50_000)).unwrap();
        } else if reader.step().unwrap() {
            return reader.finish().unwrap();
        }
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn usize_of(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

#[test]
fn copying_scores_are_the_eigenvalues_of_numpy() {
    let model = opened("tiny-gpt");
    let found = read(&model, CircuitReader::new(model.model.clone()).unwrap());
    assert_eq!((found.tokens, found.layers, found.cell), (2048, 0..4, None));
    let answers = answers();
    let wanted = answers["copying"].as_array().unwrap();
    assert_eq!(found.copying.len(), wanted.len());
    for (head, (found, wanted)) in found.copying.iter().zip(wanted).enumerate() {
        assert!((found - number(wanted)).abs() < 1e-4, "head {head}: {found} for {wanted}");
    }
}

#[test]
fn what_a_head_reads_and_writes_is_that_of_numpy() {
    let (model, answers) = (opened("tiny-gpt"), answers());
    let done = run(&model, Request::of(&ids(&answers["ids"])));
    for wanted in answers["cells"].as_array().unwrap() {
        let [layer, head, query, key] =
            ["layer", "head", "query", "key"].map(|name| usize_of(&wanted[name]));
        let cell = Cell { text: 0, variant: None, layer, head, query, key };
        let found = read(&model, CircuitReader::of_cell(&done, cell).unwrap());
        assert_eq!((found.layers, found.copying.len()), (layer..layer + 1, 4));
        let found = found.cell.unwrap();
        for (pairs, of_ids, of_numbers) in
            [(&found.read, "read", "scores"), (&found.written, "written", "logits")]
        {
            let (listed, numbers): (Vec<u32>, Vec<f32>) = pairs.iter().copied().unzip();
            assert_eq!(listed, ids(&wanted[of_ids]), "{cell:?}");
            for (number_, wanted) in numbers.iter().zip(wanted[of_numbers].as_array().unwrap()) {
                assert!((f64::from(*number_) - number(wanted)).abs() < 1e-4, "{cell:?}");
            }
        }
        assert_eq!(found.place, Some(usize_of(&wanted["place"])));
    }
}

#[test]
fn values_are_replaced_in_three_ways() {
    let (model, answers) = (opened("tiny-gpt"), answers());
    let (text, other) = (ids(&answers["ids"]), ids(&answers["other"]));
    let token = u32::try_from(answers["token"].as_u64().unwrap()).unwrap();
    for (name, with) in
        [("zero", Replacement::Zero), ("mean", Replacement::Mean), ("text", Replacement::Text(1))]
    {
        let variants = (0..text.len()).map(|token| Variant {
            edits: (0..4).map(|layer| Edit::Value { layer, head: None, token, with }).collect(),
            ..Variant::default()
        });
        let request = Request {
            texts: vec![text.clone(), other.clone()],
            variants: variants.collect(),
            watched: vec![token],
            ..Request::default()
        };
        let run = run(&model, request);
        for (at, wanted) in answers["values"][name].as_array().unwrap().iter().enumerate() {
            let found = run.readout(Source::Variant(at), text.len() - 1).unwrap().watched[0];
            let wanted = number(&wanted["logit"]);
            assert!((f64::from(found) - wanted).abs() < 1e-4, "{name} {at}: {found} for {wanted}");
        }
    }
}

fn score(model: &Opened, run: &Run, cell: Cell) -> heedmap_model::ScoreParts {
    let mut reader = ScoreReader::new(run, cell).unwrap();
    while let Some(need) = reader.need() {
        reader.supply(supplied(&model.file, need, 5000)).unwrap();
    }
    reader.finish().unwrap()
}

#[test]
fn a_score_without_rotation_is_that_of_the_rows_turned_back() {
    let model = opened("llama");
    let config = model.model.config().clone();
    let text = [3, 17, 5, 39, 5, 22, 17, 5];
    let run = run(&model, Request { writes: true, ..Request::of(&text) });
    let (size, half) = (config.head_size, config.head_size / 2);
    // Half of the features are paired with the other half; the configuration has the base.
    let back = |row: &[f32], position: usize| -> Vec<f64> {
        let turned = |feature: usize| {
            let pair = feature % half;
            let angle = position as f64 * 10_000_f64.powf(-2.0 * pair as f64 / size as f64);
            let (a, b) = (f64::from(row[pair]), f64::from(row[pair + half]));
            if feature < half {
                a * angle.cos() + b * angle.sin()
            } else {
                b * angle.cos() - a * angle.sin()
            }
        };
        (0..size).map(turned).collect()
    };
    for (layer, head, query, key) in [(0, 0, 7, 2), (1, 3, 6, 6), (1, 2, 5, 0)] {
        let parts = score(&model, &run, Cell { text: 0, variant: None, layer, head, query, key });
        let trace = run.text(0).unwrap().layers[layer].as_ref().unwrap();
        let of_head = trace.head(head).unwrap();
        let q = back(&of_head.q[query * size..][..size], query);
        let k = back(&of_head.k[key * size..][..size], key);
        let wanted = q.iter().zip(&k).map(|(q, k)| q * k).sum::<f64>() * config.scale;
        let found = parts.unrotated.unwrap();
        assert!((found - wanted).abs() < 1e-4, "{layer}.{head}: {found} for {wanted}");
        if query == key {
            assert!((parts.score() - found).abs() < 1e-4, "the distance is 0");
        }
    }
}

#[test]
fn circuits_exist_for_every_family_with_logits() {
    for name in ["gpt2", "llama", "qwen3", "gemma3", "gpt-neox", "gpt-neox-sequential", "smollm3"] {
        let model = opened(name);
        let found = read(&model, CircuitReader::new(model.model.clone()).unwrap());
        let config = model.model.config();
        assert_eq!(found.copying.len(), config.layers.len() * config.heads, "{name}");
        assert!(found.copying.iter().all(|score| score.abs() <= 1.0 + 1e-9), "{name}");
        let done = run(&model, Request::of(&[3, 17, 5]));
        let cell = Cell { text: 0, variant: None, layer: 1, head: 1, query: 2, key: 1 };
        let tokens = read(&model, CircuitReader::of_cell(&done, cell).unwrap()).cell.unwrap();
        assert_eq!((tokens.query, tokens.key), (5, 17), "{name}");
        assert_eq!((tokens.read.len(), tokens.written.len()), (10, 10), "{name}");
    }
}

#[test]
fn cells_and_models_without_circuits_are_refused() {
    let model = opened("tiny-gpt");
    let done = run(&model, Request::of(&[1, 2, 3]));
    let cell = Cell { text: 0, variant: None, layer: 1, head: 4, query: 0, key: 0 };
    let error = CircuitReader::of_cell(&done, cell).unwrap_err();
    assert_eq!(error.to_string(), "there is no head 4: there are 4");
    let begun = Run::new(model.model.clone(), Request::of(&[1, 2, 3])).unwrap();
    let cell = Cell { head: 0, ..cell };
    assert!(matches!(CircuitReader::of_cell(&begun, cell), Err(Error::NotKept { .. })));
    let mut reader = CircuitReader::new(model.model.clone()).unwrap();
    assert!(matches!(reader.step(), Err(Error::Unsupplied { .. })));
    assert!(matches!(reader.finish(), Err(Error::Ended)));
    let bert = opened("bert");
    assert!(matches!(CircuitReader::new(bert.model), Err(Error::Unsupported { .. })));
}
