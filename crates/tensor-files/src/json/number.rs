//! JSON numbers.

/// The text of a number.
#[derive(Clone, Copy)]
pub(crate) struct NumberText<'a> {
    pub(crate) text: &'a [u8],
}

impl NumberText<'_> {
    /// The nearest float, or infinity.
    pub(crate) fn value(&self) -> f64 {
        // The standard library parses every text of both grammars.
        std::str::from_utf8(self.text).ok().and_then(|text| text.parse().ok()).unwrap_or(f64::NAN)
    }
}

/// The grammar of numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grammar {
    /// The grammar of JSON.
    Json,
    /// The grammar of tables, which also accept `+1`, `.5`, `5.` and `007`.
    Table,
}

/// The longest number at the start of a text, and the rest.
pub(crate) fn scan(text: &[u8], grammar: Grammar) -> Option<(NumberText<'_>, &[u8])> {
    let lenient = grammar == Grammar::Table;
    let rest = match text {
        [b'-', rest @ ..] => rest,
        [b'+', rest @ ..] if lenient => rest,
        rest => rest,
    };
    let (whole, mut rest) = digits(rest);
    if !lenient && (whole.is_empty() || whole.len() > 1 && whole.starts_with(b"0")) {
        return None;
    }
    let mut fraction: &[u8] = &[];
    if let [b'.', behind @ ..] = rest {
        let (found, behind) = digits(behind);
        if found.is_empty() && (whole.is_empty() || !lenient) {
            return None;
        }
        (fraction, rest) = (found, behind);
    }
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    if let [b'e' | b'E', behind @ ..] = rest {
        let behind = match behind {
            [b'-' | b'+', behind @ ..] => behind,
            behind => behind,
        };
        let (found, behind) = digits(behind);
        if found.is_empty() {
            return None;
        }
        rest = behind;
    }
    let text = &text[..text.len() - rest.len()];
    Some((NumberText { text }, rest))
}

fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.iter().take_while(|byte| byte.is_ascii_digit()).count())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Grammar, scan};

    #[test]
    fn every_text_of_a_table_is_the_nearest_float() {
        let half = "1.00000000000000011102230246251565404236316680908203125";
        let beyond_half = format!("{half}{}1", "0".repeat(2000));
        for (text, value) in [
            ("-0.000", -0.0),
            ("+7", 7.0),
            (".5", 0.5),
            ("5.", 5.0),
            ("5.e1", 50.0),
            ("0007", 7.0),
            ("1e23", 1e23),
            ("9007199254740993", 9_007_199_254_740_992.0),
            ("2.4703282292062328e-324", f64::from_bits(1)),
            ("1.7976931348623159e308", f64::INFINITY),
            ("0.0e999999999999", 0.0),
            ("1e99999999999999999999", f64::INFINITY),
            ("-1e-99999999999999999999", -0.0),
            (half, 1.0),
            (&beyond_half, 1.0 + f64::EPSILON),
        ] {
            let (number, rest) = scan(text.as_bytes(), Grammar::Table).unwrap();
            assert!(rest.is_empty(), "{text}");
            assert_eq!(number.value().to_bits(), value.to_bits(), "{text}");
        }
    }
}
