//! Masks of files.

use heedmap_masks::{Alignment, Clause, Expr, parse};

use crate::rules::keys_in;

/// What a mask says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SaidMask {
    pub(crate) is_causal: bool,
    pub(crate) window: Option<f64>,
    /// The text, if it says more.
    pub(crate) text: Option<String>,
    /// Whether `causal` or a window is anywhere in the text.
    pub(crate) names_causal: bool,
    pub(crate) names_window: bool,
    /// The clauses of a text that is no mask expression.
    pub(crate) unread: Vec<String>,
}

/// Reads a mask, such as `causal and window(4)`.
pub(crate) fn mask_in(text: &str) -> SaidMask {
    let Ok(parsed) = parse(text) else { return unreadable(text) };
    let clauses = parsed.expr.clauses();
    let names_causal = clauses.iter().any(|clause| matches!(clause, Clause::Causal { .. }));
    let names_window = clauses.iter().any(|clause| matches!(clause, Clause::Window { .. }));
    let operands = match parsed.expr {
        Expr::And(operands) => operands,
        other => vec![other],
    };
    let mut found = SaidMask { names_causal, names_window, ..SaidMask::default() };
    for operand in operands {
        match operand {
            Expr::Clause(Clause::All) => {}
            Expr::Clause(Clause::Causal { at }) if at == Alignment::default() => {
                found.is_causal = true;
            }
            Expr::Clause(Clause::Window { width, at })
                if at == Alignment::default() && width > 0 && found.window.is_none() =>
            {
                found.window = Some(width as f64);
            }
            _ => found.text = Some(text.to_owned()),
        }
    }
    found
}

/// Of a text that is no mask expression, what is known, and the clauses that are not.
fn unreadable(text: &str) -> SaidMask {
    let words: Vec<&str> = text.split_whitespace().collect();
    let clauses = words.split(|&word| word == "and").map(|words| words.join(" "));
    let mut found = SaidMask::default();
    for clause in clauses.filter(|clause| !clause.is_empty() && clause != "all") {
        match window_in(&clause) {
            _ if clause == "causal" => found.is_causal = true,
            Some(digits) => found.window = found.window.or(keys_in(digits)),
            None => found.unread.push(clause),
        }
    }
    found
}

/// The digits of `window(4)`.
fn window_in(clause: &str) -> Option<&str> {
    let digits = clause.strip_prefix("window(")?.strip_suffix(')')?;
    (!digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())).then_some(digits)
}
