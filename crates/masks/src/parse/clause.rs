//! Creates a clause from its name and arguments.

use super::arguments::{Argument, Arguments};
use crate::clause::Clause;
use crate::error::{Error, ParseProblem};
use crate::syntax::{CLAUSES, nearest};

/// The clause with this name, and its syntax.
pub(super) fn usage(name: &str, column: usize) -> Result<(&'static str, &'static str), Error> {
    const SHOWN: usize = 40;
    CLAUSES.into_iter().find(|(known, _)| *known == name).ok_or_else(|| {
        let name: String = name.chars().take(SHOWN).collect();
        let nearest = nearest(&name);
        Error::Parse { column, problem: ParseProblem::UnknownClause { name, nearest } }
    })
}

/// Creates a clause from a name with its syntax, its column, and its arguments.
pub(super) fn clause(
    (name, usage): (&'static str, &'static str),
    column: usize,
    arguments: &Arguments,
) -> Result<Clause, Error> {
    let list = arguments.list.as_slice();
    let at = arguments.alignment.map(|(_, alignment)| alignment).unwrap_or_default();
    let parsed = match (name, list) {
        ("all", []) => Clause::All,
        ("none", []) => Clause::None,
        ("causal", []) => Clause::Causal { at },
        ("window", [width]) => Clause::Window { width: width.number()?, at },
        ("window", [left, right]) => {
            Clause::Band { left: left.number()?, right: right.number()?, at }
        }
        ("prefix", [tokens]) => Clause::Prefix { tokens: tokens.number()? },
        ("padding_left", [tokens]) => Clause::PaddingLeft { tokens: tokens.number()? },
        ("padding_right", [tokens]) => Clause::PaddingRight { tokens: tokens.number()? },
        ("documents", [_, ..]) => Clause::Documents { lengths: each(list, Argument::number)?, at },
        ("global", [_, ..]) => Clause::Global { tokens: each(list, Argument::tokens)?, at },
        ("dilated", [window, step]) => {
            Clause::Dilated { window: window.number()?, step: step.number()?, at }
        }
        ("blocks", [size]) => Clause::Blocks { size: size.number()?, at },
        ("block_local", [size, left, right]) => Clause::BlockLocal {
            size: size.number()?,
            left: left.number()?,
            right: right.number()?,
            at,
        },
        ("random_blocks", [size, count, seed]) => Clause::RandomBlocks {
            size: size.number()?,
            count: count.number()?,
            seed: seed.number()?,
            at,
        },
        ("images", [_, ..]) => Clause::Images { tokens: each(list, Argument::tokens)?, at },
        ("block_list", [size, blocks @ ..]) if !blocks.is_empty() => {
            Clause::BlockList { size: size.number()?, blocks: each(blocks, Argument::cells)?, at }
        }
        ("cells", [_, ..]) => Clause::Cells { cells: each(list, Argument::cells)? },
        _ => {
            let problem = ParseProblem::Arguments { name, got: list.len(), usage };
            return Err(Error::Parse { column, problem });
        }
    };
    if let (Some((column, _)), None) = (arguments.alignment, parsed.alignment()) {
        let problem = ParseProblem::Alignment { name: parsed.name(), usage };
        return Err(Error::Parse { column, problem });
    }
    parsed.check_arguments().map_err(|(index, problem)| {
        let alignment = arguments.alignment.map_or(column, |(column, _)| column);
        let column = list.get(index).map_or(alignment, |argument| argument.column);
        Error::Parse { column, problem: problem.into() }
    })?;
    Ok(parsed)
}

fn each<T>(list: &[Argument], read: fn(&Argument) -> Result<T, Error>) -> Result<Vec<T>, Error> {
    list.iter().map(read).collect()
}
