//! The arrays of all files with what their names say, and groups of arrays with similar names.

use std::rc::Rc;

use crate::groups::{Groups, Key, order};
use crate::listing::File;
use crate::names::{
    Count, Pattern, Role, is_learned, is_number, is_other, loose, pattern_of, role_of, words_of,
};

/// The maximum number of axes: layers, heads, queries, keys, and axes of length 1.
const MOST_AXES: usize = 8;

/// An array, or q, k or v of one that contains all three.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) file: u32,
    pub(crate) tensor: usize,
    /// The name of the array or of its file.
    pub(crate) label: String,
    /// Whether the array has a name of its own.
    pub(crate) is_named: bool,
    pub(crate) words: Vec<String>,
    pub(crate) role: Option<Role>,
    /// Without the axis of a cut.
    pub(crate) shape: Vec<u64>,
    pub(crate) cut: Option<Cut>,
    pub(crate) is_integer: bool,
    /// The type of numbers that cannot be picked keys, as NumPy writes it.
    pub(crate) no_index: Option<String>,
    pub(crate) sliced: bool,
}

/// The axis of q, k and v in one array, and the index of one of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    pub(crate) axis: usize,
    pub(crate) place: u64,
}

/// Why an array can be neither weights nor q, k or v.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exclusion {
    /// Learned parameters.
    Learned,
    Other,
}

/// The arrays of all files. An array without a name is named after its file. If two files contain
/// the same name, the names of the files are added.
pub(crate) fn items_of(files: &[File]) -> Vec<Item> {
    let mut times = Groups::default();
    for tensor in files.iter().flat_map(|file| &file.tensors) {
        times.add(Key::default().text(&tensor.name), 0);
    }
    let items = files.iter().flat_map(|file| {
        let (stem, times) = (stem(&file.name), &times);
        file.tensors.iter().enumerate().map(move |(at, tensor)| {
            let name = tensor.name.as_str();
            let own = if name.is_empty() { stem } else { name };
            let is_shared = !name.is_empty() && times.get(&Key::default().text(name)).len() > 1;
            let label = if is_shared { format!("{stem}/{name}") } else { own.to_owned() };
            Item {
                file: file.id,
                tensor: at,
                is_named: !name.is_empty(),
                words: words_of(&label),
                label,
                role: role_of(&words_of(own)),
                shape: tensor.shape.clone(),
                cut: None,
                is_integer: is_integer(&tensor.dtype),
                no_index: Some(tensor.dtype.clone()).filter(|dtype| !is_index(dtype)),
                sliced: tensor.sliced,
            }
        })
    });
    let mut items: Vec<Item> = items.collect();
    let key = |item: &Item| {
        let Pattern { key, numbers, .. } = pattern_of(&item.words, item.role);
        Key::of(&numbers).text(&loose(&key))
    };
    let is_no_index = |item: &Item| item.role == Some(Role::Selected) && item.no_index.is_some();
    if items.iter().any(is_no_index) {
        let mut of_q = Groups::default();
        for item in items.iter().filter(|item| item.role == Some(Role::Q)) {
            of_q.add(key(item), 0);
        }
        // Other numbers are picked keys that cannot be read if there is a q for them, else anything.
        for item in items.iter_mut().filter(|item| is_no_index(item)) {
            item.role = item.role.filter(|_| !of_q.get(&key(item)).is_empty());
        }
    }
    items
}

/// The name of a file without its extension, if that has at most 12 characters.
fn stem(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, end)) if (1..=12).contains(&end.chars().count()) => stem,
        _ => name,
    }
}

/// Whether numbers of this type are integers, booleans or complex: weights are floats.
fn is_integer(dtype: &str) -> bool {
    ["bool", "int", "uint", "complex"].iter().any(|start| dtype.starts_with(start))
}

/// Whether numbers of this type can be indexes.
fn is_index(dtype: &str) -> bool {
    ["int", "uint"].iter().any(|start| dtype.starts_with(start))
}

impl Item {
    /// Why the array can be neither weights nor q, k or v.
    pub(crate) fn exclusion(&self) -> Option<Exclusion> {
        let Self { words, shape, .. } = self;
        if is_learned(words, shape.len()) {
            return Some(Exclusion::Learned);
        }
        let is_odd = shape.len() < 2 || shape.len() > MOST_AXES || shape.contains(&0);
        let is_whole = self.is_integer && self.role != Some(Role::Selected);
        (is_odd || is_other(words) || is_whole).then_some(Exclusion::Other)
    }

    /// The length of an axis, counted from the last one.
    pub(crate) fn side_from_end(&self, at: usize) -> u64 {
        self.shape.iter().rev().nth(at).copied().unwrap_or(1)
    }

    /// q, k and v of an array that contains all three along an axis; otherwise the array.
    fn parts(self) -> Vec<Rc<Self>> {
        if self.role != Some(Role::Qkv) {
            return vec![Rc::new(self)];
        }
        let before = self.shape.len().saturating_sub(1);
        let axis = self.shape[..before].iter().position(|&length| length == 3);
        let Some(axis) = axis.filter(|_| self.shape.len() >= 3) else { return Vec::new() };
        let mut shape = self.shape.clone();
        shape.remove(axis);
        let roles = [Role::Q, Role::K, Role::V].into_iter().zip(0..);
        let part = |(role, place)| {
            let cut = Some(Cut { axis, place });
            Rc::new(Self { role: Some(role), shape: shape.clone(), cut, ..self.clone() })
        };
        roles.map(part).collect()
    }
}

/// Square arrays without a name, ignoring the names of their files, which may mean nothing.
pub(crate) fn unnamed(items: Vec<Item>) -> Vec<Item> {
    let is_square = |item: &Item| {
        !item.is_named && item.shape.len() > 1 && item.side_from_end(0) == item.side_from_end(1)
    };
    let items = items.into_iter().filter(is_square).map(|mut item| {
        item.words.retain(|word| is_number(word));
        Item { role: None, ..item }
    });
    items.filter(|item| item.exclusion().is_none()).collect()
}

/// Arrays whose names differ only in numbers, in the order of these.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    /// The common part of their names.
    pub(crate) key: String,
    pub(crate) role: Option<Role>,
    pub(crate) members: Vec<Member>,
    /// What the numbers count.
    pub(crate) counts: Vec<Option<Count>>,
}

/// An array with the numbers in its name.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) item: Rc<Item>,
    pub(crate) numbers: Vec<f64>,
}

/// Groups arrays by the common part of their names and their number of axes.
pub(crate) fn families_of(items: Vec<Item>) -> Vec<Family> {
    let mut groups = Groups::default();
    let mut families: Vec<Family> = Vec::new();
    for item in items.into_iter().flat_map(Item::parts) {
        let Pattern { key, numbers, counts } = pattern_of(&item.words, item.role);
        let role = item.role;
        let id = Key::default().whole(role_key(role)).whole(item.shape.len() as u64).text(&key);
        let (place, is_new) = groups.add(id, 0);
        if is_new {
            families.push(Family { key, role, members: Vec::new(), counts });
        }
        families[place].members.push(Member { item, numbers });
    }
    for Family { members, .. } in &mut families {
        let order = order(members.len(), &|at| Key::of(&members[at].numbers));
        *members = order.into_iter().map(|at| members[at].clone()).collect();
    }
    families
}

/// A number for each role.
pub(crate) fn role_key(role: Option<Role>) -> u64 {
    role.map_or(0, |role| 1 + role as u64)
}
