//! `docs/conformance.md`: every case of the fixtures with its largest error. A command writes the
//! file.

use std::fmt::Write;

use super::case::Measure;

const HEAD: &str = "\
# Conformance

How the core compares with references that others computed. `cargo xtask conformance --write-docs` writes this file and
`cargo xtask test` checks it; no number in it is typed by hand.

Each case runs in 64 and in 32 bits, both natively and as WebAssembly in Node. *Error* is the largest difference from the
reference over all cells of all outputs. *Share* is the largest difference as a share of its tolerance, over both targets. NaN
and infinities must be in the same places as in the reference. The elementary functions come from one library on all
targets, so both targets should have the same numbers. The error depends on the magnitude: logits of 1e30 have an error of
1e23 in 32 bits, and the share puts that in proportion. `rng-fixture/1` has no table: its numbers are equal, or differ by at
most 2 units in the last place where NumPy uses the platform's logarithm. `badfiles-index/1` has no table either: its files
are rejected with the expected class of error, or read bit for bit, natively.
";

/// The text above the table of a format.
const FORMATS: [(&str, &str); 3] = [
    (
        "attn-case/1",
        "Attention against a reference in 80-bit floats (`fixtures/attention`). The tolerances are in the files. They are
derived from the roundoff of each width and the sizes, not fitted.",
    ),
    (
        "onnx-case/1",
        "The node tests of ONNX (`fixtures/onnx`). In 64 bits, the reference is recomputed in 64 bits and the tolerance is 1e-12 of
its largest magnitude. In 32 bits, both are ONNX's own, with a relative tolerance of 2e-2 for tests in 16 bits.",
    ),
    (
        "variant-case/1",
        "Layers without a softmax, differential attention, picked keys and blocks, compressed entries, caches with a budget, and every
part of a rule, against plain loops in NumPy (`fixtures/variants`, which `fixtures/generate/variants.py` writes). The tolerance is
1e-12 of the largest magnitude of an output, or of 1, in 64 bits; in 32 bits it is 1e-6, and 2e-5 for rules. Picks are equal.",
    ),
];

/// The document with all measured cases, each in 64 and then in 32 bits.
#[must_use]
pub fn document(measures: &[[Measure; 2]]) -> String {
    let mut text = HEAD.to_owned();
    for (format, about) in FORMATS {
        let of_format: Vec<&[Measure; 2]> =
            measures.iter().filter(|[native, _]| native.format == format).collect();
        let mut names: Vec<&str> =
            of_format.iter().map(|[native, _]| native.case.as_str()).collect();
        names.dedup();
        // Writing to a string does not fail.
        let _ = write!(
            text,
            "\n## `{format}`: {} cases\n\n{about}\n\n\
             | case | f64 error, native | wasm | share | f32 error, native | wasm | share |\n\
             |---|--:|--:|--:|--:|--:|--:|\n",
            names.len()
        );
        for name in names {
            let _ = write!(text, "| {name} |");
            for precision in ["f64", "f32"] {
                let of = |[native, _]: &&&[Measure; 2]| {
                    native.case == name && native.precision == precision
                };
                match of_format.iter().find(of) {
                    None => text.push_str(" | | |"),
                    Some([native, wasm]) => {
                        let share = native.distance.share.max(wasm.distance.share);
                        let (native, wasm) = (figure(native), figure(wasm));
                        let _ = write!(text, " {native} | {wasm} | {:.1} % |", 100.0 * share);
                    }
                }
            }
            text.push('\n');
        }
    }
    text
}

fn figure(measure: &Measure) -> String {
    match measure.distance.error {
        0.0 => "0".to_owned(),
        error => format!("{error:.1e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::case::Distance;

    #[test]
    fn a_case_is_a_line_with_both_precisions_and_both_targets() {
        let measure = |precision, error| Measure {
            format: "attn-case/1",
            case: "plain".to_owned(),
            precision,
            distance: Distance { error, share: 0.125 },
        };
        let wide = [measure("f64", 0.0), measure("f64", 1.5e-16)];
        let narrow = [measure("f32", 2e-7), measure("f32", 2e-7)];
        let text = document(&[wide, narrow]);
        assert!(text.contains("## `attn-case/1`: 1 cases"), "{text}");
        let line = "| plain | 0 | 1.5e-16 | 12.5 % | 2.0e-7 | 2.0e-7 | 12.5 % |";
        assert!(text.contains(line), "{text}");
    }
}
