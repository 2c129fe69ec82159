//! The differences between the three libraries, and the lines before the expression.

use super::term::Term;
use crate::shape::Shape;

/// The library that the code is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Library {
    /// Arrays `i` and `j` that are broadcast against each other.
    NumPy,
    /// Tensors `i` and `j` that are broadcast against each other.
    Sdpa,
    /// A function of two numbers, `q_idx` and `kv_idx`, that may index tables.
    Flex,
}

/// Collects the lines before the expression.
pub(super) struct Writer {
    pub(super) library: Library,
    pub(super) shape: Shape,
    /// Lines that create the tables.
    pub(super) setup: Vec<String>,
    /// Whether random blocks are drawn, which needs a helper function.
    pub(super) mixes: bool,
    /// Whether the expression depends on the query, and whether on the key.
    pub(super) depends: (bool, bool),
    /// The names given to tables, with repetitions.
    names: Vec<&'static str>,
}

impl Writer {
    pub(super) fn new(library: Library, shape: Shape) -> Writer {
        let (setup, names) = (Vec::new(), Vec::new());
        Writer { library, shape, setup, mixes: false, depends: (false, false), names }
    }

    /// The index of the query.
    pub(super) fn query(&mut self) -> &'static str {
        self.depends.0 = true;
        if self.library == Library::Flex { "q_idx" } else { "i" }
    }

    /// The index of the key.
    pub(super) fn key(&mut self) -> &'static str {
        self.depends.1 = true;
        if self.library == Library::Flex { "kv_idx" } else { "j" }
    }

    /// The name of the library's module.
    pub(super) fn module(&self) -> &'static str {
        if self.library == Library::NumPy { "np" } else { "torch" }
    }

    /// Every pair, or none.
    pub(super) fn constant(&mut self, allowed: bool) -> Term {
        match (self.library, allowed) {
            (Library::NumPy, true) => Term::whole("np.True_"),
            (Library::NumPy, false) => Term::whole("np.False_"),
            (Library::Sdpa, true) => Term::whole("torch.tensor(True)"),
            (Library::Sdpa, false) => Term::whole("torch.tensor(False)"),
            (Library::Flex, true) => Term::comparison(format!("{} >= 0", self.query())),
            (Library::Flex, false) => Term::comparison(format!("{} < 0", self.query())),
        }
    }

    /// A name for a table: `cells`, then `cells_2`.
    pub(super) fn name(&mut self, name: &'static str) -> String {
        self.names.push(name);
        let uses = self.names.iter().filter(|&&used| used == name).count();
        if uses == 1 { name.to_owned() } else { format!("{name}_{uses}") }
    }

    /// A list of numbers in the syntax of the library.
    pub(super) fn list(&self, numbers: &[i64]) -> String {
        let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
        let list = format!("[{}]", numbers.join(", "));
        if self.library == Library::NumPy { list } else { format!("torch.tensor({list})") }
    }

    /// Adds a line before the expression.
    pub(super) fn line(&mut self, line: String) {
        self.setup.push(line);
    }
}

/// `name + 3`, `name - 3`, or only the name.
pub(super) fn plus(name: &str, offset: i64) -> String {
    match offset {
        0 => name.to_owned(),
        offset if offset < 0 => format!("{name} - {}", -offset),
        offset => format!("{name} + {offset}"),
    }
}

/// Like [`plus`], in brackets if needed: for an operand of an operator of higher precedence, or after a
/// minus.
pub(super) fn factor(name: &str, offset: i64) -> String {
    if offset == 0 { name.to_owned() } else { format!("({})", plus(name, offset)) }
}
