//! Runs that take the first tokens from an earlier run, against runs that compute everything.

use crate::support::{CAUSAL, Opened, ids, opened, opened_gguf, reference, run, supplied};
use heedmap_model::{Model, Replacement, Request, Run, Step, Variant};

/// Runs to the end, with what an earlier run has computed.
fn run_after(model: &Opened, request: Request, earlier: &Run) -> Run {
    let mut run = Run::after(model.model.clone(), request, earlier).unwrap();
    loop {
        match run.step().unwrap() {
            Step::Read(part) => run.supply(supplied(&model.file, part, usize::MAX)).unwrap(),
            Step::Work | Step::Layer(_) => {}
            Step::Done => return run,
        }
    }
}

/// A request that keeps everything that can be reused.
fn request(ids: &[u32]) -> Request {
    Request { writes: true, ..Request::of(ids) }
}

/// Fails unless a run after an earlier one, of the first tokens and others, has the bits of a whole run.
fn assert_same(name: &str, model: &Opened, ids: &[u32], shared: usize) {
    let whole = run(model, request(ids));
    let mut before = ids[..shared].to_vec();
    // The texts differ behind the shared tokens, and in their length.
    before.extend([ids[0] ^ 1; 2].iter().filter(|&&id| ids.get(shared) != Some(&id)));
    let earlier = run(model, request(&before));
    let after = run_after(model, request(ids), &earlier);
    assert_eq!(after.reused(), shared, "{name}");
    assert_eq!(bits(&after), bits(&whole), "{name}, {shared} tokens shared");
}

/// The bits of everything that was kept and read, because 0 equals -0.
fn bits(run: &Run) -> Vec<Vec<u32>> {
    let of = |cells: &[f32]| cells.iter().map(|cell| cell.to_bits()).collect::<Vec<_>>();
    let mut all: Vec<_> = run.readouts().iter().map(|one| of(&one.logits)).collect();
    let text = run.text(0).unwrap();
    all.extend([&text.embeddings, &text.positions].map(|cells| of(cells)));
    for (at, layer) in text.layers.iter().flatten().enumerate() {
        let parts = [&layer.q, &layer.k, &layer.v, &layer.outputs, &layer.writes];
        all.extend(parts.map(|cells| of(cells)));
        all.extend([&layer.after_attention, &layer.after].map(|cells| of(cells)));
        all.extend([&layer.betas, &layer.log_decays].map(|cells| of(cells)));
        let heads = 0..run.model().config().heads_of(at);
        all.extend(heads.map(|head| of(&layer.weights(head).unwrap())));
    }
    all
}

#[test]
fn a_run_after_an_earlier_one_has_the_bits_of_a_whole_run_in_each_family() {
    for name in CAUSAL {
        let (model, ids) = (opened(name), ids(&reference(name)["ids"]));
        for shared in [1, ids.len() / 2, ids.len() - 1] {
            assert_same(name, &model, &ids, shared);
        }
    }
}

#[test]
fn a_run_after_an_earlier_one_has_the_bits_of_a_whole_run_in_long_texts() {
    let model = opened("tiny-gpt");
    let ids: Vec<u32> = (0..126).map(|at| at * 7919 % 2048).collect();
    for shared in [1, 15, 16, 31, 32, 33, 64, 124, 125] {
        assert_same("tiny-gpt", &model, &ids, shared);
    }
}

#[test]
fn a_text_that_grows_by_one_token_again_and_again_has_the_bits_of_a_whole_run() {
    let model = opened_gguf("llama");
    let ids: Vec<u32> = (0..20).map(|at| at * 7 % 40).collect();
    let mut last = run(&model, request(&ids[..1]));
    for count in 2..=ids.len() {
        let next = run_after(&model, request(&ids[..count]), &last);
        assert_eq!(next.reused(), count - 1);
        last = next;
    }
    assert_eq!(bits(&last), bits(&run(&model, request(&ids))));
}

#[test]
fn texts_that_begin_differently_share_nothing() {
    let model = opened("tiny-gpt");
    let earlier = run(&model, request(&[1, 2, 3]));
    let after = run_after(&model, request(&[4, 2, 3]), &earlier);
    assert_eq!(after.reused(), 0);
    assert_eq!(bits(&after), bits(&run(&model, request(&[4, 2, 3]))));
}

#[test]
fn the_first_position_that_is_read_is_computed() {
    let model = opened("tiny-gpt");
    let earlier = run(&model, request(&[1, 2, 3, 4]));
    let positions = vec![1, 3];
    let wanted = Request { positions, ..request(&[1, 2, 3, 4, 5]) };
    let after = run_after(&model, wanted.clone(), &earlier);
    assert_eq!(after.reused(), 1);
    assert_eq!(after.readouts(), run(&model, wanted).readouts());
}

#[test]
fn everything_is_computed_where_earlier_rows_may_differ() {
    let reused = |model: &Opened, wanted: Request, earlier: &Run| {
        Run::after(model.model.clone(), wanted, earlier).unwrap().reused()
    };
    let model = opened("tiny-gpt");
    let ids = [1, 2, 3, 4];
    let earlier = run(&model, request(&ids[..3]));
    assert_eq!(reused(&model, request(&ids), &earlier), 3);
    // The changes of variants may depend on all tokens.
    let variants = Variant::each_head(model.model.config(), 0, Replacement::Mean);
    assert_eq!(reused(&model, Request { variants, ..request(&ids) }, &earlier), 0);
    // The earlier run did not keep what heads write.
    let without = run(&model, Request::of(&ids[..3]));
    assert_eq!(reused(&model, request(&ids), &without), 0);
    assert_eq!(reused(&model, Request::of(&ids), &without), 3);
    // It is not finished.
    let unfinished = Run::new(model.model.clone(), request(&ids[..3])).unwrap();
    assert_eq!(reused(&model, request(&ids), &unfinished), 0);
    // It is of another model.
    assert_eq!(reused(&opened("tiny-gpt"), request(&ids), &earlier), 0);
    // An encoder sees later tokens.
    let encoder = opened("bert");
    let earlier = run(&encoder, request(&ids[..3]));
    assert_eq!(reused(&encoder, request(&ids), &earlier), 0);
}

#[test]
fn everything_is_computed_if_the_rotation_depends_on_the_length_of_the_text() {
    let folder = crate::support::folder("llama");
    let config = std::fs::read(folder.join("config.json")).unwrap();
    let mut config: serde_json::Value = serde_json::from_slice(&config).unwrap();
    // The text grows beyond the trained length, so its frequencies change.
    config["rope_parameters"] = serde_json::json!({ "rope_type": "longrope", "rope_theta": 10000.0,
        "short_factor": [1.0, 1.0, 1.0, 1.0], "long_factor": [1.0, 2.0, 3.0, 4.0],
        "original_max_position_embeddings": 5, "factor": 4.0 });
    let file = std::fs::read(folder.join("model.safetensors")).unwrap();
    let model = crate::support::open(config.to_string().as_bytes(), file).unwrap();
    let ids = [1, 2, 3, 4, 5, 6];
    let earlier = run(&model, request(&ids[..5]));
    let after = run_after(&model, request(&ids), &earlier);
    assert_eq!(after.reused(), 0);
    assert_eq!(bits(&after), bits(&run(&model, request(&ids))));
}

#[test]
fn a_run_after_an_earlier_one_refuses_what_a_run_refuses() {
    let model = opened("tiny-gpt");
    let earlier = run(&model, request(&[1, 2, 3]));
    let refused = |model: std::sync::Arc<Model>, ids: &[u32]| {
        let after = Run::after(model.clone(), request(ids), &earlier).unwrap_err();
        assert_eq!(after, Run::new(model, request(ids)).unwrap_err());
    };
    refused(model.model.clone(), &[]);
    refused(model.model.clone(), &[1, 2, 9999]);
    refused(model.model.clone(), &[1; 129]);
}
