/**
 * Templates with Preact and htm: neither markup nor code is made from strings. The build puts both into one
 * module.
 */
/** @typedef {import('../pkg/preact.js').View} View */

export { Component, html, render, useLayoutEffect, useMemo, useRef, useState } from '../pkg/preact.js';
