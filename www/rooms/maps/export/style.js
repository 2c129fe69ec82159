/** The style of the exports, which is part of the room's style sheet. */
export const EXPORT_CSS = `
.export { display: grid; gap: 6px; }
.export .row, .export .field { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; }
.export .field label { font-size: 13px; color: var(--soft); }
.export .field input { border: 1px solid var(--line); border-radius: 6px; background: var(--panel); padding: 1px 6px; min-height: 28px; width: 64px; font: 12.5px var(--mono); }
.export .field .problem { flex-basis: 100%; color: var(--wrong); font-size: 13px; line-height: 1.35; }
.export button:disabled { opacity: .5; cursor: progress; }
.export .said { font-size: 12.5px; line-height: 1.4; color: var(--soft); overflow-wrap: anywhere; }
.export .said:empty { display: none; }
@container room (max-width: 900px) {
  .export .field input, .export button { min-height: 36px; }
}
`;
