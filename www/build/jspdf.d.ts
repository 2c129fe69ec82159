/** The class of jsPDF that writes figures for print. See vendor.mjs. */
export { jsPDF } from 'jspdf';
