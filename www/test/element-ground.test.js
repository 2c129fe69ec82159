/** The luminance of computed colors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { luminanceOf, luminanceOfGradient } from '../element/surroundings.js';

test('the luminance of a color is that of WCAG in every notation that browsers compute', () => {
  for (const [color, luminance] of /** @type {[string, number][]} */ ([
    ['rgb(0, 0, 0)', 0],
    ['rgb(255, 255, 255)', 1],
    ['rgb(128, 128, 128)', 0.2159],
    ['rgba(0, 0, 255, 0.8)', 0.0722],
    ['color(srgb 1 0 0)', 0.2126],
    ['color(srgb-linear 0.5 0.5 0.5 / 0.75)', 0.5],
    ['oklch(0.5 0.1 240)', 0.125],
    ['oklab(1 0 0)', 1],
    ['lab(50 -1e-5 20)', 0.1842],
  ]))
    assert.ok(Math.abs((luminanceOf(color) ?? NaN) - luminance) < 1e-4, `${color}: ${luminanceOf(color)}`);
});

test('a color that is mostly transparent, or no color, has no luminance', () => {
  for (const color of ['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0.4)', 'oklch(0.5 0.1 240 / 0.2)', 'none', ''])
    assert.equal(luminanceOf(color), null, color);
});

test('a gradient has the mean luminance of its colors, and another image has none', () => {
  for (const [image, luminance] of /** @type {[string, number | null][]} */ ([
    ['linear-gradient(rgb(0, 0, 0), rgb(255, 255, 255))', 0.5],
    ['radial-gradient(circle at 50% 50%, rgb(0, 0, 0) 0%, rgba(0, 0, 0, 0.1) 80%)', 0],
    ['repeating-linear-gradient(45deg, color(srgb 1 1 1), rgb(255, 255, 255) 10px)', 1],
    ['linear-gradient(rgba(0, 0, 0, 0), rgba(0, 0, 0, 0.2))', null],
    ['url("sky.png")', null],
    ['none', null],
  ]))
    assert.equal(luminanceOfGradient(image), luminance, image);
});
