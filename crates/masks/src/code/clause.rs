//! Writes each clause as Python.

use super::term::Term;
use super::writer::{Library, Writer, factor, plus};
use crate::allows::{document_starts, key_blocks};
use crate::clause::Clause;
use crate::shape::signed;
use crate::span::{Cells, Span};

/// The expression of a clause. The tables that it needs are added to the writer.
pub(super) fn term(clause: &Clause, writer: &mut Writer) -> Term {
    let offset = clause.alignment().unwrap_or_default().offset(writer.shape);
    match clause {
        // These cases request neither the query nor the key from the writer, which records on which of
        // them the mask depends.
        Clause::All
        | Clause::Window { width: -1, .. }
        | Clause::Band { left: -1, right: -1, .. }
        | Clause::BlockLocal { left: -1, right: -1, .. } => writer.constant(true),
        Clause::None => writer.constant(false),
        Clause::Causal { .. } => {
            Term::comparison(format!("{} <= {}", writer.key(), plus(writer.query(), offset)))
        }
        Clause::Window { width, .. } => {
            let p = plus(writer.query(), offset);
            Term::comparison(format!("{p} - {} < {width}", writer.key()))
        }
        Clause::Band { left, right, .. } => {
            let (p, subtracted) = (plus(writer.query(), offset), factor(writer.query(), offset));
            band((&p, &subtracted), writer.key(), (*left, *right))
        }
        Clause::Prefix { tokens } => Term::comparison(format!("{} < {tokens}", writer.key())),
        Clause::PaddingLeft { tokens } => Term::comparison(format!("{} >= {tokens}", writer.key())),
        Clause::PaddingRight { tokens } => {
            let end = signed(writer.shape.keys()) - tokens;
            Term::comparison(format!("{} < {end}", writer.key()))
        }
        Clause::Documents { lengths, .. } => documents(lengths, offset, writer),
        Clause::Global { tokens, .. } => global(tokens, offset, writer),
        Clause::Dilated { window, step, .. } => {
            let distance = format!("{} - {}", plus(writer.query(), offset), writer.key());
            Term::and(vec![
                Term::comparison(format!("abs({distance}) < {}", window * step)),
                Term::comparison(format!("({distance}) % {step} == 0")),
            ])
        }
        Clause::Blocks { size, .. } => {
            let p = factor(writer.query(), offset);
            Term::comparison(format!("{p} // {size} == {} // {size}", writer.key()))
        }
        Clause::BlockLocal { size, left, right, .. } => {
            let p = factor(writer.query(), offset);
            let j = writer.key();
            // Division has a higher precedence than the differences that use these terms.
            let (p, j) = (format!("{p} // {size}"), format!("{j} // {size}"));
            band((&p, &p), &j, (*left, *right))
        }
        Clause::RandomBlocks { size, count, seed, .. } => {
            random_blocks((*size, *count, *seed), offset, writer)
        }
        Clause::Images { tokens, .. } => {
            let p = plus(writer.query(), offset);
            let j = writer.key();
            let pair =
                |&image: &Span| Term::and(vec![in_span(&p, image, offset), in_span(j, image, 0)]);
            Term::or(tokens.iter().map(pair).collect())
        }
        Clause::BlockList { size, blocks, .. } => {
            let p = factor(writer.query(), offset);
            let j = writer.key();
            // Division has a higher precedence than the comparisons that use these terms.
            let (p, j) = (format!("{p} // {size}"), format!("{j} // {size}"));
            let pair = |pair: &Cells| {
                let of_query = in_span(&p, pair.queries, offset.div_euclid(*size));
                Term::and(vec![of_query, in_span(&j, pair.keys, 0)])
            };
            Term::or(blocks.iter().map(pair).collect())
        }
        Clause::Cells { cells } => painted(cells, writer),
    }
}

/// `-right <= p - j <= left`, where -1 means no bound and at least one of the two is a bound. The
/// second form of `p` is for use after a minus.
fn band((p, subtracted): (&str, &str), j: &str, (left, right): (i64, i64)) -> Term {
    if left == right && left != -1 {
        return Term::comparison(format!("abs({p} - {j}) <= {left}"));
    }
    let mut bounds = Vec::new();
    if left != -1 {
        bounds.push(Term::comparison(format!("{p} - {j} <= {left}")));
    }
    if right != -1 {
        bounds.push(Term::comparison(format!("{j} - {subtracted} <= {right}")));
    }
    Term::and(bounds)
}

fn documents(lengths: &[i64], offset: i64, writer: &mut Writer) -> Term {
    let starts = document_starts(lengths);
    if starts.is_empty() {
        return writer.constant(true);
    }
    let (name, list) = (writer.name("starts"), writer.list(&starts));
    writer.line(format!("{name} = {list}"));
    let find = |position: &str, library: Library| match library {
        Library::NumPy => format!("np.searchsorted({name}, {position}, side=\"right\")"),
        _ => format!("torch.bucketize({position}, {name}, right=True)"),
    };
    let p = plus(writer.query(), offset);
    let j = writer.key();
    let library = writer.library;
    if library != Library::Flex {
        return Term::comparison(format!("{} == {}", find(&p, library), find(j, library)));
    }
    let (of_query, of_key) = (writer.name("document_of_query"), writer.name("document_of_key"));
    let (queries, keys) = (writer.shape.queries(), writer.shape.keys());
    let queries = plus(&format!("torch.arange({queries})"), offset);
    writer.line(format!("{of_query} = {}.to(q.device)", find(&queries, library)));
    writer.line(format!(
        "{of_key} = {}.to(q.device)",
        find(&format!("torch.arange({keys})"), library)
    ));
    Term::comparison(format!("{of_query}[q_idx] == {of_key}[kv_idx]"))
}

fn global(tokens: &[Span], offset: i64, writer: &mut Writer) -> Term {
    let p = plus(writer.query(), offset);
    let j = writer.key();
    let tokens = merged(tokens, writer.shape.keys());
    if let [span] = tokens.as_slice() {
        return Term::or(vec![in_span(j, *span, 0), in_span(&p, *span, offset)]);
    }
    let numbers: Vec<i64> = tokens.iter().flat_map(|span| span.first..=span.last).collect();
    let (name, list) = (writer.name("tokens"), writer.list(&numbers));
    writer.line(format!("{name} = {list}"));
    let module = writer.module();
    let is_in = |position: &str| format!("{module}.isin({position}, {name})");
    if writer.library != Library::Flex {
        return Term::or(vec![Term::whole(is_in(j)), Term::whole(is_in(&p))]);
    }
    let (query, key) = (writer.name("global_query"), writer.name("global_key"));
    let (queries, keys) = (writer.shape.queries(), writer.shape.keys());
    let queries = plus(&format!("torch.arange({queries})"), offset);
    writer.line(format!("{query} = {}.to(q.device)", is_in(&queries)));
    writer.line(format!("{key} = {}.to(q.device)", is_in(&format!("torch.arange({keys})"))));
    Term::or(vec![Term::whole(format!("{key}[kv_idx]")), Term::whole(format!("{query}[q_idx]"))])
}

/// The tokens below `keys`, sorted and without repetition.
fn merged(tokens: &[Span], keys: usize) -> Vec<Span> {
    let mut merged: Vec<Span> = Vec::new();
    for key in (0..signed(keys)).filter(|&key| tokens.iter().any(|span| span.contains(key))) {
        match merged.last_mut() {
            Some(last) if last.last + 1 == key => last.last = key,
            _ => merged.push(Span::one(key)),
        }
    }
    merged
}

/// Whether a position, which is at least `least`, is in a range.
fn in_span(position: &str, Span { first, last }: Span, least: i64) -> Term {
    if first == last {
        return Term::comparison(format!("{position} == {first}"));
    }
    let below = Term::comparison(format!("{position} < {}", last + 1));
    if first <= least {
        return below;
    }
    Term::and(vec![Term::comparison(format!("{position} >= {first}")), below])
}

fn random_blocks((size, count, seed): (i64, i64, i64), offset: i64, writer: &mut Writer) -> Term {
    writer.mixes = true;
    let name = writer.name("drawn");
    let (i, j) = (writer.query(), writer.key());
    let module = writer.module();
    let queries = match writer.library {
        Library::Flex => format!("torch.arange({})[:, None]", writer.shape.queries()),
        _ => i.to_owned(),
    };
    let queries = factor(&queries, offset);
    let blocks = key_blocks(size, writer.shape);
    writer.line(format!(
        "{name} = mix(mix(mix({seed}) + {queries} // {size}) + {module}.arange({blocks}))"
    ));
    let chosen = format!("{name}.argsort().argsort() < {count}");
    writer.line(match writer.library {
        Library::Flex => format!("{name} = ({chosen}).to(q.device)"),
        _ => format!("{name} = {chosen}"),
    });
    Term::whole(format!("{name}[{i}, {j} // {size}]"))
}

fn painted(cells: &[Cells], writer: &mut Writer) -> Term {
    let name = writer.name("cells");
    let (i, j) = (writer.query(), writer.key());
    let (queries, keys) = (writer.shape.queries(), writer.shape.keys());
    writer.line(match writer.library {
        Library::NumPy => format!("{name} = np.zeros(({queries}, {keys}), dtype=bool)"),
        _ => format!("{name} = torch.zeros({queries}, {keys}, dtype=torch.bool)"),
    });
    let index = |span: Span| {
        if span.first == span.last {
            span.first.to_string()
        } else {
            format!("{}:{}", span.first, span.last + 1)
        }
    };
    for cells in cells {
        writer.line(format!("{name}[{}, {}] = True", index(cells.queries), index(cells.keys)));
    }
    if writer.library != Library::Flex {
        return Term::whole(name);
    }
    writer.line(format!("{name} = {name}.to(q.device)"));
    Term::whole(format!("{name}[{i}, {j}]"))
}
