//! What the snippets of the three libraries share, and where they differ.

use super::term::Term;
use crate::shape::Shape;

/// Who the code is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Library {
    /// Arrays `i` and `j` that are broadcast against each other.
    NumPy,
    /// The same with tensors.
    Sdpa,
    /// A function of two numbers, `q_idx` and `kv_idx`, that may look up tables.
    Flex,
}

/// Collects what has to stand before the expression.
pub(super) struct Writer {
    pub(super) library: Library,
    pub(super) shape: Shape,
    /// Lines that make the tables.
    pub(super) setup: Vec<String>,
    /// Whether random blocks are drawn, for which a function is needed.
    pub(super) mixes: bool,
    /// Whether the expression depends on the query, and on the key.
    pub(super) depends: (bool, bool),
    /// The names that tables have been given, each as often as it was.
    names: Vec<&'static str>,
}

impl Writer {
    pub(super) fn new(library: Library, shape: Shape) -> Writer {
        let (setup, names) = (Vec::new(), Vec::new());
        Writer { library, shape, setup, mixes: false, depends: (false, false), names }
    }

    /// The query's number.
    pub(super) fn query(&mut self) -> &'static str {
        self.depends.0 = true;
        if self.library == Library::Flex { "q_idx" } else { "i" }
    }

    /// The key's number.
    pub(super) fn key(&mut self) -> &'static str {
        self.depends.1 = true;
        if self.library == Library::Flex { "kv_idx" } else { "j" }
    }

    /// The module that the arrays are of.
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

    /// A list of numbers, as the library has it.
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

/// `name + 3`, `name - 3`, or the name alone.
pub(super) fn plus(name: &str, offset: i64) -> String {
    match offset {
        0 => name.to_owned(),
        offset if offset < 0 => format!("{name} - {}", -offset),
        offset => format!("{name} + {offset}"),
    }
}

/// The same beside an operator that holds tighter than a sum, or after a minus.
pub(super) fn factor(name: &str, offset: i64) -> String {
    if offset == 0 { name.to_owned() } else { format!("({})", plus(name, offset)) }
}
