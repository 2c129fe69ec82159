//! Finds the tensors and tokens of a JSON text.

use super::array;
use super::cursor::Cursor;
use super::printed::{is_printed, read as read_printed};
use super::settings;
use crate::error::{Error, Problem, at_most, characters, shown};
use crate::limits::{MAX_LABEL, MAX_TENSORS, MAX_TOKENS};
use crate::listing::{Format, Listing, Tensor};

const KEYS: &str = "tensors; attention, attentions, attn, weights and pattern; tokens and str_tokens; metadata; and what \
                    BertViz writes";
/// The accepted keys of the weights.
const WEIGHTS: [&str; 5] = ["attention", "attentions", "attn", "weights", "pattern"];
/// The accepted keys of the tokens.
const TOKENS: [&str; 2] = ["tokens", "str_tokens"];
const NOTEBOOK: &str = "this is a Jupyter notebook, not numbers: run numpy.save(\"attention.npy\", array) in it, and \
                        open attention.npy";
const VIEW_KEYS: &str = "name, attn, left_text and right_text";
/// Display settings of BertViz, which are ignored.
const IGNORED: [&str; 7] = [
    "default_filter",
    "root_div_id",
    "layer",
    "layers",
    "heads",
    "include_layers",
    "include_heads",
];

/// Reads the whole text.
pub(crate) fn read(text: &str) -> Result<Listing, Error> {
    if is_printed(text) {
        return read_printed(text);
    }
    let mut cursor = Cursor::new(text);
    let mut listing = Listing::new(Format::Json);
    if settings::are(text) {
        listing.metadata = settings::read(&mut cursor)?;
    } else if cursor.next()? == b'{' {
        members(&mut cursor, &mut listing)?;
    } else {
        match after_bracket(&cursor) {
            Some(b'"') => listing.tokens = cursor.labels()?,
            Some(b'[') if is_batch_of_tokens(&cursor) => tokens(&mut cursor, &mut listing)?,
            Some(b'{') => views(&mut cursor, &mut listing)?,
            _ => tensor(&mut cursor, &mut listing, String::new())?,
        }
    }
    cursor.end()?;
    if listing.tensors.is_empty() && listing.tokens.is_empty() && listing.metadata.is_empty() {
        return Err(Problem::Empty { hint: "" }.into());
    }
    Ok(listing)
}

/// The tokens of a text that is a list of tokens, or `None` otherwise.
pub(crate) fn tokens_alone(text: &str) -> Option<Vec<String>> {
    let mut cursor = Cursor::new(text);
    let tokens = cursor.labels().ok()?;
    cursor.end().ok().map(|()| tokens)
}

/// The first byte after the next bracket.
fn after_bracket(cursor: &Cursor<'_>) -> Option<u8> {
    cursor.rest().iter().skip(1).find(|byte| !b" \t\r\n".contains(byte)).copied()
}

/// Whether the next value is a list of lists of texts.
fn is_batch_of_tokens(cursor: &Cursor<'_>) -> bool {
    let mut bytes = cursor.rest().iter().filter(|byte| !b" \t\r\n".contains(byte));
    bytes.by_ref().take(2).all(|byte| *byte == b'[') && bytes.next() == Some(&b'"')
}

/// Reads a list of tokens, or a list for each text of a batch.
fn tokens(cursor: &mut Cursor<'_>, listing: &mut Listing) -> Result<(), Error> {
    cursor.peek();
    if !is_batch_of_tokens(cursor) {
        listing.tokens = cursor.labels()?;
        return Ok(());
    }
    cursor.list(&mut |cursor| {
        let own = cursor.labels()?;
        listing.texts.push(own.len() as u64);
        listing.tokens.extend(own);
        at_most("tokens", listing.tokens.len() as u64, MAX_TOKENS)
    })?;
    if listing.texts.len() == 1 {
        listing.texts.clear();
    }
    Ok(())
}

/// Fails if the key occurred before.
fn once(seen: &mut Vec<String>, key: &str) -> Result<(), Error> {
    if seen.iter().any(|other| other == key) {
        return Err(Problem::Duplicate.within(key));
    }
    seen.push(key.to_owned());
    Ok(())
}

fn members(cursor: &mut Cursor<'_>, listing: &mut Listing) -> Result<(), Error> {
    let mut seen = Vec::new();
    cursor.object(&mut |cursor, key| {
        once(&mut seen, &key)?;
        match key.as_str() {
            "tensors" => cursor.object(&mut |cursor, name| tensor(cursor, listing, name)),
            known if WEIGHTS.contains(&known) => {
                let is_list = cursor.peek() == Some(b'[');
                match is_list && after_bracket(cursor) == Some(b'{') {
                    true => views(cursor, listing),
                    false => tensor(cursor, listing, key),
                }
            }
            known if TOKENS.contains(&known) => {
                if !listing.tokens.is_empty() {
                    return Err(cursor.syntax("tokens are given twice"));
                }
                tokens(cursor, listing)
            }
            known if IGNORED.contains(&known) => cursor.skip(0),
            _ if cursor.text.contains("\"nbformat\"") && cursor.text.contains("\"cells\"") => {
                Err(Problem::Foreign { what: NOTEBOOK }.into())
            }
            "metadata" => read_metadata(cursor, &mut listing.metadata),
            _ => Err(Problem::Key { key: shown(&key), known: KEYS }.into()),
        }
    })
}

/// Reads metadata: texts by name, of the arrays in this file or in another one.
fn read_metadata(
    cursor: &mut Cursor<'_>,
    metadata: &mut Vec<(String, String)>,
) -> Result<(), Error> {
    cursor.object(&mut |cursor, key| {
        if metadata.iter().any(|(other, _)| *other == key) {
            return Err(Problem::Duplicate.within(&key));
        }
        if cursor.peek() != Some(b'"') {
            return Err(cursor.syntax("a value of metadata is a text in double quotes"));
        }
        metadata.push((key, cursor.string()?));
        Ok(())
    })
}

/// Reads BertViz's attention: one tensor for each view, with the tokens of both sides.
fn views(cursor: &mut Cursor<'_>, listing: &mut Listing) -> Result<(), Error> {
    cursor.list(&mut |cursor| view(cursor, listing))
}

fn view(cursor: &mut Cursor<'_>, listing: &mut Listing) -> Result<(), Error> {
    let (mut seen, mut name, mut found) = (Vec::new(), None, None);
    cursor.object(&mut |cursor, key| {
        once(&mut seen, &key)?;
        match key.as_str() {
            "name" if cursor.peek() == Some(b'n') => cursor.skip(0),
            "name" => cursor.label().map(|label| name = Some(label)),
            "attn" => array::read(cursor).map(|tensor| found = Some(tensor)),
            // Every view has tokens; those of the first are used.
            "left_text" | "right_text" => {
                let labels = cursor.labels()?;
                let left = key == "left_text";
                let side = if left { &mut listing.tokens } else { &mut listing.key_tokens };
                if listing.tensors.is_empty() {
                    *side = labels;
                }
                Ok(())
            }
            _ => Err(Problem::Key { key: shown(&key), known: VIEW_KEYS }.into()),
        }
    })?;
    let name = name.unwrap_or_else(|| "attention".to_owned());
    let found =
        found.ok_or_else(|| Problem::Empty { hint: ": a view has no attn" }.within(&name))?;
    add_tensor(listing, name, found)
}

/// Reads the next value as a tensor.
fn tensor(cursor: &mut Cursor<'_>, listing: &mut Listing, name: String) -> Result<(), Error> {
    at_most("characters of a name", characters(&name), MAX_LABEL)?;
    let found = array::read(cursor).map_err(|error| error.named(&name))?;
    add_tensor(listing, name, found)
}

/// Adds a tensor; its name must be new.
fn add_tensor(
    listing: &mut Listing,
    name: String,
    (shape, data): (Vec<u64>, Vec<f64>),
) -> Result<(), Error> {
    if listing.tensors.iter().any(|tensor| tensor.name == name) {
        return Err(Problem::Duplicate.within(&name));
    }
    at_most("tensors", listing.tensors.len() as u64 + 1, MAX_TENSORS)?;
    listing.tensors.push(Tensor::held(name, shape, data));
    Ok(())
}
