//! The classic scripts that the page loads, each room with its wasm in it: `www/dist`. `cargo xtask bundle` writes figures
//! with them.

use std::env::current_dir;
use std::fs;
use std::io::Write;

use anyhow::{Context, Result, ensure};
use lzma_rust2::{LzmaOptions, LzmaWriter};

use crate::paths::in_root;
use crate::process::{node, run};
use crate::tools::{modified, npm_packages};
use crate::wasm::programs;

/// Bundles the page's modules and the wasm.
pub(crate) fn run_bundle() -> Result<()> {
    npm_packages()?;
    ensure!(in_root("www/main.js").is_file(), "www/main.js is missing: there is no page to bundle");
    println!("xtask: bundling the scripts of www/dist");
    for program in programs() {
        pack_wasm(&program)?;
    }
    run(node(&["www/bundle/build.mjs"]))?;
    run(node(&["www/bundle/embed-build.mjs"]))
}

/// `cargo xtask bundle ARGUMENTS`: what `npx heedmap` does, by what is built here.
pub(crate) fn run_command(arguments: &[String]) -> Result<()> {
    let mut command = node(&[]);
    // Files are named from where the task was called.
    command.arg(in_root("bin/heedmap.mjs")).args(arguments).current_dir(current_dir()?);
    run(command)
}

/// Packs a module for a script to carry, if that was not done since it was built.
fn pack_wasm(stem: &str) -> Result<()> {
    let module = in_root(&format!("www/pkg/{stem}_bg.wasm"));
    let packed = in_root(&format!("www/pkg/{stem}_bg.lzma"));
    if modified(&packed) > modified(&module) {
        return Ok(());
    }
    let bytes = fs::read(&module).context("www/pkg has no wasm")?;
    fs::write(&packed, lzma(&bytes)?).context("www/pkg cannot be written")
}

/// The bytes in the format of `.lzma` files, as small as they get.
///
/// Instructions of wasm begin at any byte, so a byte's position says nothing about it: no bit of it is used.
fn lzma(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut options = LzmaOptions::with_preset(9);
    options.lc = 3;
    options.lp = 0;
    options.pb = 0;
    options.nice_len = LzmaOptions::NICE_LEN_MAX;
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, Some(bytes.len() as u64))?;
    writer.write_all(bytes)?;
    Ok(writer.finish()?)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_packed_bytes_say_how_many_they_were() {
        let packed = lzma(&[7; 1000]).unwrap();
        assert_eq!(packed[5..13], 1000_u64.to_le_bytes());
        assert!(packed.len() < 50);
    }
}
