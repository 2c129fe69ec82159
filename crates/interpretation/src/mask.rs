//! Masks of files.

use heedmap_masks::{Alignment, Clause, Expr, parse};

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
    /// Whether it is `all`.
    pub(crate) is_all: bool,
}

/// Reads a mask, such as `causal and window(4)`; `None` for a text that is no expression.
pub(crate) fn mask_in(text: &str) -> Option<SaidMask> {
    let parsed = parse(text).ok()?;
    let clauses = parsed.expr.clauses();
    let names_causal = clauses.iter().any(|clause| matches!(clause, Clause::Causal { .. }));
    let names_window = clauses.iter().any(|clause| matches!(clause, Clause::Window { .. }));
    let is_all = matches!(parsed.expr, Expr::Clause(Clause::All));
    let operands = match parsed.expr {
        Expr::And(operands) => operands,
        other => vec![other],
    };
    let mut found = SaidMask { names_causal, names_window, is_all, ..SaidMask::default() };
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
    Some(found)
}
