//! Builds the wasm programs and their JavaScript bindings: the crates `*-wasm`, to `www/pkg`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use wasm_bindgen_cli_support::Bindgen;

use crate::paths::{in_root, root};
use crate::process::{cargo, output, run};
use crate::tools::{WASM_TARGET, modified, wasm_target};

/// The packages that are programs of the page or of its figures.
const PROGRAMS: [&str; 5] =
    ["heedmap-learn-wasm", "heedmap-masks-wasm", MAPS, "heedmap-heatmap-wasm", KERNELS];

/// The package that is also built for the vector instructions of [`VECTORS`].
const KERNELS: &str = "heedmap-kernels-wasm";

/// The package that is built for vector instructions alone. Browsers with the other features that the Maps room uses, such as
/// `checkVisibility`, have these too, so a second build would never be downloaded.
const MAPS: &str = "heedmap-maps-wasm";

/// The builds of the kernels beside the plain one: the name of each, and its features of the target.
const VECTORS: [(&str, &str); 2] =
    [("simd128", "+simd128"), ("relaxed_simd", "+simd128,+relaxed-simd")];

/// The packages that compile only for the wasm target.
pub(crate) const BOUNDARIES: [&str; 8] = [
    "heedmap-wasm-common",
    "heedmap-wasm-colors",
    "heedmap-wasm-painting",
    "heedmap-learn-wasm",
    "heedmap-masks-wasm",
    "heedmap-maps-wasm",
    "heedmap-heatmap-wasm",
    KERNELS,
];

/// The options of building a program.
struct Build {
    package: &'static str,
    /// The folder of the bindings, from the root.
    folder: &'static str,
    /// The features of the target that it is compiled for, or "".
    features: &'static str,
    /// The target directory, from the root; by default cargo's. Each set of features has its own, because cargo would compile
    /// all dependencies again whenever the features change.
    target: Option<&'static str>,
}

/// Builds the page's programs and their bindings.
pub(crate) fn build_page() -> Result<()> {
    println!("xtask: building the wasm (about a minute the first time)");
    let [simd128, relaxed] = VECTORS;
    for package in PROGRAMS {
        let plain = Build::plain(package, "www/pkg");
        match package {
            MAPS => Build { features: simd128.1, target: Some("target/simd128"), ..plain }.run()?,
            _ => plain.run()?,
        }
    }
    build_kernels(simd128, "target/simd128", "target/simd128/bindings")?;
    build_kernels(relaxed, "target/relaxed-simd", "target/relaxed-simd/bindings")
}

/// Builds the kernels for more features of the target. The program is put beside the plain one, whose bindings it shares.
fn build_kernels(
    (name, features): (&str, &'static str),
    target: &'static str,
    folder: &'static str,
) -> Result<()> {
    Build { features, target: Some(target), ..Build::plain(KERNELS, folder) }.run()?;
    let stem = stem(KERNELS);
    let bindings = |folder| fs::read(in_root(folder).join(format!("{stem}.js")));
    ensure!(
        bindings(folder)? == bindings("www/pkg")?,
        "the bindings of {stem} for {name} differ from the plain ones, which they share"
    );
    let program = in_root(folder).join(format!("{stem}_bg.wasm"));
    fs::copy(program, in_root("www/pkg").join(format!("{stem}_{name}_bg.wasm")))
        .map(drop)
        .with_context(|| format!("the program for {name} could not be copied to www/pkg"))
}

/// Builds the program for conformance cases, in its own folder, because it is not part of the page.
pub(crate) fn build_conformance() -> Result<()> {
    println!("xtask: building the wasm for conformance (about a minute the first time)");
    Build::plain("heedmap-cases", "www/pkg/conformance").run()
}

/// The names of the programs in `www/pkg`, which their files begin with.
pub(crate) fn programs() -> impl Iterator<Item = String> {
    PROGRAMS.into_iter().map(stem)
}

/// The base name of a package's files: package names have hyphens, file names underscores.
fn stem(package: &str) -> String {
    package.replace('-', "_")
}

impl Build {
    /// Without features of the target.
    fn plain(package: &'static str, folder: &'static str) -> Self {
        Self { package, folder, features: "", target: None }
    }

    /// Compiles the program and, if the module is newer than its bindings, writes them.
    fn run(&self) -> Result<()> {
        wasm_target()?;
        let module = self.compile()?;
        let folder = in_root(self.folder);
        let stem = stem(self.package);
        let generated = folder.join(format!("{stem}_bg.wasm"));
        let fresh = modified(&generated).is_some_and(|made| modified(&module) < Some(made))
            && folder.join(format!("{stem}.js")).is_file()
            && folder.join(format!("{stem}.d.ts")).is_file();
        if fresh {
            return Ok(());
        }
        println!("xtask: writing the bindings of {stem} to {}", self.folder);
        generate(&module, &folder, &stem)
    }

    /// Compiles the crate, and returns the path of the module.
    ///
    /// Panic messages contain the paths of the sources. They are replaced by short neutral paths,
    /// so that no folder names of the machine are published, and the module is the same wherever it
    /// is built.
    fn compile(&self) -> Result<PathBuf> {
        let target = match self.target {
            Some(folder) => in_root(folder),
            None => target_directory()?,
        };
        let mut command = cargo(&["build", "--release", "--lib", "--package", self.package]);
        command.args(["--target", WASM_TARGET]);
        command.arg("--target-dir").arg(&target);
        // RUSTFLAGS would take precedence over these; if it is set, that is intended.
        let mut flags = remapped_paths();
        if !self.features.is_empty() {
            flags += &format!(" -Ctarget-feature={}", self.features);
        }
        command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags);
        run(command)?;
        let file = format!("{}.wasm", stem(self.package));
        Ok(target.join(WASM_TARGET).join("release").join(file))
    }
}

/// Writes the module without the sections that only the bindings generator reads, and the
/// JavaScript next to it.
fn generate(module: &Path, folder: &Path, stem: &str) -> Result<()> {
    Bindgen::new()
        .input_path(module)
        .out_name(stem)
        .typescript(true)
        // Only debuggers need function names, which would be a fifth of the module.
        .remove_name_section(true)
        .remove_producers_section(true)
        .omit_default_module_path(true)
        .web(true)
        .context("the target `web` was refused")?
        .generate(folder)
        .context("the bindings could not be made")
}

/// The compiler flags that shorten the paths of the registry's sources and of this checkout.
fn remapped_paths() -> String {
    let registry = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")))
        .map(|home| format!("--remap-path-prefix={}=cargo ", home.display()))
        .unwrap_or_default();
    format!("{registry}--remap-path-prefix={}=heedmap", root().display())
}

/// Cargo's target directory, which may be configured.
fn target_directory() -> Result<PathBuf> {
    let metadata = output(cargo(&["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: serde_json::Value =
        serde_json::from_str(&metadata).context("`cargo metadata` printed no JSON")?;
    metadata["target_directory"]
        .as_str()
        .map(PathBuf::from)
        .context("`cargo metadata` names no target directory")
}
