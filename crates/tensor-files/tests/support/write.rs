//! Writes files as the formats define them. It shares no code with the parsers.

use heedmap_tensor_files::Layout;

/// An `.npy` header of format 1.0.
pub(crate) fn npy_header(shape: &[u64], layout: Layout, descr: &str) -> Vec<u8> {
    let sides: String = shape.iter().map(|side| format!("{side},")).collect();
    let fortran = if layout == Layout::ColumnMajor { "True" } else { "False" };
    let mut text =
        format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': ({sides}), }}");
    while !(text.len() + 11).is_multiple_of(64) {
        text.push(' ');
    }
    text.push('\n');
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend(u16::try_from(text.len()).unwrap().to_le_bytes());
    file.extend(text.bytes());
    file
}

/// An `.npy` file of 64-bit floats, numbered in row-major order.
pub(crate) fn npy(shape: &[u64], layout: Layout, descr: &str) -> Vec<u8> {
    let mut file = npy_header(shape, layout, descr);
    let total: u64 = shape.iter().product();
    for place in 0..total {
        let number = if layout == Layout::RowMajor { place } else { row_major(shape, place) };
        let number = number as f64;
        file.extend(if descr.starts_with('>') {
            number.to_be_bytes()
        } else {
            number.to_le_bytes()
        });
    }
    file
}

/// The row-major number of the element at index `place` if the first axis varies fastest.
fn row_major(shape: &[u64], mut place: u64) -> u64 {
    let mut places = Vec::new();
    for side in shape {
        places.push(place % side);
        place /= side;
    }
    places.iter().zip(shape).fold(0, |number, (place, side)| number * side + place)
}

/// Nested lists of numbers, numbered in row-major order.
pub(crate) fn json(shape: &[u64]) -> String {
    fn nested(shape: &[u64], next: &mut u64) -> String {
        let Some((side, rest)) = shape.split_first() else {
            *next += 1;
            return (*next - 1).to_string();
        };
        let items: Vec<String> = (0..*side).map(|_| nested(rest, next)).collect();
        format!("[{}]", items.join(", "))
    }
    nested(shape, &mut 0)
}

/// The options of an archive.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Zip {
    pub(crate) deflated: bool,
    /// Lengths and offsets in 64 bits, wherever possible.
    pub(crate) wide: bool,
    /// Lengths after the members, not before them.
    pub(crate) streamed: bool,
}

/// An archive of members.
pub(crate) fn zip(members: &[(String, Vec<u8>)], how: Zip) -> Vec<u8> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    let flags: u16 = if how.streamed { 0x808 } else { 0x800 };
    let method: u16 = if how.deflated { 8 } else { 0 };
    for (name, data) in members {
        let packed = if how.deflated {
            miniz_oxide::deflate::compress_to_vec(data, 6)
        } else {
            data.clone()
        };
        let (crc, local) = (crc(data), file.len() as u64);
        let figures = [crc, narrow(how.wide, packed.len()), narrow(how.wide, data.len())];
        let before = if how.streamed { [0; 3] } else { figures };
        file.extend(b"PK\x03\x04\x2d\x00");
        file.extend([flags, method, 0, 33].iter().flat_map(|field| field.to_le_bytes()));
        file.extend(before.iter().flat_map(|figure| figure.to_le_bytes()));
        let wide = if how.wide { wide(&[data.len() as u64, packed.len() as u64]) } else { vec![] };
        file.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
        file.extend(u16::try_from(wide.len()).unwrap().to_le_bytes());
        file.extend(name.bytes().chain(wide));
        file.extend(&packed);
        if how.streamed {
            file.extend(b"PK\x07\x08");
            file.extend([crc].iter().flat_map(|figure| figure.to_le_bytes()));
            for length in [packed.len() as u64, data.len() as u64] {
                let bytes = length.to_le_bytes();
                file.extend(if how.wide { &bytes[..] } else { &bytes[..4] });
            }
        }
        let extra = if how.wide {
            self::wide(&[data.len() as u64, packed.len() as u64, local])
        } else {
            vec![]
        };
        directory.extend(b"PK\x01\x02\x2d\x03\x2d\x00");
        directory.extend([flags, method, 0, 33].iter().flat_map(|field| field.to_le_bytes()));
        directory.extend(figures.iter().flat_map(|figure| figure.to_le_bytes()));
        let lengths = [name.len(), extra.len(), 0, 0, 0, 0, 0];
        directory
            .extend(lengths.iter().flat_map(|&field| u16::try_from(field).unwrap().to_le_bytes()));
        directory.extend(narrow(how.wide, local as usize).to_le_bytes());
        directory.extend(name.bytes().chain(extra));
    }
    let (place, size, count) = (file.len(), directory.len(), members.len() as u64);
    file.extend(directory);
    if how.wide {
        let end = file.len() as u64;
        file.extend(b"PK\x06\x06\x2c\x00\x00\x00\x00\x00\x00\x00\x2d\x03\x2d\x00");
        file.extend([0; 8]);
        let figures = [count, count, size as u64, place as u64];
        file.extend(figures.iter().flat_map(|figure| figure.to_le_bytes()));
        file.extend(b"PK\x06\x07\x00\x00\x00\x00");
        file.extend(end.to_le_bytes());
        file.extend([1, 0, 0, 0]);
    }
    let count = if how.wide { u16::MAX } else { u16::try_from(count).unwrap() };
    file.extend(b"PK\x05\x06\x00\x00\x00\x00");
    file.extend([count, count].iter().flat_map(|field| field.to_le_bytes()));
    file.extend(narrow(how.wide, size).to_le_bytes());
    file.extend(narrow(how.wide, place).to_le_bytes());
    file.extend([0, 0]);
    file
}

fn narrow(wide: bool, figure: usize) -> u32 {
    if wide { u32::MAX } else { u32::try_from(figure).unwrap() }
}

/// The extra field of zip64.
fn wide(figures: &[u64]) -> Vec<u8> {
    let mut field = vec![1, 0];
    field.extend(u16::try_from(figures.len() * 8).unwrap().to_le_bytes());
    field.extend(figures.iter().flat_map(|figure| figure.to_le_bytes()));
    field
}

/// The checksum, with a table that is made bit by bit from the definition.
fn crc(data: &[u8]) -> u32 {
    let table: Vec<u32> = (0..256_u32)
        .map(|byte| {
            (0..8).fold(byte, |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 })
        })
        .collect();
    !data.iter().fold(u32::MAX, |sum, byte| sum >> 8 ^ table[(sum as u8 ^ byte) as usize])
}

/// A `.safetensors` file of tensors: name, type, shape, bytes.
pub(crate) fn safetensors(
    tensors: &[(String, &str, Vec<u64>, Vec<u8>)],
    metadata: &str,
) -> Vec<u8> {
    let mut entries = Vec::new();
    if !metadata.is_empty() {
        entries.push(format!("\"__metadata__\":{metadata}"));
    }
    let mut data: Vec<u8> = Vec::new();
    for (name, dtype, shape, bytes) in tensors {
        let (begin, name) = (data.len(), serde_json::to_string(name).unwrap());
        data.extend(bytes);
        let end = data.len();
        entries.push(format!(
            "{name}:{{\"dtype\":\"{dtype}\",\"shape\":{shape:?},\"data_offsets\":[{begin},{end}]}}"
        ));
    }
    let header = format!("{{{}}}", entries.join(","));
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend(header.bytes());
    file.extend(data);
    file
}
