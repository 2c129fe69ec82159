/** The style of the interpretation, which is part of the room's style sheet. */
export const READING_CSS = `
.reading { border-block-end: 1px solid var(--line); padding-block-end: 8px; margin-block-end: 8px; }
.reading .taken { font: 15.5px/1.4 var(--serif); margin: 0; display: inline; text-wrap: pretty; overflow-wrap: anywhere; }
.reading .link { border: 0; background: none; margin: -6px 0 -6px 2px; padding: 0 4px; min-height: 28px; color: var(--accent); text-decoration: underline; text-underline-offset: 2px; cursor: pointer; font: 13px var(--sans); white-space: nowrap; }
.reading .asked { margin: 6px 0; padding-inline-start: 8px; border-inline-start: 3px solid var(--accent); font-size: 14px; line-height: 1.4; }
.reading .asked[hidden] { display: none; }
.reading .asked .link { margin: 0 0 0 4px; font-size: 14px; }
.reading .asked .field { margin-block-start: 6px; }
.reading .asked .field input { inline-size: 6em; margin-inline-start: 8px; }
.reading .asked .help { margin: 4px 0 0; font-size: 12px; color: var(--soft); }
.reading .notes { list-style: none; margin: 6px 0 0; padding: 0; display: grid; gap: 4px; font-size: 13px; line-height: 1.35; color: var(--soft); }
.reading .notes li { border-inline-start: 3px solid var(--line); padding-inline-start: 8px; overflow-wrap: anywhere; }
.corrections { max-width: 520px; border: 1px solid var(--faint); border-radius: 8px; background: var(--panel); padding: 8px 12px; margin-block-start: 8px; }
.corrections h2 { font: 600 13px/1.3 var(--sans); margin: 0 0 4px; }
.corrections .fields { display: grid; gap: 3px; }
.corrections .row, .corrections .field { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 2px 10px; min-height: 30px; }
.corrections .label, .corrections .field label { font-size: 13px; line-height: 1.2; color: var(--soft); }
.corrections select, .corrections input { border: 1px solid var(--line); border-radius: 6px; background: var(--panel); color: inherit; padding: 1px 6px; min-height: 28px; font: 12.5px var(--sans); }
.corrections input { width: 152px; font-family: var(--mono); }
.corrections input::placeholder { color: var(--soft); opacity: 1; }
.corrections select { min-width: 152px; max-width: 100%; text-overflow: ellipsis; }
.corrections .which .row { align-items: stretch; flex-direction: column; margin-block-end: 4px; }
.corrections .segments { flex-wrap: wrap; max-width: 100%; }
.corrections .help { font-size: 12px; line-height: 1.35; color: var(--soft); margin: 0 0 4px; text-wrap: pretty; }
.corrections .fields .fields { border-inline-start: 3px solid var(--line); padding-inline-start: 8px; }
.corrections .problem { flex-basis: 100%; color: var(--wrong); font-size: 13px; line-height: 1.35; margin: 2px 0; }
.corrections [aria-invalid='true'] { border-color: var(--wrong); }
.reading .corrections > .link { margin: 4px 0 0; padding: 0; }
.warnings p { margin: 0 0 6px; border-inline-start: 3px solid var(--wrong); padding-inline-start: 10px; font-size: 14px; line-height: 1.4; overflow-wrap: anywhere; }
.warnings .kind { border-color: var(--line); }
@container room (max-width: 900px) {
  .reading .link { margin-block: -10px; }
  .reading .link, .corrections select, .corrections input, .corrections .segments button { min-height: 36px; }
}
`;
