//! Nested lists of numbers and their shape.

use super::cursor::Cursor;
use super::printed_number;
use crate::error::{Error, Problem, at_most};
use crate::limits::{MAX_AXES, MAX_DEPTH, MAX_ELEMENTS};

/// The known part of the shape while the lists are read.
#[derive(Default)]
struct Shape {
    /// The length of the first list that ended at each depth.
    sides: Vec<Option<u64>>,
    /// The number of values in each open list so far.
    open: Vec<u64>,
    /// The depth at which numbers are.
    leaf: Option<usize>,
}

/// Reads nested lists of numbers: their shape, and the numbers in row-major order.
pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<(Vec<u64>, Vec<f64>), Error> {
    if cursor.next()? != b'[' {
        return Err(cursor.no_value("a list of numbers"));
    }
    // Memory is allocated once, for at most as many numbers as there are commas, because growing
    // would need twice as much.
    let most = match cursor.is_printed {
        true => printed_number::numbers_at_most(cursor.rest()),
        false => numbers_at_most(cursor.rest()),
    };
    let most = most.min(MAX_ELEMENTS as usize);
    let mut numbers = Vec::new();
    numbers.try_reserve_exact(most).map_err(|_| Problem::Memory { bytes: most as u64 * 8 })?;
    let mut shape = Shape::default();
    loop {
        if cursor.take(b'[') {
            shape.begin(cursor)?;
            if !cursor.take(b']') {
                continue;
            }
            if shape.end(cursor)? {
                return shape.finished().map(|shape| (shape, numbers));
            }
        } else {
            let value = element(cursor)?;
            shape.number(cursor)?;
            at_most("elements", numbers.len() as u64 + 1, MAX_ELEMENTS)?;
            numbers.push(value);
        }
        while !cursor.another(b']')? {
            if shape.end(cursor)? {
                return shape.finished().map(|shape| (shape, numbers));
            }
        }
    }
}

/// Reads the next number.
fn element(cursor: &mut Cursor<'_>) -> Result<f64, Error> {
    if cursor.is_printed {
        return printed_number::element(cursor);
    }
    let number = cursor.number()?;
    let value = number.value();
    if value.is_infinite() { Err(cursor.range(number.text)) } else { Ok(value) }
}

impl Shape {
    /// Enters a list.
    fn begin(&mut self, cursor: &Cursor<'_>) -> Result<(), Error> {
        self.count();
        self.open.push(0);
        let depth = self.open.len();
        at_most("levels of JSON", depth as u64, MAX_DEPTH)?;
        if self.leaf.is_some_and(|leaf| leaf < depth) {
            return Err(Problem::Uneven { line: cursor.line() }.into());
        }
        if self.sides.len() < depth {
            self.sides.push(None);
        }
        Ok(())
    }

    /// Counts a number.
    fn number(&mut self, cursor: &Cursor<'_>) -> Result<(), Error> {
        self.count();
        let depth = self.open.len();
        // There is a number instead of a list, or at another depth than the numbers before.
        if *self.leaf.get_or_insert(depth) != depth || self.sides.len() > depth {
            return Err(Problem::Uneven { line: cursor.line() }.into());
        }
        Ok(())
    }

    fn count(&mut self) {
        if let Some(values) = self.open.last_mut() {
            *values += 1;
        }
    }

    /// Leaves the innermost list; returns true if it was the outermost one.
    fn end(&mut self, cursor: &Cursor<'_>) -> Result<bool, Error> {
        let got = self.open.pop().unwrap_or(0);
        let side = self.sides.get_mut(self.open.len());
        let wanted = side.map_or(got, |side| *side.get_or_insert(got));
        if got != wanted {
            let what = ("value in a list", "values in a list");
            return Err(Problem::Ragged { line: cursor.line(), what, got, wanted }.into());
        }
        Ok(self.open.is_empty())
    }

    /// The shape, after all lists have ended.
    fn finished(self) -> Result<Vec<u64>, Error> {
        if self.leaf.is_none() {
            return Err(Problem::Empty { hint: ": the lists have no numbers" }.into());
        }
        at_most("axes", self.sides.len() as u64, MAX_AXES)?;
        Ok(self.sides.into_iter().flatten().collect())
    }
}

/// The maximum number of values in the list that begins here: one more than it has commas, and half
/// its bytes.
fn numbers_at_most(text: &[u8]) -> usize {
    let (mut depth, mut commas, mut quoted) = (0_usize, 0, false);
    let mut bytes = text.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => quoted = !quoted,
            b'\\' if quoted => drop(bytes.next()),
            b'[' if !quoted => depth += 1,
            b']' if !quoted && depth <= 1 => break,
            b']' if !quoted => depth -= 1,
            b',' if !quoted => commas += 1,
            _ => {}
        }
    }
    (commas + 1).min((text.len() - bytes.len()) / 2)
}
