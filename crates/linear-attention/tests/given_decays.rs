//! Mamba-2 with given log decays, as files have them.

use heedmap_linear_attention::LinearHead;

const C: [f64; 6] = [0.5, -1.0, 0.25, 2.0, -0.5, 1.0];
const B: [f64; 6] = [1.0, 0.5, -0.25, 1.0, 2.0, -1.0];
const STEPS: [f64; 3] = [0.5, 0.25, 1.5];

#[test]
fn given_log_decays_are_those_of_a_times_the_steps() {
    let decays = STEPS.map(|step| -0.75 * step);
    let given = LinearHead::mamba2_decays(&C, &B, 2, &STEPS, &decays).unwrap().map().unwrap();
    // M[i, j] = (C[i] . B[j]) exp(sum of the log decays after j, up to i) step[j], by plain loops.
    for i in 0..3 {
        for j in 0..=i {
            let dot = C[2 * i] * B[2 * j] + C[2 * i + 1] * B[2 * j + 1];
            let left: f64 = decays[j + 1..=i].iter().sum();
            let wanted = dot * left.exp() * STEPS[j];
            assert!((given[3 * i + j] - wanted).abs() < 1e-14, "{i}, {j}");
        }
    }
    let same = LinearHead::mamba2(&C, &B, 2, &STEPS, -0.75).unwrap().map().unwrap();
    assert_eq!(given, same);
}

#[test]
fn wrong_steps_and_log_decays_are_refused_with_the_token() {
    let error = |steps: &[f64], decays: &[f64]| {
        LinearHead::mamba2_decays(&C, &B, 2, steps, decays).err().unwrap().at(3, 1).to_string()
    };
    let fine = [-1.0; 3];
    assert_eq!(
        error(&[0.5, -0.5, 1.0], &fine),
        "layer 3, head 1: the step of token 1 is -0.5: it must be at least 0"
    );
    assert_eq!(
        error(&STEPS, &[-1.0, -1.0, 0.5]),
        "layer 3, head 1: the log decay of token 2 is 0.5: it must be at most 0"
    );
    assert_eq!(error(&STEPS, &[-1.0; 2]), "layer 3, head 1: C has 3 positions but log decay has 2");
}
