//! Opening a model: the headers of its files.

use std::sync::Arc;

use heedmap_model::{Error, Model, OpenGguf, Read, Tokenizer};
use heedmap_tensor_files::{Listing, Open, Span};
use heedmap_wasm_common::{Number, Refusal, bytes, read_value, serialize_value};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::error::{CallError, ModelRefusal};
use crate::language_model::LanguageModel;

/// The maximum number of files of a folder.
const MAX_FILES: usize = 256;

/// The bytes of a file that are needed. They may be supplied in several pieces, from the first byte on.
#[derive(Serialize, Tsify)]
pub(crate) struct NeededPart {
    /// The index of the file.
    pub(crate) file: usize,
    /// The offset of the first byte.
    pub(crate) offset: f64,
    /// The number of bytes.
    pub(crate) length: f64,
}

#[wasm_bindgen]
extern "C" {
    /// Bytes, or any other JavaScript value.
    #[wasm_bindgen(typescript_type = "Uint8Array")]
    pub type Bytes;
    /// Numbers of bytes.
    #[wasm_bindgen(typescript_type = "number[]")]
    pub type Lengths;
    /// See the TypeScript interface `NeededPart`.
    #[wasm_bindgen(typescript_type = "NeededPart | null")]
    pub type MaybePart;
}

/// The files of a model while their headers are read.
enum Files {
    Gguf(Box<OpenGguf>),
    Folder { config: Vec<u8>, lengths: Vec<u64>, open: Box<Open>, listed: Vec<Listing> },
}

/// A model that is being opened: bytes of the headers are supplied until no more are needed.
#[wasm_bindgen]
pub struct OpeningModel(Option<Files>);

#[wasm_bindgen]
impl OpeningModel {
    /// Whether a file that begins with these bytes is GGUF.
    #[wasm_bindgen(js_name = isGguf)]
    pub fn is_gguf(beginning: &Bytes) -> Result<bool, Refusal> {
        Ok(OpenGguf::is_gguf(&bytes("the beginning", beginning)?))
    }

    /// Starts with a GGUF file of `length` bytes.
    pub fn gguf(length: &Number) -> Result<OpeningModel, Refusal> {
        let length = read_value("the length", length)?;
        Ok(Self(Some(Files::Gguf(Box::new(OpenGguf::new(length))))))
    }

    /// Starts with a Hugging Face folder: the bytes of `config.json`, and the lengths of the `.safetensors` files.
    pub fn folder(config: &Bytes, lengths: &Lengths) -> Result<OpeningModel, ModelRefusal> {
        let config = bytes("config.json", config)?;
        let lengths: Vec<u64> = read_value("the lengths", lengths)?;
        if lengths.len() > MAX_FILES {
            let (what, got) = ("files", lengths.len() as u64);
            return Err(Error::Limit { what, got, most: MAX_FILES as u64 }.into());
        }
        let open = Box::new(Open::new(lengths.first().copied().unwrap_or(0)));
        Ok(Self(Some(Files::Folder { config, lengths, open, listed: Vec::new() })))
    }

    /// The bytes that are needed next; null if all headers are read.
    pub fn need(&mut self) -> Result<MaybePart, ModelRefusal> {
        let part = match self.files()? {
            Files::Gguf(open) => open.need(),
            Files::Folder { lengths, open, listed, .. } => loop {
                if listed.len() == lengths.len() {
                    break None;
                }
                if let Some(Span { offset, length }) = open.need() {
                    break Some(Read { file: listed.len(), offset, length });
                }
                let next = lengths.get(listed.len() + 1).copied().unwrap_or(0);
                let done = std::mem::replace(&mut **open, Open::new(next));
                listed.push(done.finish().map_err(Error::from)?);
            },
        };
        Ok(maybe_part(part)?)
    }

    /// Supplies bytes from the beginning of the needed part, all or fewer.
    pub fn supply(&mut self, part: &Bytes) -> Result<(), ModelRefusal> {
        let part = bytes("the bytes", part)?;
        match self.files()? {
            Files::Gguf(open) => open.supply(&part)?,
            Files::Folder { open, .. } => open.supply(&part).map_err(Error::from)?,
        }
        Ok(())
    }

    /// The model, once nothing more is needed.
    pub fn finish(mut self) -> Result<LanguageModel, ModelRefusal> {
        match self.0.take().ok_or(CallError::Finished { what: "the model" })? {
            Files::Gguf(open) => {
                let file = open.finish()?;
                let model = Arc::new(Model::from_gguf(&file)?);
                // Ids can be run without a tokenizer, so what is wrong with it is told where a text is encoded.
                let tokenizer = Tokenizer::from_gguf(&file).and_then(|tokenizer| {
                    model.check_vocabulary(tokenizer.tokens().len(), 0)?;
                    Ok(tokenizer)
                });
                Ok(LanguageModel::new(model, Some(tokenizer)))
            }
            Files::Folder { config, listed, .. } => {
                let model = Arc::new(Model::from_safetensors(&config, &listed)?);
                Ok(LanguageModel::new(model, None))
            }
        }
    }

    fn files(&mut self) -> Result<&mut Files, CallError> {
        self.0.as_mut().ok_or(CallError::Finished { what: "the model" })
    }
}

/// A part that is needed, or null.
pub(crate) fn maybe_part(part: Option<Read>) -> Result<MaybePart, Refusal> {
    let part = part.map(|Read { file, offset, length }| NeededPart {
        file,
        offset: offset as f64,
        length: length as f64,
    });
    serialize_value(&part).map(JsValue::unchecked_into)
}
