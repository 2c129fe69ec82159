//! The tiny GPT against PyTorch.

use crate::support::{assert_close, ids, numbers, opened, reference, run, run_by, weights};
use heedmap_model::{Request, Source};

#[test]
fn weights_and_logits_are_those_of_pytorch() {
    let model = opened("tiny-gpt");
    for sentence in reference("tiny-gpt")["sentences"].as_array().unwrap() {
        let ids = ids(&sentence["ids"]);
        let run = run(&model, Request::of(&ids));
        assert_close("weights", &weights(&run, 0), &numbers(&sentence["weights"]), 1e-5);
        let readout = run.readout(Source::Text(0), ids.len() - 1).unwrap();
        assert_close("logits", &readout.logits, &numbers(&sentence["logits_last"]), 1e-4);
        for (next, (id, logit)) in
            sentence["next_top5"].as_array().unwrap().iter().zip(&readout.best)
        {
            assert_eq!(readout.logits[*id as usize], *logit);
            let probability = next[1].as_f64().unwrap();
            assert!((readout.probability(*logit) - probability).abs() < 1e-4, "{next}");
        }
    }
}

#[test]
fn the_logits_of_all_positions_have_the_sum_of_pytorch() {
    let model = opened("tiny-gpt");
    for sentence in reference("tiny-gpt")["sentences"].as_array().unwrap() {
        let ids = ids(&sentence["ids"]);
        let positions = (0..ids.len()).collect();
        let run = run(&model, Request { positions, ..Request::of(&ids) });
        let logits = run.readouts().iter().flat_map(|readout| &readout.logits);
        let sum: f64 = logits.map(|&logit| f64::from(logit)).sum();
        let wanted = sentence["logits_all_sum"].as_f64().unwrap();
        assert!((sum / wanted - 1.0).abs() < 1e-5, "{sum} for {wanted}");
    }
}

#[test]
fn the_size_of_the_pieces_of_the_file_does_not_matter() {
    let model = opened("tiny-gpt");
    let whole = run(&model, Request::of(&[1, 2, 3]));
    for chunk in [997, 4096] {
        let pieces = run_by(&model, Request::of(&[1, 2, 3]), chunk).unwrap();
        assert_eq!(pieces.readouts(), whole.readouts());
        assert_eq!(pieces.text(0), whole.text(0));
    }
}
