//! Lists the tensors of files after a few small reads: `cargo run --example list_tensors --
//! FILE...`.

use std::error::Error;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use heedmap_tensor_files::Open;

fn main() -> Result<(), Box<dyn Error>> {
    for path in std::env::args().skip(1) {
        println!("{path}");
        if let Err(error) = list(&path) {
            println!("    {error}");
        }
    }
    Ok(())
}

fn list(path: &str) -> Result<(), Box<dyn Error>> {
    let mut file = File::open(path)?;
    let mut open = Open::new(file.metadata()?.len());
    let (mut reads, mut bytes) = (0, 0);
    while let Some(span) = open.need() {
        file.seek(SeekFrom::Start(span.offset))?;
        let mut piece = vec![0; usize::try_from(span.length)?];
        file.read_exact(&mut piece)?;
        open.supply(&piece)?;
        reads += 1;
        bytes += span.length;
    }
    let listing = open.finish()?;
    for tensor in &listing.tensors {
        println!("    {:?} {} {:?}", tensor.name, tensor.dtype, tensor.shape);
    }
    println!(
        "    {:?}, {} tokens; {reads} reads, {bytes} bytes",
        listing.format,
        listing.tokens.len()
    );
    Ok(())
}
