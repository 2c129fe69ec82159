//! The colors of one map as a table.

use std::sync::OnceLock;

use crate::{Ink, Map, Rgb, ScaleKind, Theme, color};

/// The number of steps. It is even, so that there is a middle entry for the zero of a diverging
/// map. More than 256 steps would not show, because a channel has 256 values.
pub(crate) const STEPS: usize = 256;

/// 257 colors and the ink for each.
pub(crate) struct Table {
    entries: Vec<(Rgb, Ink)>,
}

impl Table {
    /// The table of a map, cached after its first use: a page paints about twenty matrices in one frame.
    pub(crate) fn of(map: Map, kind: ScaleKind, theme: Theme) -> &'static Self {
        static TABLES: [OnceLock<Table>; 16] = [const { OnceLock::new() }; 16];
        let index = map as usize * 4 + kind as usize * 2 + theme as usize;
        TABLES[index].get_or_init(|| Self::new(map, kind, theme))
    }

    fn new(map: Map, kind: ScaleKind, theme: Theme) -> Self {
        let entries = (0..=STEPS)
            .map(|step| {
                let color = color(map, kind, theme, step as f64 / STEPS as f64);
                (color, Ink::on(color))
            })
            .collect();
        Self { entries }
    }

    /// The entry nearest to a place between 0 and 1.
    pub(crate) fn at(&self, place: f64) -> (Rgb, Ink) {
        // The cast saturates, so a place outside 0 to 1 is an end of the table.
        self.entries[((place * STEPS as f64).round() as usize).min(STEPS)]
    }

    /// The colors from the first step to the last.
    pub(crate) fn colors(&self) -> impl Iterator<Item = Rgb> {
        self.entries.iter().map(|&(color, _)| color)
    }
}
