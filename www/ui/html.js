/** Templates with Preact and htm, which make neither markup nor code from strings. */
/** @typedef {import('../pkg/preact.js').View} View */

export { Component, html, render, useLayoutEffect, useMemo, useRef, useState } from '../pkg/preact.js';
