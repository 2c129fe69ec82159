//! Finds out which rows and columns of a table are labels.

use super::cell::{Cell, cell};
use super::rows::{Row, Rows, Separator};
use crate::error::{Error, Problem};

/// The result of a first pass over a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    pub(super) rows: u64,
    pub(super) columns: u64,
    /// Whether the first row contains labels.
    pub(super) header: bool,
    /// Whether the first column contains labels.
    pub(super) labels: bool,
    /// Whether the first column contains a number.
    pub(super) numbers: bool,
}

/// The numbers of labels and of numeric cells.
#[derive(Clone, Copy, Default)]
struct Count {
    labels: u64,
    numbers: u64,
}

impl Count {
    /// Counts a cell. In a table with commas, `1,000` is quoted and is a label.
    fn add(&mut self, text: &[u8], has_commas: bool) {
        match cell(text) {
            Cell::Label => self.labels += 1,
            Cell::DecimalComma if has_commas => self.labels += 1,
            Cell::DecimalComma => self.numbers += 1,
            Cell::Number(_) | Cell::Infinite => self.numbers += 1,
            Cell::Blank => {}
        }
    }

    /// Whether there are more labels than numbers. A token may be a number, and one invalid cell is
    /// not a header.
    fn mostly_labels(self) -> bool {
        self.labels > self.numbers
    }
}

/// Reads all rows; each must have as many cells as the first.
///
/// The first row is a header if most of its cells are labels; so is the first column, without the
/// header. The index that pandas writes, which counts from 0 on both sides of an empty corner, also
/// counts as labels.
pub(super) fn form(mut rows: Rows<'_>) -> Result<Form, Error> {
    let mut row = Row::new();
    let (mut top, mut side, mut corner) = (Count::default(), Count::default(), Count::default());
    let mut form = Form { rows: 0, columns: 0, header: false, labels: false, numbers: false };
    let mut index = true;
    let has_commas = rows.separator == Separator::Byte(b',');
    while rows.read(&mut row)? {
        let wide = row.len() as u64;
        let Some(first) = row.first() else {
            continue;
        };
        if form.rows == 0 {
            form.columns = wide;
            row.iter().for_each(|text| top.add(text, has_commas));
            corner.add(first, has_commas);
            let mut counts = row.iter().skip(1).enumerate();
            index =
                cell(first) == Cell::Blank && counts.all(|(at, text)| is_index(text, at as u64));
        } else {
            if wide != form.columns {
                let what = ("cell in a row", "cells in a row");
                let (line, wanted) = (rows.line, form.columns);
                return Err(Problem::Ragged { line, what, got: wide, wanted }.into());
            }
            side.add(first, has_commas);
            index &= is_index(first, form.rows - 1);
        }
        form.rows += 1;
    }
    index &= form.rows > 1 && form.columns > 1;
    form.header = index || top.mostly_labels();
    form.numbers = side.numbers + corner.numbers > 0;
    if !form.header {
        side.labels += corner.labels;
        side.numbers += corner.numbers;
    }
    // If the only column were labels, there would be no numbers.
    form.labels = form.columns > 1 && (index || side.mostly_labels());
    Ok(form)
}

/// Whether a cell is this number, written as in an index.
fn is_index(text: &[u8], number: u64) -> bool {
    cell(text) == Cell::Number(number as f64)
}
