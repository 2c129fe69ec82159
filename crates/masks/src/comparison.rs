//! The comparison that decides what a clause says of a cell.

use std::fmt;

/// How the two sides of a comparison are held against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// The sign that it is written with.
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

/// A comparison with the cell's numbers in it, such as `14 - 3 < 6`, and whether it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The left side as text, in signs and numbers alone.
    pub left: String,
    /// How it is compared.
    pub relation: Relation,
    /// The right side as text.
    pub right: String,
    /// Whether that is so.
    pub holds: bool,
}

impl Comparison {
    /// Two sides, each as text and as its value.
    pub(crate) fn new(left: (String, i64), relation: Relation, right: (String, i64)) -> Comparison {
        let holds = match relation {
            Relation::Less => left.1 < right.1,
            Relation::AtMost => left.1 <= right.1,
            Relation::AtLeast => left.1 >= right.1,
            Relation::Equal | Relation::OneOf => left.1 == right.1,
        };
        Comparison { left: left.0, relation, right: right.0, holds }
    }

    /// Whether something is in a list.
    pub(crate) fn one_of<T: fmt::Display>(left: String, list: &[T], holds: bool) -> Comparison {
        let list: Vec<String> = list.iter().map(T::to_string).collect();
        let right = format!("{{{}}}", list.join(", "));
        Comparison { left, relation: Relation::OneOf, right, holds }
    }
}

/// The comparison as it is read aloud: `14 - 3 < 6`.
impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.left, self.relation, self.right)
    }
}
