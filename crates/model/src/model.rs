//! A model: its configuration, and the place of each of its parameters in its files.

mod entry;
mod loaded;

use std::collections::{HashMap, HashSet};

use heedmap_tensor_files::{DType, Listing, Place};

use crate::config::{self, Config, Family};
use crate::element::Element;
use crate::error::{Error, shape};
use crate::fetch::Read;
use crate::gguf::{self, Gguf};
use crate::names::{self, Names};
use crate::parameter::{Form, PARTS, Parameter};

pub(crate) use entry::{Entry, Stored};
pub(crate) use loaded::LayerParameters;

/// A model whose parameters stay in their files.
///
/// It knows the configuration, and the file, offset, type and shape of each parameter; all of them were checked
/// against the configuration. See [`Run`](crate::Run) for what it computes.
#[derive(Clone, Debug)]
pub struct Model {
    config: Config,
    /// The tensors of each parameter: its matrix or factors, and its bias.
    entries: HashMap<(Parameter, Role), Entry>,
    /// The names of the tensors of the files that nothing is computed from.
    unused: Vec<String>,
}

/// The ends of the names of tensors that some files have beside the parameters: masks, numbers of positions, frequencies.
const BUFFERS: [&str; 7] = [
    "attn.bias",
    "attn.masked_bias",
    "attention.bias",
    "attention.masked_bias",
    "rotary_emb.inv_freq",
    "position_ids",
    "rope_freqs.weight",
];

/// The role of a tensor in its parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Role {
    Weight,
    Bias,
}

impl Role {
    /// The name of a tensor of a parameter.
    fn of(self, parameter: &str) -> String {
        match (self, parameter.strip_suffix('$')) {
            (Self::Weight, None) => format!("{parameter}.weight"),
            (Self::Bias, None) => format!("{parameter}.bias"),
            (Self::Weight, Some(bare)) => bare.to_owned(),
            (Self::Bias, Some(bare)) => format!("{bare}_bias"),
        }
    }
}

impl Model {
    /// A model from a Hugging Face folder.
    ///
    /// - `config`: the bytes of `config.json`
    /// - `files`: the listings of its `.safetensors` files, by [`Open`](heedmap_tensor_files::Open). Requests for
    ///   bytes name a file by its place in this list
    /// - errors: those of the configuration; [`Error::OtherFiles`], [`Error::OtherModel`], [`Error::NoTensor`],
    ///   [`Error::Shape`], [`Error::Element`], [`Error::Surplus`] and [`Error::TwiceInFiles`] where the files do not fit it
    ///
    /// ```no_run
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let file = std::fs::read("model.safetensors")?;
    /// let listing = heedmap_tensor_files::open_all(&file)?;
    /// let model = heedmap_model::Model::from_safetensors(&std::fs::read("config.json")?, &[listing])?;
    /// println!("{} layers of {} heads", model.config().layers.len(), model.config().heads);
    /// # Ok(())
    /// # }
    /// ```
    pub fn from_safetensors(config: &[u8], files: &[Listing]) -> Result<Self, Error> {
        let config = config::read(config)?;
        let mut stored: HashMap<&str, Stored> = HashMap::new();
        for (file, listing) in files.iter().enumerate() {
            for tensor in &listing.tensors {
                let Place::File { offset } = tensor.place else { continue };
                let element = match tensor.dtype {
                    DType::F32 => Some(Element::F32),
                    DType::F16 => Some(Element::F16),
                    DType::Bf16 => Some(Element::BF16),
                    _ => None,
                };
                let shape = tensor.shape.clone();
                let kind = tensor.dtype.to_string();
                if stored
                    .insert(
                        &tensor.name,
                        Stored { file, offset, element, kind, shape, scales: None },
                    )
                    .is_some()
                {
                    return Err(Error::TwiceInFiles { name: tensor.name.clone() });
                }
            }
        }
        unite_packed(&mut stored);
        let names = names::hugging_face(config.family);
        let layers = config.layers.len();
        Self::new(config, &names, &stored, layers)
    }

    /// A model from a GGUF file, whose header [`OpenGguf`](crate::OpenGguf) reads. Requests for bytes name the file 0.
    ///
    /// The header leaves some rules to the reader, which follow from its architecture: how queries and keys are
    /// permuted, which layers have a window, and the base of their rotation.
    ///
    /// - errors: those of the configuration; [`Error::NoTensor`], [`Error::Shape`], [`Error::Element`] and
    ///   [`Error::Surplus`] where the tensors do not fit it
    pub fn from_gguf(file: &Gguf) -> Result<Self, Error> {
        let config = config::read_gguf(file)?;
        let stored = file.tensors.iter().map(|(name, tensor)| {
            let gguf::Stored { offset, element, kind, shape } = tensor.clone();
            (name.as_str(), Stored { file: 0, offset, element, kind, shape, scales: None })
        });
        let names = match config.family {
            Family::GptOss => names::GGUF_GPT_OSS,
            Family::Qwen35 => names::GGUF_QWEN35,
            _ => names::GGUF,
        };
        // Layers that guess further tokens come after those of the model.
        let key = format!("{}.nextn_predict_layers", config.kind);
        let guessing = match file.get(&key) {
            Some(gguf::Value::Integer(count)) => usize::try_from(*count).unwrap_or(0),
            _ => 0,
        };
        let layers = config.layers.len().saturating_add(guessing);
        Self::new(config, &names, &stored.collect(), layers)
    }

    /// Finds each parameter among the stored tensors.
    ///
    /// - `layers`: the number of layers that the files may have
    fn new(
        config: Config,
        names: &Names,
        stored: &HashMap<&str, Stored>,
        layers: usize,
    ) -> Result<Self, Error> {
        let mut all = vec![
            Parameter::Tokens,
            Parameter::Positions,
            Parameter::Segments,
            Parameter::EmbeddingNorm,
            Parameter::FinalNorm,
            Parameter::Unembedding,
        ];
        for layer in 0..config.layers.len() {
            all.extend(PARTS.map(|part| Parameter::Layer(layer, part)));
        }
        let (mut entries, mut seen) = (HashMap::new(), HashSet::new());
        for parameter in all {
            let form = config.form(parameter);
            let mut found = |role: Role| {
                let candidates = names.of(parameter).into_iter().map(|name| role.of(&name));
                let (mut first, mut found) = (None, None);
                for name in candidates {
                    found =
                        found.or_else(|| stored.get(name.as_str()).map(|one| (name.clone(), one)));
                    first.get_or_insert(name);
                }
                if let Some((name, _)) = &found {
                    seen.insert(name.clone());
                }
                (found, first.unwrap_or_default())
            };
            for role in [Role::Weight, Role::Bias] {
                let there = found(role);
                let inputs_first = match (form, &there.0) {
                    _ if parameter == Parameter::Unembedding => false,
                    (Some(Form::Experts { .. }), Some((_, stored))) => {
                        names.experts_inputs_first && stored.scales.is_none()
                    }
                    (Some(Form::Experts { .. }), None) => names.experts_inputs_first,
                    _ => names.inputs_first,
                };
                let wanted = form.and_then(|form| entry::sides(form, role, inputs_first));
                match (wanted, there) {
                    (Some(sides), (Some((name, stored)), _)) => {
                        let entry = stored.entry(name, form, &sides, inputs_first)?;
                        entries.insert((parameter, role), entry);
                    }
                    // The first parameter is one that every model has.
                    (Some(_), (None, name)) if entries.is_empty() => {
                        let is_model = stored.keys().any(|name| name.ends_with(".weight"));
                        return Err(if is_model {
                            Error::OtherModel { name }
                        } else {
                            Error::OtherFiles { name }
                        });
                    }
                    (Some(_), (None, name)) => return Err(Error::NoTensor { name }),
                    // The matrix of the logits is often stored twice if it is tied.
                    (None, (Some((name, _)), _)) if parameter != Parameter::Unembedding => {
                        return Err(Error::Surplus { name });
                    }
                    (None, _) => {}
                }
            }
        }
        let most = stored.keys().filter_map(|name| names.layer_of(name)).max();
        if let Some(last) = most.filter(|&last| last >= layers) {
            let wanted = config.layers.len();
            return Err(Error::MoreLayers { got: last.saturating_add(1), wanted });
        }
        let is_unused = |name: &&str| {
            let bare = name.strip_suffix("_blocks").or(name.strip_suffix("_scales"));
            let is_seen = seen.contains(*name) || bare.is_some_and(|bare| seen.contains(bare));
            !(is_seen || BUFFERS.iter().any(|buffer| name.ends_with(buffer)))
        };
        let mut unused: Vec<String> =
            stored.keys().copied().filter(is_unused).map(str::to_owned).collect();
        unused.sort_unstable();
        Ok(Self { config, entries, unused })
    }

    /// The names of the tensors of the files that nothing is computed from, besides buffers such as masks.
    #[must_use]
    pub fn unused(&self) -> &[String] {
        &self.unused
    }

    /// What the model computes.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The number of parameters: of the elements of all tensors that are used.
    #[must_use]
    pub fn parameters(&self) -> u64 {
        self.entries.values().map(|entry| entry.shape.iter().product::<u64>()).sum()
    }

    /// The number of bytes of a layer in the files, which a run holds while it computes the layer.
    #[must_use]
    pub fn layer_bytes(&self, layer: usize) -> u64 {
        let of_layer = |key: &&(Parameter, Role)| matches!(key.0, Parameter::Layer(number, _) if number == layer);
        self.entries.iter().filter(|(key, _)| of_layer(key)).map(|(_, entry)| entry.bytes()).sum()
    }

    /// The entry of a tensor that the model has.
    pub(crate) fn entry(&self, parameter: Parameter, role: Role) -> Option<&Entry> {
        self.entries.get(&(parameter, role))
    }

    /// The table or matrix of the logits.
    pub(crate) fn unembedding(&self) -> Option<&Entry> {
        if !self.config.unembedding {
            return None;
        }
        let parameter = if self.config.tied { Parameter::Tokens } else { Parameter::Unembedding };
        self.entry(parameter, Role::Weight)
    }

    /// The entries of the parameters that `wanted` selects, in the order of the files.
    pub(crate) fn entries_of(
        &self,
        wanted: impl Fn(Parameter) -> bool,
    ) -> Vec<((Parameter, Role), &Entry)> {
        let mut found: Vec<_> = self
            .entries
            .iter()
            .filter(|((parameter, _), _)| wanted(*parameter))
            .map(|(key, entry)| (*key, entry))
            .collect();
        found.sort_by_key(|(_, entry)| (entry.file, entry.offset));
        found
    }

    /// Compares the size of a vocabulary with the rows of the table of embeddings; says it in a sentence if far fewer are used.
    ///
    /// A table often has rows that no token uses, because it is padded or rows are reserved: up to 128, or 2 %. Tokens that
    /// were added to a vocabulary may have no row.
    ///
    /// - `own`: the number of tokens without those that were added; `added`: the number of these
    /// - errors: [`Error::OtherTokenizer`] if the table has fewer rows than the vocabulary has tokens of its own
    pub fn check_vocabulary(&self, own: usize, added: usize) -> Result<Option<String>, Error> {
        let vocabulary = self.config.vocabulary;
        if own > vocabulary {
            return Err(Error::OtherTokenizer { tokens: own, vocabulary });
        }
        let tokens = own.saturating_add(added);
        let spare = vocabulary.saturating_sub(tokens);
        let sentence = match tokens > vocabulary {
            true => format!("the tokenizer has {tokens} tokens, and the model only {vocabulary}"),
            false => format!("the tokenizer has only {tokens} tokens, and the model {vocabulary}"),
        };
        Ok((tokens > vocabulary || spare > (vocabulary / 50).max(128)).then_some(sentence))
    }

    /// Checks the ids of a text.
    ///
    /// - errors: [`Error::NoTokens`], [`Error::TooLong`], [`Error::NoSuchToken`]
    pub(crate) fn check_text(&self, ids: &[u32]) -> Result<(), Error> {
        let &Config { positions, vocabulary, .. } = &self.config;
        if ids.is_empty() {
            return Err(Error::NoTokens);
        }
        if ids.len() > positions {
            return Err(Error::TooLong { got: ids.len(), most: positions });
        }
        let outside = ids.iter().find(|&&id| id as usize >= vocabulary);
        outside.map_or(Ok(()), |&id| Err(Error::NoSuchToken { id, vocabulary }))
    }
}

impl Entry {
    /// The bytes of the whole tensor.
    pub(crate) fn read(&self) -> Read {
        Read { file: self.file, offset: self.offset, length: self.length }
    }

    /// The bytes of the whole tensor, and of its scales if they are a tensor of their own.
    pub(crate) fn reads(&self) -> impl Iterator<Item = Read> {
        std::iter::once(self.read()).chain(self.scales)
    }

    /// The number of all these bytes.
    fn bytes(&self) -> u64 {
        self.reads().map(|read| read.length).sum()
    }
}

/// Unites the tensors of blocks in MXFP4 with those of their scales, as one tensor with the name of both.
fn unite_packed(stored: &mut HashMap<&str, Stored>) {
    let packed: Vec<&str> = stored.keys().filter_map(|name| name.strip_suffix("_blocks")).collect();
    for name in packed {
        let part = |ending: &str| stored.get(format!("{name}{ending}").as_str()).cloned();
        let (Some(blocks), Some(scales)) = (part("_blocks"), part("_scales")) else { continue };
        let [experts, outputs, groups, 16] = blocks.shape[..] else { continue };
        if scales.shape != [experts, outputs, groups] || blocks.kind != "U8" || scales.kind != "U8"
        {
            continue;
        }
        let united = Stored {
            element: Some(Element::MXFP4),
            kind: "MXFP4".to_owned(),
            shape: vec![experts, outputs, groups.saturating_mul(32)],
            scales: Some((scales.file, scales.offset)),
            ..blocks
        };
        stored.insert(name, united);
    }
}

/// The error for a tensor of another shape.
fn wrong_shape(name: &str, found: &[u64], wanted: &[u64]) -> Error {
    Error::Shape { name: name.to_owned(), found: shape(found), wanted: shape(wanted) }
}
