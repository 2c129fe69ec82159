//! Collects the requested elements from bytes that arrive in the order of the file.

use super::Values;
use crate::decode::decode_into;
use crate::dtype::{ByteOrder, DType};
use crate::error::{Error, Problem};
use crate::number::Number;
use crate::steps::Steps;
use crate::walk::Walk;

/// Smaller gaps between requested elements are read too, because another read costs more.
const GAP: u64 = 16 << 10;

/// The requested elements, and those that have arrived.
pub(super) struct Gather<T> {
    walk: Walk,
    dtype: DType,
    order: ByteOrder,
    /// The numbers of all bytes, if the elements are indexes of steps.
    table: Option<Box<[T; 256]>>,
    data: Vec<T>,
    rounded: u64,
    /// The beginning of an element whose end has not arrived.
    partial: Vec<u8>,
}

impl<T: Number> Gather<T> {
    /// Allocates the memory of the result.
    pub(super) fn new(
        walk: Walk,
        dtype: DType,
        order: ByteOrder,
        steps: Option<Steps>,
    ) -> Result<Self, Error> {
        let elements = walk.left() as usize;
        let mut data = Vec::new();
        data.try_reserve_exact(elements)
            .map_err(|_| Problem::Memory { bytes: (elements * size_of::<T>()) as u64 })?;
        data.resize(elements, T::default());
        let table = steps.map(|steps| Box::new(steps.table()));
        Ok(Self { walk, dtype, order, table, data, rounded: 0, partial: Vec::new() })
    }

    pub(super) fn left(&self) -> u64 {
        self.walk.left()
    }

    /// The number of bytes from the next requested one to the end of the last.
    pub(super) fn reach(&self) -> u64 {
        let (first, end) = self.walk.source();
        let bytes = end.saturating_sub(first) * self.dtype.size() as u64;
        if self.left() == 0 { 0 } else { bytes - self.partial.len() as u64 }
    }

    /// The span of the next requested bytes, from the first to the one after the last, or `None` if
    /// all have arrived.
    pub(super) fn need(&self) -> Option<(u64, u64)> {
        let size = self.dtype.size() as u64;
        let (first, end) = self.walk.source();
        let start = first * size + self.partial.len() as u64;
        let run = (first + self.walk.run()) * size;
        let dense = self.walk.gap() * size < GAP;
        (self.left() > 0).then_some((start, if dense { end * size } else { run }))
    }

    /// Adds bytes of the tensor from offset `at` on. They continue the earlier bytes; gaps that were not
    /// requested are skipped.
    pub(super) fn bytes(&mut self, mut at: u64, mut bytes: &[u8]) {
        let size = self.dtype.size();
        while self.walk.left() > 0 && !bytes.is_empty() {
            if !self.partial.is_empty() {
                let missing = (size - self.partial.len()).min(bytes.len());
                let (end, rest) = bytes.split_at(missing);
                self.partial.extend_from_slice(end);
                (at, bytes) = (at + missing as u64, rest);
                if self.partial.len() == size {
                    let element = std::mem::take(&mut self.partial);
                    self.run(&element, 1);
                }
                continue;
            }
            let skipped = (self.walk.source().0 * size as u64).saturating_sub(at);
            let Some(found) =
                bytes.get(skipped as usize..).filter(|_| skipped < bytes.len() as u64)
            else {
                return;
            };
            let elements = (found.len() / size).min(self.walk.run() as usize);
            if elements == 0 {
                self.partial.extend_from_slice(found);
                return;
            }
            self.run(found, elements);
            at += skipped + (elements * size) as u64;
            bytes = &found[elements * size..];
        }
    }

    /// Decodes elements of a run, and advances by them.
    fn run(&mut self, bytes: &[u8], elements: usize) {
        let (target, step) = self.walk.target();
        let (target, step) = (target as usize, step.max(1) as usize);
        let end = target + (elements - 1) * step + 1;
        if let Some(values) = self.data.get_mut(target..end) {
            match &self.table {
                Some(table) => {
                    for (value, &byte) in values.iter_mut().step_by(step).zip(bytes) {
                        *value = table[usize::from(byte)];
                    }
                }
                None => {
                    self.rounded += decode_into(bytes, self.dtype, self.order, values, step);
                }
            }
        }
        self.walk.advance(elements as u64);
    }

    /// Adds all numbers of the tensor at once.
    pub(super) fn numbers(&mut self, numbers: &[f64]) {
        while self.walk.left() > 0 {
            let (from, elements) = (self.walk.source().0 as usize, self.walk.run() as usize);
            let (target, step) = self.walk.target();
            let values = self.data.iter_mut().skip(target as usize).step_by(step.max(1) as usize);
            let wanted = numbers.iter().skip(from).take(elements);
            for (value, &number) in values.zip(wanted) {
                *value = T::from_f64(number);
            }
            self.walk.advance(elements as u64);
        }
    }

    pub(super) fn values(self, shape: Vec<usize>) -> Values<T> {
        let non_finite = self.data.iter().filter(|value| !value.is_finite()).count() as u64;
        Values { shape, data: self.data, non_finite, rounded: self.rounded }
    }
}
