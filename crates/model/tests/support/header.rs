//! Writes headers of GGUF files.

/// The header of a file so far.
#[derive(Clone, Default)]
pub(crate) struct Header {
    entries: Vec<u8>,
    count: u64,
    tensors: Vec<u8>,
    tensor_count: u64,
}

impl Header {
    fn text(to: &mut Vec<u8>, text: &str) {
        to.extend((text.len() as u64).to_le_bytes());
        to.extend(text.as_bytes());
    }

    /// An entry from the bytes of its value.
    pub(crate) fn raw(mut self, key: &str, kind: u32, value: &[u8]) -> Self {
        Self::text(&mut self.entries, key);
        self.entries.extend(kind.to_le_bytes());
        self.entries.extend(value);
        self.count += 1;
        self
    }

    pub(crate) fn number(self, key: &str, value: u32) -> Self {
        self.raw(key, 4, &value.to_le_bytes())
    }

    pub(crate) fn flag(self, key: &str, value: bool) -> Self {
        self.raw(key, 7, &[u8::from(value)])
    }

    pub(crate) fn string(self, key: &str, value: &str) -> Self {
        let mut bytes = Vec::new();
        Self::text(&mut bytes, value);
        self.raw(key, 8, &bytes)
    }

    fn array(self, key: &str, kind: u32, count: usize, items: &[u8]) -> Self {
        let mut bytes = kind.to_le_bytes().to_vec();
        bytes.extend((count as u64).to_le_bytes());
        bytes.extend(items);
        self.raw(key, 9, &bytes)
    }

    pub(crate) fn strings<T: AsRef<str>>(self, key: &str, values: &[T]) -> Self {
        let mut bytes = Vec::new();
        values.iter().for_each(|value| Self::text(&mut bytes, value.as_ref()));
        self.array(key, 8, values.len(), &bytes)
    }

    pub(crate) fn floats(self, key: &str, values: &[f32]) -> Self {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.array(key, 6, values.len(), &bytes)
    }

    pub(crate) fn integers(self, key: &str, values: &[i32]) -> Self {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.array(key, 5, values.len(), &bytes)
    }

    /// A tensor, whose sides are given as GGUF does: the one that varies fastest first.
    pub(crate) fn tensor(mut self, name: &str, sides: &[u64], kind: u32, offset: u64) -> Self {
        Self::text(&mut self.tensors, name);
        self.tensors.extend((sides.len() as u32).to_le_bytes());
        sides.iter().for_each(|side| self.tensors.extend(side.to_le_bytes()));
        self.tensors.extend(kind.to_le_bytes());
        self.tensors.extend(offset.to_le_bytes());
        self.tensor_count += 1;
        self
    }

    /// The bytes of the header, which claims these numbers of tensors and entries.
    pub(crate) fn claims(self, tensors: u64, entries: u64) -> Vec<u8> {
        let mut bytes = b"GGUF\x03\x00\x00\x00".to_vec();
        bytes.extend(tensors.to_le_bytes());
        bytes.extend(entries.to_le_bytes());
        bytes.extend(self.entries);
        bytes.extend(self.tensors);
        bytes
    }

    /// The bytes of the header.
    pub(crate) fn bytes(self) -> Vec<u8> {
        let (tensors, entries) = (self.tensor_count, self.count);
        self.claims(tensors, entries)
    }
}
