/** The entry of the script that writes figures for print as PDF. The picture script requests it. */
export * as pdf from '../../picture/print/pdf.js';
