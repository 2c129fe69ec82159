//! The wasm modules and their JavaScript bindings: the boundaries in `crates` into `www/pkg`.

mod traps;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use walrus::Module;
use wasm_bindgen_cli_support::Bindgen;

use crate::paths::{in_root, root};
use crate::process::{cargo, output, run};
use crate::tools::{WASM_TARGET, modified, wasm_target};

/// The boundaries between JavaScript and the crates: each is a wasm module of its own.
pub(crate) const BOUNDARIES: [&str; 5] =
    ["heedmap-wasm", "heedmap-masks-wasm", "heedmap-maps-wasm", "heedmap-attend-wasm", EMBED];

/// What the figures in other pages are drawn from.
const EMBED: &str = "heedmap-embed-wasm";

/// Its programs: that of all figures, and one a figure, with what cargo is told for each.
const EMBEDS: [(&str, &[&str]); 4] = [
    ("heedmap_embed_wasm", &[]),
    ("heedmap_embed_map_wasm", &["--no-default-features"]),
    ("heedmap_embed_lesson_wasm", &["--no-default-features", "--features", "lesson"]),
    ("heedmap_embed_mask_wasm", &["--no-default-features", "--features", "mask"]),
];

/// How a boundary is built.
struct Build {
    package: &'static str,
    /// The profile that it is compiled with, which names the folder of what cargo makes.
    profile: &'static str,
    /// What the files are called that are made of it.
    stem: String,
    /// Where the bindings go, from the root.
    folder: &'static str,
    /// What cargo is told beside the package and the target.
    arguments: &'static [&'static str],
    /// A folder of its own under the target directory: two sets of features would overwrite each other's module.
    target_folder: Option<&'static str>,
}

/// Builds the page's modules and their bindings.
pub(crate) fn build_page() -> Result<()> {
    println!("xtask: building the wasm (about a minute the first time)");
    for package in BOUNDARIES.into_iter().filter(|&package| package != EMBED) {
        Build::of(package).run()?;
    }
    for (stem, arguments) in EMBEDS {
        // A profile of its own: small before all.
        let build = Build { profile: "embed", arguments, ..Build::of(EMBED) };
        let target_folder = (!arguments.is_empty()).then_some(stem);
        Build { stem: stem.to_owned(), target_folder, ..build }.run()?;
    }
    Ok(())
}

/// Builds the first module with what only cases call, compiled in the same way, so that it is the page's arithmetic that is judged.
pub(crate) fn build_conformance() -> Result<()> {
    println!("xtask: building the wasm for conformance (about a minute the first time)");
    let folder = "www/pkg/conformance";
    let arguments = &["--features", "conformance"];
    let target_folder = Some("conformance");
    Build { folder, arguments, target_folder, ..Build::of("heedmap-wasm") }.run()
}

/// The names of the programs in `www/pkg`, by which their files begin.
pub(crate) fn programs() -> impl Iterator<Item = String> {
    let rooms = BOUNDARIES.into_iter().filter(|&package| package != EMBED).map(stem);
    rooms.chain(EMBEDS.map(|(stem, _)| stem.to_owned()))
}

/// The name of a package's files: packages are written with hyphens, what is made of them with underscores.
fn stem(package: &str) -> String {
    package.replace('-', "_")
}

impl Build {
    /// A module of the page, as it comes.
    fn of(package: &'static str) -> Self {
        let (folder, profile) = ("www/pkg", "release");
        Self { package, profile, stem: stem(package), folder, arguments: &[], target_folder: None }
    }

    /// Compiles the module and, if it is newer than they are, writes its bindings.
    fn run(&self) -> Result<()> {
        wasm_target()?;
        let module = self.compile()?;
        let folder = in_root(self.folder);
        let stem = &self.stem;
        let generated = folder.join(format!("{stem}_bg.wasm"));
        let fresh = modified(&generated).is_some_and(|made| modified(&module) < Some(made))
            && folder.join(format!("{stem}.js")).is_file()
            && folder.join(format!("{stem}.d.ts")).is_file();
        if fresh {
            return Ok(());
        }
        println!("xtask: writing the bindings of {stem} to {}", self.folder);
        generate(&module, &folder, stem)
    }

    /// Compiles the crate, and says where the module is.
    ///
    /// Panic messages carry the paths of the sources. Short neutral ones in their place keep the machine's
    /// folders out of what is published, and make the module the same wherever it is built.
    fn compile(&self) -> Result<PathBuf> {
        let mut target = target_directory()?;
        target.extend(self.target_folder);
        let mut command = cargo(&["build", "--profile", self.profile, "--package", self.package]);
        command
            .args(["--target", WASM_TARGET])
            .args(self.arguments)
            .arg("--target-dir")
            .arg(&target);
        // RUSTFLAGS would take precedence over these; whoever sets it means it.
        command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", remapped_paths());
        run(command)?;
        Ok(target.join(WASM_TARGET).join(self.profile).join(format!("{}.wasm", stem(self.package))))
    }
}

/// Writes the module without what the bindings generator has used up, and the JavaScript beside it.
fn generate(module: &Path, folder: &Path, stem: &str) -> Result<()> {
    let mut made = Bindgen::new()
        .input_path(module)
        .out_name(stem)
        .typescript(true)
        // Names of functions are for debuggers; they would be a fifth of the module.
        .remove_name_section(true)
        .remove_producers_section(true)
        .omit_default_module_path(true)
        .web(true)
        .context("the target `web` was refused")?
        .generate_output()
        .context("the bindings could not be made")?;
    traps::panics_to_traps(made.wasm_mut());
    let names = shorter_imports(made.wasm_mut());
    made.emit(folder).context("the bindings could not be written")?;
    let bindings = folder.join(format!("{stem}.js"));
    let mut script = fs::read_to_string(&bindings)?;
    for (long, short) in names {
        script = script.replace(&long, &short);
    }
    fs::write(&bindings, script).context("the bindings could not be written")
}

/// Numbers in the place of the names of imports, with the hashes that they are told apart by: a hash is not packed at all, and
/// stands in the module and in the bindings. What was is given with what is.
fn shorter_imports(module: &mut Module) -> Vec<(String, String)> {
    let mut names = Vec::new();
    for (number, import) in module.imports.iter_mut().enumerate() {
        let Some((_, hash)) = import.name.rsplit_once('_') else { continue };
        if hash.len() == 16 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            let short = format!("i{number}");
            names.push((std::mem::replace(&mut import.name, short.clone()), short));
        }
    }
    names
}

/// The flags that shorten the paths of the registry's sources and of this checkout.
fn remapped_paths() -> String {
    let registry = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")))
        .map(|home| format!("--remap-path-prefix={}=cargo ", home.display()))
        .unwrap_or_default();
    format!("{registry}--remap-path-prefix={}=heedmap", root().display())
}

/// Where cargo puts what it builds, which the reader may have configured.
fn target_directory() -> Result<PathBuf> {
    let metadata = output(cargo(&["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: serde_json::Value =
        serde_json::from_str(&metadata).context("`cargo metadata` printed no JSON")?;
    metadata["target_directory"]
        .as_str()
        .map(PathBuf::from)
        .context("`cargo metadata` names no target directory")
}
