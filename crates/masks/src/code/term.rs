//! Terms of a Python expression, joined with the brackets that precedence requires.

/// The precedence of a term, from the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Precedence {
    /// A name, a call, an index or a term in brackets.
    Whole,
    /// `~` and a whole term.
    Not,
    /// A comparison. Its precedence in Python is lower than that of `&`, so as an operand of `&` it
    /// gets brackets.
    Comparison,
    /// Terms joined by `&`.
    And,
    /// Terms joined by `|`.
    Or,
}

/// A term that is true where a pair is allowed.
#[derive(Clone, Debug)]
pub(super) struct Term {
    text: String,
    precedence: Precedence,
    /// The terms that were joined.
    parts: Vec<String>,
}

impl Term {
    pub(super) fn whole(text: impl Into<String>) -> Term {
        Term { text: text.into(), precedence: Precedence::Whole, parts: Vec::new() }
    }

    pub(super) fn comparison(text: impl Into<String>) -> Term {
        Term { text: text.into(), precedence: Precedence::Comparison, parts: Vec::new() }
    }

    pub(super) fn not(self) -> Term {
        let text = match self.precedence {
            Precedence::Whole | Precedence::Not => format!("~{}", self.text),
            _ => format!("~({})", self.text),
        };
        Term { text, precedence: Precedence::Not, parts: Vec::new() }
    }

    pub(super) fn and(operands: Vec<Term>) -> Term {
        joined(operands, Precedence::And, " & ")
    }

    pub(super) fn or(operands: Vec<Term>) -> Term {
        joined(operands, Precedence::Or, " | ")
    }

    /// The expression on one line.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The expression after `before`, on several lines if one would be too long.
    pub(super) fn statement(&self, before: &str, indent: &str) -> String {
        const LONGEST: usize = 100;
        let line = format!("{indent}{before}{}\n", self.text);
        if line.len() <= LONGEST || self.parts.is_empty() {
            return line;
        }
        let operator = if self.precedence == Precedence::And { "& " } else { "| " };
        let parts: String = self
            .parts
            .iter()
            .enumerate()
            .map(|(index, part)| {
                let operator = if index == 0 { "" } else { operator };
                format!("{indent}    {operator}{part}\n")
            })
            .collect();
        format!("{indent}{before}(\n{parts}{indent})\n")
    }
}

fn joined(mut operands: Vec<Term>, precedence: Precedence, operator: &str) -> Term {
    if operands.len() == 1
        && let Some(only) = operands.pop()
    {
        return only;
    }
    let parts: Vec<String> = operands
        .into_iter()
        .map(|operand| match operand.precedence {
            Precedence::Whole | Precedence::Not => operand.text,
            same if same == precedence => operand.text,
            _ => format!("({})", operand.text),
        })
        .collect();
    Term { text: parts.join(operator), precedence, parts }
}
