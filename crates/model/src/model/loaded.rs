//! The parameters of a layer in memory.

use std::collections::BTreeMap;

use super::{Entry, Model, Role};
use crate::blocks::mxfp4_of;
use crate::error::{Error, zeros};
use crate::fetch::{Fetch, Read};
use crate::norm::Factors;
use crate::parameter::{Form, Parameter, Part};
use crate::projection::Projection;

/// The parameters of one layer.
#[derive(Debug, Default)]
pub(crate) struct LayerParameters {
    matrices: BTreeMap<Part, Projection>,
    /// A matrix for each expert.
    experts: BTreeMap<Part, Vec<Projection>>,
    biases: BTreeMap<Part, Vec<f32>>,
    factors: BTreeMap<Part, Factors>,
}

impl LayerParameters {
    /// The requests for the bytes of a layer, in the order of the files.
    pub(crate) fn fetch(model: &Model, layer: usize) -> Fetch {
        Fetch::new(Self::reads(model, layer))
    }

    /// The bytes of a layer, in the order of the files.
    pub(crate) fn reads(model: &Model, layer: usize) -> impl Iterator<Item = Read> {
        of_layer(model, layer).into_iter().flat_map(|(_, entry)| entry.reads())
    }

    /// The parameters from their bytes.
    pub(crate) fn new(model: &Model, layer: usize, bytes: Vec<Vec<u8>>) -> Result<Self, Error> {
        let mut all = Self::default();
        let mut bytes = bytes.into_iter();
        for ((parameter, role), entry) in of_layer(model, layer) {
            let mut next = || bytes.next().unwrap_or_default();
            let bytes = match entry.scales {
                None => next(),
                Some(_) => {
                    let blocks = next();
                    mxfp4_of(&blocks, &next())
                }
            };
            let Parameter::Layer(_, part) = parameter else { continue };
            match (model.config().form(parameter), role) {
                (Some(Form::Matrix { inputs, outputs, .. }), Role::Weight) => {
                    let matrix =
                        Projection::new(bytes, entry.element, entry.axes, [inputs, outputs])?;
                    all.matrices.insert(part, matrix);
                }
                (Some(Form::Experts { count, inputs, outputs }), Role::Weight) => {
                    let one = (bytes.len() / count.max(1)).max(1);
                    let experts = bytes.chunks_exact(one).map(|bytes| {
                        let sides = [inputs, outputs];
                        Projection::new(bytes.to_vec(), entry.element, entry.axes, sides)
                    });
                    all.experts.insert(part, experts.collect::<Result<_, _>>()?);
                }
                (Some(Form::Factors { .. } | Form::Convolution { .. }), Role::Weight) => {
                    all.factors.entry(part).or_default().factor = entry.widened(&bytes)?;
                }
                (Some(Form::Factors { .. }), Role::Bias) => {
                    all.factors.entry(part).or_default().bias = Some(entry.widened(&bytes)?);
                }
                _ => {
                    all.biases.insert(part, entry.widened(&bytes)?);
                }
            }
        }
        Ok(all)
    }

    /// A matrix, which the layer has if the configuration says so.
    pub(crate) fn matrix(&self, part: Part) -> Result<&Projection, Error> {
        self.matrices.get(&part).ok_or_else(|| Error::NoTensor { name: format!("{part:?}") })
    }

    /// The matrix of an expert.
    pub(crate) fn expert(&self, part: Part, expert: usize) -> Result<&Projection, Error> {
        let found = self.experts.get(&part).and_then(|all| all.get(expert));
        found.ok_or_else(|| Error::NoTensor { name: format!("{part:?}") })
    }

    /// The bias of a matrix.
    pub(crate) fn bias(&self, part: Part) -> Option<&[f32]> {
        self.biases.get(&part).map(Vec::as_slice)
    }

    /// The factors of a norm.
    pub(crate) fn factors(&self, part: Part) -> Option<&Factors> {
        self.factors.get(&part)
    }
}

fn of_layer(model: &Model, layer: usize) -> Vec<((Parameter, Role), &Entry)> {
    model.entries_of(|parameter| matches!(parameter, Parameter::Layer(other, _) if other == layer))
}

impl Entry {
    /// All numbers in 32 bits.
    pub(crate) fn widened(&self, bytes: &[u8]) -> Result<Vec<f32>, Error> {
        let count = self.shape.iter().product::<u64>() as usize;
        let mut cells = zeros("parameters", count)?;
        self.element.widen(bytes, &mut cells);
        Ok(cells)
    }

    /// All numbers in 32 bits.
    ///
    /// - errors: [`Error::NotFiniteTensor`]
    pub(crate) fn finite(&self, bytes: &[u8]) -> Result<Vec<f32>, Error> {
        let cells = self.widened(bytes)?;
        match cells.iter().all(|cell| cell.is_finite()) {
            true => Ok(cells),
            false => Err(Error::NotFiniteTensor { name: self.name.clone() }),
        }
    }

    /// The bytes of some rows of a table.
    pub(crate) fn rows(&self, first: usize, count: usize) -> Read {
        let rows = self.shape.first().copied().unwrap_or(1).max(1);
        let row = self.length / rows;
        let (offset, length) = (first as u64 * row, count as u64 * row);
        Read { file: self.file, offset: self.offset + offset, length }
    }
}
