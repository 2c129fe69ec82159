//! The comparison that decides whether a clause allows a cell.

use std::fmt;

/// The operator of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `=`
    Equal,
    /// `in`: the right side is a list.
    OneOf,
}

impl Relation {
    /// The sign of the operator.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Relation::Less => "<",
            Relation::AtMost => "<=",
            Relation::AtLeast => ">=",
            Relation::Equal => "=",
            Relation::OneOf => "in",
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sign())
    }
}

/// A comparison with the cell's numbers, such as `14 - 3 < 6`, and whether it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The left side as text, with signs and numbers only.
    pub left: String,
    /// The operator.
    pub relation: Relation,
    /// The right side as text.
    pub right: String,
    /// Whether the comparison is true.
    pub holds: bool,
}

impl Comparison {
    /// A comparison of two sides, each with its text and its value.
    pub(crate) fn new(left: (String, i64), relation: Relation, right: (String, i64)) -> Comparison {
        let holds = match relation {
            Relation::Less => left.1 < right.1,
            Relation::AtMost => left.1 <= right.1,
            Relation::AtLeast => left.1 >= right.1,
            Relation::Equal | Relation::OneOf => left.1 == right.1,
        };
        Comparison { left: left.0, relation, right: right.0, holds }
    }

    /// A comparison of an item with a list.
    pub(crate) fn one_of<T: fmt::Display>(left: String, list: &[T], holds: bool) -> Comparison {
        let list: Vec<String> = list.iter().map(T::to_string).collect();
        let right = format!("{{{}}}", list.join(", "));
        Comparison { left, relation: Relation::OneOf, right, holds }
    }
}

/// Writes the comparison: `14 - 3 < 6`.
impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.left, self.relation, self.right)
    }
}
