//! Panics as traps: what a panic would say is taken out of a module, since nobody hears it.
//!
//! A panic ends in a trap, and the page says that the engine failed and was started anew; its message is formatted and then
//! dropped. Every bounds check brings the index, the length and a place in the sources for it. Here the call that would
//! begin a panic becomes the trap itself, what only led to it goes, and the places are blanked. The compiler has this
//! as `panic=immediate-abort`, which is not stable.

use std::collections::HashSet;

use walrus::ir::{Instr, InstrSeqId, Unreachable, Value};
use walrus::{ConstExpr, Data, DataKind, FunctionId, LocalFunction, Module, passes};

/// The functions of the standard library in which every panic ends, by what their names contain.
const ENDS: [&str; 6] = [
    "panic_fmt",
    "panic_with_hook",
    "rust_begin_unwind",
    "rust_oom",
    "raw_vec::handle_error",
    "slice::index::slice_index_fail",
];

/// A place in the sources: the address and the length of the path, the line and the column.
const PLACE: usize = 16;
/// A column beyond this is none, and neither is what was taken for a place.
const COLUMNS: usize = 1000;

/// Makes panics traps, and leaves out what is not needed any more.
pub(crate) fn panics_to_traps(module: &mut Module) {
    let named = |name: &str| ENDS.iter().any(|end| name.contains(end));
    let mut traps: HashSet<FunctionId> = module
        .funcs
        .iter_local()
        .filter(|&(id, _)| module.funcs.get(id).name.as_deref().is_some_and(named))
        .map(|(id, _)| id)
        .collect();
    // A function that does nothing but trap is one more that need not be called.
    loop {
        let known = traps.len();
        for (id, function) in module.funcs.iter_local_mut() {
            let entry = function.entry_block();
            while shorten(function, entry, &traps, &mut HashSet::new(), false) {}
            if matches!(function.block(entry).instrs[..], [(Instr::Unreachable(_), _)]) {
                traps.insert(id);
            }
        }
        if traps.len() == known {
            break;
        }
    }
    let segments: Vec<_> = module.data.iter().map(Data::id).collect();
    for segment in segments {
        let data = module.data.get_mut(segment);
        if let DataKind::Active { offset: ConstExpr::Value(Value::I32(start)), .. } = data.kind {
            blank_places(&mut data.value, usize::try_from(start).unwrap_or(0));
        }
    }
    passes::gc::run(module);
}

/// Puts a trap where a sequence is bound to end in one, and says whether anything changed.
///
/// `onward` says that whatever leaves the sequence at its end meets a trap there, and `doomed` are the blocks of which that
/// is so: a branch out of one is bound for the trap as well.
fn shorten(
    function: &mut LocalFunction,
    sequence: InstrSeqId,
    traps: &HashSet<FunctionId>,
    doomed: &mut HashSet<InstrSeqId>,
    onward: bool,
) -> bool {
    let mut changed = false;
    let mut place = 0;
    while let Some((instruction, _)) = function.block(sequence).instrs.get(place) {
        let next = function.block(sequence).instrs.get(place + 1).map(|(next, _)| next);
        let fatal = next.map_or(onward, |next| matches!(next, Instr::Unreachable(_)));
        // A branch to a loop goes to its beginning.
        let (inner, is_left) = match instruction {
            Instr::Block(block) => (vec![block.seq], true),
            Instr::Loop(block) => (vec![block.seq], false),
            Instr::IfElse(both) => (vec![both.consequent, both.alternative], true),
            _ => (Vec::new(), false),
        };
        for inner in inner {
            if fatal && is_left {
                doomed.insert(inner);
            }
            changed |= shorten(function, inner, traps, doomed, fatal);
        }
        place += 1;
    }
    let instructions = &mut function.block_mut(sequence).instrs;
    let is_end = |instruction: &Instr| match instruction {
        Instr::Unreachable(_) => true,
        Instr::Call(call) => traps.contains(&call.func),
        Instr::Br(branch) => doomed.contains(&branch.block),
        _ => false,
    };
    if let Some(end) = instructions.iter().position(|(instruction, _)| is_end(instruction)) {
        let vain = |instruction: &Instr| {
            matches!(
                instruction,
                Instr::Const(_)
                    | Instr::LocalGet(_)
                    | Instr::LocalSet(_)
                    | Instr::LocalTee(_)
                    | Instr::GlobalGet(_)
                    | Instr::GlobalSet(_)
                    | Instr::Binop(_)
                    | Instr::Unop(_)
                    | Instr::Select(_)
                    | Instr::Load(_)
                    | Instr::Store(_)
                    | Instr::Drop(_)
            )
        };
        let led = instructions[..end].iter().rev().take_while(|(instruction, _)| vain(instruction));
        let start = end - led.count();
        let is_done = start == end
            && end + 1 == instructions.len()
            && matches!(instructions[end].0, Instr::Unreachable(_));
        if !is_done {
            let at = instructions[end].1;
            instructions.truncate(start);
            instructions.push((Instr::Unreachable(Unreachable {}), at));
            changed = true;
        }
    }
    changed
}

/// Blanks the places in a segment of data, and their paths.
fn blank_places(bytes: &mut [u8], start: usize) {
    let word = |bytes: &[u8], at: usize| {
        let word = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
        usize::try_from(u32::from_le_bytes(word)).unwrap_or(usize::MAX)
    };
    let mut paths = HashSet::new();
    for at in (0..(bytes.len() + 1).saturating_sub(PLACE)).step_by(4) {
        let (address, length) = (word(bytes, at), word(bytes, at + 4));
        let (line, column) = (word(bytes, at + 8), word(bytes, at + 12));
        let path =
            address.checked_sub(start).and_then(|from| Some(from..from.checked_add(length)?));
        let Some(path) = path.filter(|path| path.end <= bytes.len()) else { continue };
        if line > 0 && (1..COLUMNS).contains(&column) && bytes[path.clone()].ends_with(b".rs") {
            bytes[at..at + PLACE].fill(0);
            paths.insert(path);
        }
    }
    for path in paths {
        bytes[path].fill(0);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use walrus::ir::BinaryOp;
    use walrus::{FunctionBuilder, ValType};

    use super::*;

    /// A module whose exported function checks its argument, and panics through one more function.
    fn module() -> Module {
        let mut module = Module::default();
        let mut panic = FunctionBuilder::new(&mut module.types, &[ValType::I32], &[]);
        panic.name("core::panicking::panic_fmt".to_owned());
        let place = module.locals.add(ValType::I32);
        panic.func_body().loop_(None, |body| {
            body.unreachable();
        });
        let panic = panic.finish(vec![place], &mut module.funcs);
        let mut check = FunctionBuilder::new(&mut module.types, &[], &[]);
        check.func_body().i32_const(1048).call(panic).unreachable();
        let check = check.finish(vec![], &mut module.funcs);
        let mut entry = FunctionBuilder::new(&mut module.types, &[ValType::I32], &[ValType::I32]);
        let index = module.locals.add(ValType::I32);
        entry
            .func_body()
            .block(None, |body| {
                let outer = body.id();
                body.block(None, |body| {
                    let inner = body.id();
                    body.local_get(index).i32_const(7).binop(BinaryOp::I32LtU).br_if(outer);
                    body.i32_const(1048).drop().br(inner);
                });
                body.call(check).unreachable();
            })
            .local_get(index);
        let entry = entry.finish(vec![index], &mut module.funcs);
        module.exports.add("entry", entry);
        module
    }

    #[test]
    fn what_leads_to_a_panic_becomes_a_trap_and_what_panics_goes() {
        let mut module = module();
        panics_to_traps(&mut module);
        let functions: Vec<_> = module.funcs.iter_local().collect();
        assert_eq!(functions.len(), 1);
        let (_, entry) = functions[0];
        let body = &entry.block(entry.entry_block()).instrs;
        assert!(matches!(body[..], [(Instr::Block(_), _), (Instr::LocalGet(_), _)]));
        let Instr::Block(outer) = &body[0].0 else { return };
        let outer = &entry.block(outer.seq).instrs;
        assert!(matches!(outer[..], [(Instr::Block(_), _), (Instr::Unreachable(_), _)]));
        let Instr::Block(inner) = &outer[0].0 else { return };
        let inner: Vec<_> = entry.block(inner.seq).instrs.iter().map(|(each, _)| each).collect();
        assert!(matches!(
            inner[..],
            [
                Instr::LocalGet(_),
                Instr::Const(_),
                Instr::Binop(_),
                Instr::BrIf(_),
                Instr::Unreachable(_)
            ]
        ));
    }

    #[test]
    fn places_in_the_sources_are_blanked_and_other_data_stays() {
        let mut bytes = b"words that stay, src/a.rs\0\0\0".to_vec();
        for word in [1024_u32 + 17, 8, 40, 9, 1024, 15, 40, 9] {
            bytes.extend(word.to_le_bytes());
        }
        let before = bytes.clone();
        blank_places(&mut bytes, 1024);
        assert_eq!(bytes[..17], before[..17]);
        assert_eq!(bytes[17..44], [0; 27]);
        assert_eq!(bytes[44..], before[44..]);
        let mut short = vec![1; 5];
        blank_places(&mut short, 0);
        assert_eq!(short, [1; 5]);
    }
}
