/** Templates with Preact and htm, which use no `innerHTML` and no `eval`. The build puts both into one module. */
/** @typedef {import('../pkg/preact.js').View} View */

export { Component, html, render, useLayoutEffect, useMemo, useRef, useState } from '../pkg/preact.js';
