//! Builds the wasm programs and their JavaScript bindings: the crates `*-wasm`, to `www/pkg`.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result, anyhow, ensure};

use crate::compiler;
use crate::paths::{in_root, root};
use crate::process::{cargo, command, output, run};
use crate::tools::{WASM_TARGET, modified, wasm_target};

/// A compilation: programs for the same features of the target.
struct Build {
    /// The packages of the programs, or the package whose examples they are.
    packages: &'static [&'static str],
    /// The programs, each with the folder of its bindings, from the root.
    programs: &'static [(&'static str, &'static str)],
    /// The features of the target that they are compiled for, or "".
    features: &'static str,
    /// The targets of the packages that are programs.
    targets: Targets,
}

/// Which targets of a package are programs.
enum Targets {
    Libraries,
    Examples,
}

/// Programs of which other programs are parts: their boundaries are libraries.
const FIGURES: Build = Build {
    packages: &["heedmap-figures-wasm"],
    programs: &[
        ("heedmap-heatmap-wasm", PAGE),
        ("heedmap-map-paint-wasm", PAGE),
        ("heedmap-lesson-wasm", PAGE),
        ("heedmap-contrast-wasm", PAGE),
        ("heedmap-masks-wasm", PAGE),
        ("heedmap-figures-wasm", PAGE),
    ],
    features: "",
    targets: Targets::Examples,
};

const PLAIN: Build = Build {
    packages: &[KERNELS, "heedmap-attend-wasm"],
    programs: &[(KERNELS, PAGE), ("heedmap-attend-wasm", PAGE)],
    features: "",
    targets: Targets::Libraries,
};

/// The Models room is built for vector instructions alone. Browsers with the other features that it uses,
/// such as `checkVisibility`, have these too, so a second build would never be downloaded.
const SIMD128: Build = Build {
    packages: &["heedmap-maps-wasm", "heedmap-model-wasm", KERNELS],
    programs: &[("heedmap-maps-wasm", PAGE), ("heedmap-model-wasm", PAGE), (KERNELS, OF_SIMD128)],
    features: "+simd128",
    targets: Targets::Libraries,
};

const RELAXED_SIMD: Build = Build {
    packages: &[KERNELS],
    programs: &[(KERNELS, OF_RELAXED_SIMD)],
    features: "+simd128,+relaxed-simd",
    targets: Targets::Libraries,
};

/// The program for conformance cases is in its own folder, because it is not part of the page.
const CONFORMANCE: Build = Build {
    packages: &["heedmap-conformance"],
    programs: &[("heedmap-conformance", "www/pkg/conformance")],
    features: "",
    targets: Targets::Libraries,
};

/// The folder of the bindings of the page and of its figures.
const PAGE: &str = "www/pkg";

/// The package that is built for several sets of features.
const KERNELS: &str = "heedmap-kernels-wasm";

/// The folders of the other builds of the kernels. Their bindings are only compared with the plain ones.
const OF_SIMD128: &str = "target/bindings/simd128";
const OF_RELAXED_SIMD: &str = "target/bindings/relaxed-simd";

/// The packages that compile only for the wasm target.
pub(crate) const BOUNDARIES: [&str; 12] = [
    "heedmap-wasm-common",
    "heedmap-lesson-wasm",
    "heedmap-contrast-wasm",
    "heedmap-attend-wasm",
    "heedmap-masks-wasm",
    "heedmap-maps-wasm",
    "heedmap-model-wasm",
    "heedmap-heatmap-wasm",
    "heedmap-legend-wasm",
    "heedmap-map-paint-wasm",
    "heedmap-figures-wasm",
    KERNELS,
];

/// The ends of the names of a program's files: for modules, and deflated for scripts.
const PROGRAM: [&str; 2] = ["bg.wasm", "bg.wasm.deflated"];

/// The feature of xtask, and its program, that generates bindings.
const GENERATOR: &str = "bindings";

/// Builds the page's programs and their bindings.
pub(crate) fn build_page() -> Result<()> {
    println!("xtask: building the wasm (two minutes the first time)");
    build_all(&[FIGURES, PLAIN, SIMD128, RELAXED_SIMD])?;
    copy_kernels("simd128", OF_SIMD128)?;
    copy_kernels("relaxed_simd", OF_RELAXED_SIMD)
}

/// Builds the program for conformance cases.
pub(crate) fn build_conformance() -> Result<()> {
    println!("xtask: building the wasm for conformance (a minute the first time)");
    build_all(&[CONFORMANCE])
}

/// Compiles the programs while the bindings generator is compiled. The builds share one target directory, and
/// with it the macros and dependencies that they all need; cargo runs them one after another.
fn build_all(builds: &[Build]) -> Result<()> {
    wasm_target()?;
    let target = target_directory()?;
    let flags = neutral_paths();
    thread::scope(|scope| {
        let generator = scope.spawn(|| build_generator(&target));
        let mut modules = Vec::new();
        for build in builds {
            modules.push(build.compile(&target, &flags)?);
        }
        let generator = generator.join().unwrap_or_else(|_| Err(anyhow!("a build panicked")))?;
        for (build, modules) in builds.iter().zip(modules) {
            build.generate(&generator, &modules)?;
        }
        Ok(())
    })
}

/// Copies a build of the kernels next to the plain one. They share the bindings of the plain one.
fn copy_kernels(name: &str, folder: &str) -> Result<()> {
    let stem = stem(KERNELS);
    let bindings = |folder| fs::read(in_root(folder).join(format!("{stem}.js")));
    ensure!(
        bindings(folder)? == bindings(PAGE)?,
        "the bindings of {stem} for {name} differ from the plain ones, which they share"
    );
    for form in PROGRAM {
        let program = in_root(folder).join(format!("{stem}_{form}"));
        fs::copy(program, in_root(PAGE).join(format!("{stem}_{name}_{form}")))
            .with_context(|| format!("the program for {name} could not be copied to {PAGE}"))?;
    }
    Ok(())
}

/// The base names of the programs in `www/pkg`.
pub(crate) fn programs() -> impl Iterator<Item = String> {
    let all = [FIGURES, PLAIN, SIMD128].into_iter().flat_map(|build| build.programs);
    all.filter(|(_, folder)| *folder == PAGE).map(|(package, _)| stem(package))
}

/// The base name of a package's files: package names have hyphens, file names underscores.
fn stem(package: &str) -> String {
    package.replace('-', "_")
}

impl Build {
    /// Compiles the programs, and returns the folder of the modules.
    fn compile(&self, target: &Path, flags: &[String]) -> Result<PathBuf> {
        let (mut command, folder) = match (&self.targets, self.packages) {
            (Targets::Examples, _) => (cargo(&["build", "--examples"]), "release/examples"),
            // Only `cargo rustc`, which takes one package, makes a program of a library.
            (_, [_]) => (cargo(&["rustc", "--crate-type", "cdylib", "--lib"]), "release"),
            _ => (cargo(&["build", "--lib"]), "release"),
        };
        command.args(["--release", "--target", WASM_TARGET]);
        for package in self.packages {
            command.args(["--package", package]);
        }
        if !self.features.is_empty() {
            command.env("RUSTC_WORKSPACE_WRAPPER", compiler::wrapper(target, self.features)?);
        }
        // This variable of cargo adds a hash to the name of a program's file. Without it the three builds of
        // the kernels overwrite each other's file, and each is linked again every time.
        command.env("__CARGO_DEFAULT_LIB_METADATA", "heedmap");
        // RUSTFLAGS would take precedence over these; if it is set, that is intended.
        command.args(["--config", &format!("target.{WASM_TARGET}.rustflags = {flags:?}")]);
        run(command)?;

        // The next build writes modules of the same names.
        let modules = target.join("modules").join(format!("wasm{}", self.features));
        fs::create_dir_all(&modules)?;
        for (package, _) in self.programs {
            let module = format!("{}.wasm", stem(package));
            let built = target.join(WASM_TARGET).join(folder).join(&module);
            fs::rename(&built, modules.join(&module))
                .with_context(|| format!("{} could not be moved", built.display()))?;
        }
        Ok(modules)
    }

    /// Writes the bindings of the modules that are newer than their bindings.
    fn generate(&self, generator: &Path, modules: &Path) -> Result<()> {
        for (package, folder) in self.programs {
            let stem = stem(package);
            let module = modules.join(format!("{stem}.wasm"));
            let to = in_root(folder);
            let is_newer = |form: &str| {
                let made = modified(&to.join(format!("{stem}_{form}")));
                made.is_some_and(|made| modified(&module) < Some(made))
            };
            let fresh = PROGRAM.into_iter().all(is_newer)
                && to.join(format!("{stem}.js")).is_file()
                && to.join(format!("{stem}.d.ts")).is_file();
            if fresh {
                continue;
            }
            println!("xtask: writing the bindings of {stem} to {folder}");
            let mut generate = command(&generator.to_string_lossy(), &[]);
            generate.arg(&module).arg(&to).arg(&stem);
            run(generate)?;
        }
        Ok(())
    }
}

/// Builds the bindings generator, and returns its path.
fn build_generator(target: &Path) -> Result<PathBuf> {
    run(cargo(&["build", "--package", "xtask", "--bin", GENERATOR, "--features", GENERATOR]))?;
    Ok(target.join("debug").join(format!("{GENERATOR}{EXE_SUFFIX}")))
}

/// The compiler flags that shorten the paths of the registry's sources and of this checkout.
///
/// Panic messages contain these paths. They are replaced by short neutral paths, so that no folder
/// names of the machine are published, and a module is the same wherever it is built.
fn neutral_paths() -> Vec<String> {
    let home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let home = home.map(|home| format!("--remap-path-prefix={}=cargo", home.display()));
    home.into_iter().chain([format!("--remap-path-prefix={}=heedmap", root().display())]).collect()
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
