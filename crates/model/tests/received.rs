//! Runs whose layers are given as bytes, against the runs that computed them.

use crate::support::{Opened, ids, opened, reference, run, supplied};
use heedmap_model::{Cell, Edit, Error, Replacement, Request, Run, ScoreReader, Step, Variant};

/// A run that was given all layers of another.
fn received(model: &Opened, computed: &Run) -> Run {
    let mut run = Run::received(model.model.clone(), computed.request().clone()).unwrap();
    for layer in 0..model.model.config().layers.len() {
        run.receive(layer, &computed.layer_bytes(layer).unwrap()).unwrap();
    }
    run
}

#[test]
fn what_was_kept_of_texts_and_variants_is_given_whole() {
    for name in ["gpt2", "llama", "gemma3", "gpt-neox", "gpt-oss", "bert"] {
        let (model, ids) = (opened(name), ids(&reference(name)["ids"]));
        let head = Edit::Head { layer: 1, head: 0, token: None, with: Replacement::Mean };
        let variant = |kept| Variant { text: 0, edits: vec![head], kept };
        let variants = vec![variant(false), variant(true)];
        let request = Request { variants, writes: true, ..Request::of(&ids) };
        let computed = run(&model, request);
        let given = received(&model, &computed);
        assert_eq!(given.text(0), computed.text(0), "{name}");
        assert_eq!(given.variant(1), computed.variant(1), "{name}");
        assert!(given.variant(0).is_err() && given.readouts().is_empty());
    }
}

#[test]
fn a_score_is_split_from_what_was_given() {
    let model = opened("tiny-gpt");
    let request = Request { writes: true, ..Request::of(&[11, 22, 33, 11]) };
    let computed = run(&model, request);
    let given = received(&model, &computed);
    let parts = |run: &Run| {
        let cell = Cell { text: 0, variant: None, layer: 2, head: 1, query: 3, key: 1 };
        let mut reader = ScoreReader::new(run, cell).unwrap();
        while let Some(part) = reader.need() {
            reader.supply(supplied(&model.file, part, usize::MAX)).unwrap();
        }
        reader.finish().unwrap()
    };
    assert_eq!(parts(&given), parts(&computed));
}

#[test]
fn bytes_of_another_run_are_rejected_with_figures() {
    let model = opened("tiny-gpt");
    let computed = run(&model, Request::of(&[1, 2, 3]));
    let bytes = computed.layer_bytes(0).unwrap();
    let mut longer = Run::received(model.model.clone(), Request::of(&[1, 2, 3, 4])).unwrap();
    let (what, got, wanted) = ("numbers of a layer", 3 * 128, 4 * 128);
    assert_eq!(longer.receive(0, &bytes), Err(Error::Length { what, got, wanted }));
    let mut same = Run::received(model.model.clone(), Request::of(&[1, 2, 3])).unwrap();
    for length in [0, 3, 4, 100, bytes.len() - 1] {
        let error = same.receive(0, &bytes[..length]).unwrap_err();
        assert!(matches!(error, Error::Length { .. }), "{length} bytes: {error}");
    }
    let error = same.receive(0, &[&bytes[..], &[0]].concat()).unwrap_err();
    assert!(matches!(error, Error::Length { .. }), "{error}");
    let missing = Error::Missing { what: "layer", index: 4, count: 4 };
    assert_eq!(same.receive(4, &bytes), Err(missing.clone()));
    assert_eq!(computed.layer_bytes(4), Err(missing));
    assert_eq!(same.step(), Err::<Step, _>(Error::Ended));
}
