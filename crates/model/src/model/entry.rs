//! Where a tensor of the model is stored.

use super::{Role, wrong_shape};
use crate::element::{Element, KNOWN};
use crate::error::Error;
use crate::fetch::Read;
use crate::parameter::Form;
use crate::projection::Axes;

/// A tensor of a file.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    pub(crate) file: usize,
    pub(crate) offset: u64,
    /// `None` if its type cannot be multiplied.
    pub(crate) element: Option<Element>,
    /// The name of its type.
    pub(crate) kind: String,
    /// The length of each axis, the last one varying fastest.
    pub(crate) shape: Vec<u64>,
    /// The file and the offset of the scales of its blocks, if they are a tensor of their own.
    pub(crate) scales: Option<(usize, u64)>,
}

/// A tensor of a model, with the shape that the configuration requires.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) file: usize,
    pub(crate) offset: u64,
    pub(crate) length: u64,
    pub(crate) element: Element,
    pub(crate) axes: Axes,
    pub(crate) shape: Vec<u64>,
    /// The bytes of the scales of its blocks, if they are a tensor of their own.
    pub(crate) scales: Option<Read>,
}

/// The sides of a tensor of a parameter; `None` if the parameter has none in this role.
pub(super) fn sides(form: Form, role: Role, inputs_first: bool) -> Option<Vec<u64>> {
    match (form, role) {
        (Form::Table { rows, width }, Role::Weight) => Some(vec![side(rows), side(width)]),
        (Form::Factors { length, .. }, Role::Weight) => Some(vec![side(length)]),
        (Form::Factors { length, bias: true }, Role::Bias) => Some(vec![side(length)]),
        (Form::Matrix { inputs, outputs, .. }, Role::Weight) => {
            let [inputs, outputs] = [side(inputs), side(outputs)];
            Some(if inputs_first { vec![inputs, outputs] } else { vec![outputs, inputs] })
        }
        (Form::Convolution { channels, places }, Role::Weight) => {
            Some(vec![side(channels), side(places)])
        }
        (Form::Matrix { outputs, bias: true, .. }, Role::Bias) => Some(vec![side(outputs)]),
        (Form::Experts { count, inputs, outputs }, Role::Weight) => {
            let [inputs, outputs] = [side(inputs), side(outputs)];
            let [first, second] = if inputs_first { [inputs, outputs] } else { [outputs, inputs] };
            Some(vec![side(count), first, second])
        }
        (Form::Experts { count, outputs, .. }, Role::Bias) => {
            Some(vec![side(count), side(outputs)])
        }
        (_, Role::Bias) => None,
    }
}

fn side(size: usize) -> u64 {
    size as u64
}

/// The order of the axes of a form's tensor.
fn axes_of(form: Option<Form>, inputs_first: bool) -> Axes {
    match form {
        Some(Form::Matrix { .. } | Form::Experts { .. }) if inputs_first => Axes::InputsFirst,
        _ => Axes::OutputsFirst,
    }
}

impl Stored {
    /// The entry of a tensor with these sides. A table may have more rows than are used.
    ///
    /// - errors: [`Error::Shape`], [`Error::Element`]
    pub(super) fn entry(
        &self,
        name: String,
        form: Option<Form>,
        sides: &[u64],
        inputs_first: bool,
    ) -> Result<Entry, Error> {
        let longer = matches!(form, Some(Form::Table { .. }))
            && matches!((&self.shape[..], sides), ([rows, width], [least, same]) if rows >= least && width == same);
        // PyTorch writes an axis of 1 for the one input of each channel.
        let spread = matches!(form, Some(Form::Convolution { .. }))
            && matches!((&self.shape[..], sides), ([channels, 1, places], [one, other]) if channels == one && places == other);
        if self.shape != sides && !longer && !spread {
            return Err(wrong_shape(&name, &self.shape, sides));
        }
        let element = self.element.ok_or_else(|| Error::Element {
            name: name.clone(),
            found: self.kind.clone(),
            known: KNOWN,
        })?;
        // A row of a matrix consists of whole blocks.
        let row = element.bytes(self.shape.last().copied().unwrap_or(1));
        let rows: u64 = self.shape.iter().rev().skip(1).product();
        let length = row.and_then(|row| row.checked_mul(rows));
        let Some(length) = length else {
            return Err(Error::Element { name, found: self.kind.clone(), known: KNOWN });
        };
        let &Self { file, offset, .. } = self;
        let axes = axes_of(form, inputs_first);
        // A block has 16 bytes besides its scale.
        let blocks = length / 17;
        let scales = self.scales.map(|(file, offset)| Read { file, offset, length: blocks });
        let length = if scales.is_some() { 16 * blocks } else { length };
        Ok(Entry { name, file, offset, length, element, axes, shape: self.shape.clone(), scales })
    }
}
