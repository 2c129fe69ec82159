//! Modules of `www` import from their own layer and the layers below it, and no room imports another room.

use super::Source;

/// The layers of `www`, from the bottom up. A module may import from its own layer and from those
/// before it.
const LAYERS: [&str; 11] = [
    "format", "engine", "state", "words", "ui", "picture", "element", "figure", "heatmap", "rooms",
    "page",
];

/// Reports each import that points up, or from one room to another. Types may be imported from
/// anywhere.
pub(crate) fn rule(source: &Source) -> Vec<String> {
    let Some(importer) = place(&source.path).filter(|_| source.path.ends_with(".js")) else {
        return Vec::new();
    };
    let numbered = source.text.lines().enumerate();
    numbered
        .filter_map(|(number, line)| {
            let imported = imported(line)?;
            let path = resolved(&source.path, imported);
            let reason = objection(&importer, &place(&path)?)?;
            Some(format!("{}:{}: imports {path}: {reason}", source.path, number + 1))
        })
        .collect()
}

/// The place of a module: the number of its layer, and its room if it has one.
struct Place<'a> {
    layer: usize,
    room: Option<&'a str>,
}

/// The place of a module of `www`, or `None` if its folder is not a layer: the build, the command
/// and the tests may import anything.
fn place(path: &str) -> Option<Place<'_>> {
    let mut folders = path.strip_prefix("www/")?.split('/');
    let top = folders.next()?;
    let layer = LAYERS.iter().position(|&layer| layer == top)?;
    // A file directly in `rooms` belongs to no room.
    let room = (top == "rooms").then(|| folders.next()).flatten();
    Some(Place { layer, room: room.filter(|_| folders.next().is_some()) })
}

/// Why a module must not import another, if there is a reason.
fn objection(importer: &Place<'_>, imported: &Place<'_>) -> Option<String> {
    if imported.layer > importer.layer {
        let [low, high] = [importer.layer, imported.layer].map(|layer| LAYERS[layer]);
        return Some(format!("{low} is below {high}"));
    }
    let other = imported.room.filter(|_| importer.room != imported.room)?;
    (importer.layer == imported.layer).then(|| format!("{other} is another room"))
}

/// The module that a line of code imports. A comment that imports a type is ignored.
pub(super) fn imported(line: &str) -> Option<&str> {
    let line = line.trim_start();
    if line.starts_with('*') || line.starts_with("/*") || line.starts_with("//") {
        return None;
    }
    let dynamic = line.split_once("await import('").map(|(_, rest)| rest);
    let rest = dynamic
        .or_else(|| line.split_once(" from '").map(|(_, rest)| rest))
        .or_else(|| line.strip_prefix("import '"))?;
    let (module, _) = rest.split_once('\'')?;
    module.starts_with('.').then_some(module)
}

/// The path of an imported module, from the root.
pub(super) fn resolved(importer: &str, module: &str) -> String {
    let mut folders: Vec<&str> = importer.split('/').collect();
    folders.pop();
    for part in module.split('/') {
        match part {
            "." => {}
            ".." => {
                folders.pop();
            }
            name => folders.push(name),
        }
    }
    folders.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(path: &str, text: &str) -> Vec<String> {
        rule(&Source { path: path.to_owned(), text: text.to_owned() })
    }

    #[test]
    fn a_module_imports_from_its_own_layer_and_from_those_below() {
        let import = "import { element } from '../../ui/dom.js';\nimport './state.js';\n";
        assert!(complaints("www/rooms/masks/views.js", import).is_empty());
        assert!(complaints("www/page/main.js", "import '../rooms/learn/room.js';\n").is_empty());
    }

    #[test]
    fn an_import_that_points_up_is_reported_with_its_line() {
        let found = complaints("www/ui/dom.js", "\nimport { sheet } from '../element/sheet.js';\n");
        assert_eq!(found, ["www/ui/dom.js:2: imports www/element/sheet.js: ui is below element"]);
        let later = "const { f } = await import('../page/save/view.js');\n";
        assert_eq!(complaints("www/heatmap/heed-map.js", later).len(), 1);
    }

    #[test]
    fn a_room_does_not_import_another() {
        let found =
            complaints("www/rooms/contrast/room.js", "export { a } from '../learn/room.js';\n");
        assert_eq!(
            found,
            [
                "www/rooms/contrast/room.js:1: imports www/rooms/learn/room.js: learn is another room"
            ]
        );
        let names = "import { ROOM_IDS } from '../names.js';\n";
        assert!(complaints("www/rooms/embed/model.js", names).is_empty());
    }

    #[test]
    fn types_and_modules_outside_the_layers_may_be_imported() {
        let types = "/** @import { Room } from '../../page/main.js' */\n";
        assert!(complaints("www/rooms/maps/room.js", types).is_empty());
        assert!(complaints("www/test/a.test.js", "import '../page/main.js';\n").is_empty());
    }
}
