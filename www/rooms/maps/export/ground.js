import { gapsIn } from '../../../picture/gaps.js';
/** @import { Panel } from './types.js' */

/**
 * The cells without numbers, merged into rectangles.
 *
 * @param {Pick<Panel, 'rows' | 'cols' | 'data' | 'sight' | 'pooled' | 'leaveOut' | 'reach'>} panel
 */
export function gapsOf({ rows, cols, data, sight, pooled, leaveOut, reach }) {
  return gapsIn({ rows, cols }, (row, col) => {
    const key = sight.cols[0] + col * pooled.cols;
    const end = reach?.[sight.rows[0] + row * pooled.rows] ?? Infinity;
    return !Number.isNaN(data[row * cols + col]) ? null : key < leaveOut || key >= end ? 'hatch' : 'cross';
  });
}
