//! The numbers of a clause with their names.

use super::Number;
use super::arguments::Arguments;
use crate::clause::Clause;

/// Names the numbers of a clause.
pub(super) fn numbers(clause: &Clause, arguments: Arguments) -> Vec<Number> {
    let names: &[&'static str] = match clause {
        Clause::Cells { .. } | Clause::BlockList { .. } => return Vec::new(),
        Clause::All | Clause::None | Clause::Causal { .. } => &[],
        Clause::Window { .. } => &["width"],
        Clause::Band { .. } => &["left", "right"],
        Clause::Prefix { .. } | Clause::PaddingLeft { .. } | Clause::PaddingRight { .. } => {
            &["tokens"]
        }
        Clause::Documents { .. } => &["length"],
        Clause::Global { .. } | Clause::Images { .. } => &["token"],
        Clause::Dilated { .. } => &["window", "step"],
        Clause::Blocks { .. } => &["size"],
        Clause::BlockLocal { .. } => &["size", "left", "right"],
        Clause::RandomBlocks { .. } => &["size", "count", "seed"],
    };
    let mut found = Vec::new();
    for (index, argument) in arguments.list.into_iter().enumerate() {
        // All numbers of a list have the same name.
        let name = names.get(index).or(names.last()).copied().unwrap_or_default();
        let ends = ["first", "last"];
        let is_range = argument.numbers.len() > 1;
        for ((value, columns), end) in argument.numbers.into_iter().zip(ends) {
            found.push(Number { name: if is_range { end } else { name }, value, columns });
        }
    }
    for (value, columns) in arguments.offset {
        found.push(Number { name: "offset", value, columns });
    }
    found
}
