//! Pieces of a Python expression, put together with the brackets that they need.

/// How tightly a piece holds together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tightness {
    /// A name, a call, an index or something in brackets.
    Whole,
    /// `~` and a whole.
    Not,
    /// A comparison: looser than `&` in Python, so that it stands in brackets beside one.
    Comparison,
    /// Pieces joined by `&`.
    And,
    /// Pieces joined by `|`.
    Or,
}

/// A piece that is true where a pair is allowed.
#[derive(Clone, Debug)]
pub(super) struct Term {
    text: String,
    tightness: Tightness,
    /// The pieces that it was joined of.
    parts: Vec<String>,
}

impl Term {
    pub(super) fn whole(text: impl Into<String>) -> Term {
        Term { text: text.into(), tightness: Tightness::Whole, parts: Vec::new() }
    }

    pub(super) fn comparison(text: impl Into<String>) -> Term {
        Term { text: text.into(), tightness: Tightness::Comparison, parts: Vec::new() }
    }

    pub(super) fn not(self) -> Term {
        let text = match self.tightness {
            Tightness::Whole | Tightness::Not => format!("~{}", self.text),
            _ => format!("~({})", self.text),
        };
        Term { text, tightness: Tightness::Not, parts: Vec::new() }
    }

    pub(super) fn and(operands: Vec<Term>) -> Term {
        joined(operands, Tightness::And, " & ")
    }

    pub(super) fn or(operands: Vec<Term>) -> Term {
        joined(operands, Tightness::Or, " | ")
    }

    /// The expression on one line.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The expression after `before`, over several lines if one would be long.
    pub(super) fn statement(&self, before: &str, indent: &str) -> String {
        const LONGEST: usize = 100;
        let line = format!("{indent}{before}{}\n", self.text);
        if line.len() <= LONGEST || self.parts.is_empty() {
            return line;
        }
        let sign = if self.tightness == Tightness::And { "& " } else { "| " };
        let parts: String = self
            .parts
            .iter()
            .enumerate()
            .map(|(index, part)| {
                let sign = if index == 0 { "" } else { sign };
                format!("{indent}    {sign}{part}\n")
            })
            .collect();
        format!("{indent}{before}(\n{parts}{indent})\n")
    }
}

fn joined(mut operands: Vec<Term>, tightness: Tightness, sign: &str) -> Term {
    if operands.len() == 1
        && let Some(only) = operands.pop()
    {
        return only;
    }
    let parts: Vec<String> = operands
        .into_iter()
        .map(|operand| match operand.tightness {
            Tightness::Whole | Tightness::Not => operand.text,
            same if same == tightness => operand.text,
            _ => format!("({})", operand.text),
        })
        .collect();
    Term { text: parts.join(sign), tightness, parts }
}
