//! Detects the format from the bytes, not from the name of the file.

use crate::error::{Error, Problem};
use crate::npy;
use crate::text::MARK;

/// The number of bytes at the beginning that are examined.
pub(crate) const HEAD: u64 = 4096;

/// The detected kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Npy,
    Zip,
    Safetensors,
    Json,
    Table,
}

/// Formats that are recognized but not supported, by their first bytes.
const FOREIGN: &[(&[u8], &str)] = &[
    (b"\x1f\x8b", "this is compressed by gzip: decompress it first"),
    (b"\x28\xb5\x2f\xfd", "this is compressed by Zstandard: decompress it first"),
    (b"BZh", "this is compressed by bzip2: decompress it first"),
    (b"\xfd7zXZ", "this is compressed by xz: decompress it first"),
    (
        b"\x89HDF",
        "this is HDF5: write it as numpy.save(\"attention.npy\", h5py.File(path)[\"attention\"][:])",
    ),
    (b"GGUF", "this is a GGUF model, not attention: save the weights it computes"),
    (b"\x89PNG", "this is a picture (PNG), not numbers"),
    (b"\xff\xd8\xff", "this is a picture (JPEG), not numbers"),
    (b"%PDF", "this is a PDF document, not numbers"),
    (b"<!", "this is a web page, not numbers"),
    (b"<?", "this is XML, not numbers"),
    (b"<html", "this is a web page, not numbers"),
    (b"<svg", "this is a picture (SVG), not numbers"),
    (b"#!", "this is a program, not numbers"),
    (
        b"version https://git-lfs",
        "this is a pointer of Git LFS in place of the file: download the file with git lfs pull",
    ),
    (b"PAR1", PARQUET),
    (b"PARE", PARQUET),
    (b"ARROW1", ARROW),
    (b"FEA1", ARROW),
    (
        b"MATLAB 7.3",
        "this is a MATLAB 7.3 file: write it as \
         numpy.save(\"attention.npy\", h5py.File(path)[\"attention\"][:].T)",
    ),
    (
        b"MATLAB",
        "this is a MATLAB file: write it as \
         numpy.save(\"attention.npy\", scipy.io.loadmat(path)[\"attention\"])",
    ),
];

const PARQUET: &str = "this is a Parquet table: write it as \
    numpy.save(\"attention.npy\", pandas.read_parquet(path).to_numpy())";
const ARROW: &str = "this is an Arrow table: write it as \
    numpy.save(\"attention.npy\", pandas.read_feather(path).to_numpy())";
const ONNX: &str = "this is an ONNX model, not attention: run it, and save the weights it computes \
    with numpy.save(\"attention.npy\", weights)";
const TAR: &str = "this is a tar archive: unpack it and open the files in it; \
    numpy.savez(\"attention.npz\", *arrays) writes several arrays to one file";
const UNKNOWN: &str = "this is not one of .npy, .npz, .safetensors, JSON and CSV";
const PICKLE: &str = "this is pickled Python, which is never run: write it as \
    heedmap.show(torch.load(path)).save(\"heads.safetensors\"), or with numpy.savez";

/// The kind of a file of this length that begins with `head`: [`HEAD`] bytes, or the whole file.
pub(crate) fn kind(head: &[u8], length: u64) -> Result<Kind, Error> {
    if length == 0 {
        return Err(Problem::Nothing.into());
    }
    if head.starts_with(npy::MAGIC) {
        return Ok(Kind::Npy);
    }
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        return Ok(Kind::Zip);
    }
    // The length of a header may have the first bytes of another format, such as those of a pickle.
    if matches!(head, [_, _, _, _, 0, 0, 0, 0, b'{', ..]) {
        return Ok(Kind::Safetensors);
    }
    if let Some((_, what)) = FOREIGN.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Err(Problem::Foreign { what }.into());
    }
    if matches!(head, [0x80, 2..=5, ..]) {
        return Err(Problem::Foreign { what: PICKLE }.into());
    }
    if is_tar(head) {
        return Err(Problem::Foreign { what: TAR }.into());
    }
    if is_arrow_stream(head) {
        return Err(Problem::Foreign { what: ARROW }.into());
    }
    if is_utf16_or_32(head) {
        let why = "this is text in UTF-16 or UTF-32: save it as UTF-8";
        return Err(Problem::Encoding { offset: 0, why }.into());
    }
    if is_safetensors(head) {
        return Ok(Kind::Safetensors);
    }
    if is_text(head) {
        return Ok(text_kind(head));
    }
    if is_onnx(head) {
        return Err(Problem::Foreign { what: ONNX }.into());
    }
    // The declared header is longer than the file, but it begins with an object.
    if head.get(8) == Some(&b'{') {
        return Ok(Kind::Safetensors);
    }
    // Any binary format may begin with so few bytes.
    if length < 8 {
        return Err(
            Problem::Short { what: "any file that is not text", needed: 8, got: length }.into()
        );
    }
    Err(Problem::Foreign { what: UNKNOWN }.into())
}

/// Whether it begins with a byte order mark, or with ASCII letters with zeros between them.
fn is_utf16_or_32(head: &[u8]) -> bool {
    let letter = |byte: u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~');
    // The length of a header may have the same first two bytes, but its upper half is 0.
    let (first, second) = match head {
        [0xff, 0xfe, third, ..] => return *third != 0xff,
        [0xfe, 0xff, ..] | [0, 0, 0xfe, 0xff, ..] => return true,
        [0, 0, 0, first, 0, 0, 0, second, ..] | [first, 0, 0, 0, second, 0, 0, 0, ..] => {
            (first, second)
        }
        [0, first, 0, second, ..] | [first, 0, second, 0, ..] => (first, second),
        _ => return false,
    };
    letter(*first) && letter(*second)
}

/// Whether the file begins like JSON, or its first line has no control characters.
///
/// Text in another encoding also counts as text.
fn is_text(head: &[u8]) -> bool {
    let head = head.strip_prefix(MARK).unwrap_or(head).trim_ascii_start();
    let is_control = |byte: &u8| (*byte < b' ' && !byte.is_ascii_whitespace()) || *byte == 0x7f;
    match head {
        [b'[' | b'{', second, ..] => !is_control(second),
        // A continuation byte or an invalid byte of UTF-8 cannot begin a text.
        [0x80..=0xc1 | 0xf5.., ..] => false,
        _ => !head.iter().take_while(|&&byte| byte != b'\n').any(is_control),
    }
}

/// Whether it begins with a 64-bit length whose upper half is 0, followed by text.
fn is_safetensors(head: &[u8]) -> bool {
    match head {
        [_, _, _, _, 0, 0, 0, 0] => true,
        [_, _, _, _, 0, 0, 0, 0, first, ..] => *first >= b' ' || first.is_ascii_whitespace(),
        _ => false,
    }
}

/// Whether it has the magic of a tar archive, and octal digits at the place of the checksum.
fn is_tar(head: &[u8]) -> bool {
    let checksum = head.get(148..154).unwrap_or_default();
    head.get(257..262) == Some(b"ustar")
        && checksum.iter().all(|byte| matches!(byte, b'0'..=b'7' | b' '))
}

/// Whether it begins like a message of Arrow: a marker, its length, and the offset of its root.
fn is_arrow_stream(head: &[u8]) -> bool {
    matches!(head, [0xff, 0xff, 0xff, 0xff, _, _, _, 0, 0x10, 0, 0, 0, ..])
}

/// Whether it begins like the protocol buffer of an ONNX model: its version (field 1), then another
/// field of a model.
fn is_onnx(head: &[u8]) -> bool {
    // Strings (2 to 4, 6), the graph (7) or the operator sets (8).
    matches!(head, [0x08, 1..=0x7f, 0x12 | 0x1a | 0x22 | 0x32 | 0x3a | 0x42, ..])
}

/// The kind of a text. It is JSON if it begins with a bracket, except for a token such as `[CLS]`.
fn text_kind(head: &[u8]) -> Kind {
    let head = head.strip_prefix(MARK).unwrap_or(head).trim_ascii_start();
    match head {
        [b'[', b'N' | b'I', b'a' | b'n', ..] => Kind::Json,
        [b'[', b'A'..=b'Z', ..] | [b'{', b',' | b'\t', ..] => Kind::Table,
        [b'[' | b'{', ..] => Kind::Json,
        _ => Kind::Table,
    }
}
