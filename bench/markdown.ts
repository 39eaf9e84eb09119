// Rows of figures as a Markdown table, and how a figure is written.

export type Cell = string | number;

/** Whole numbers as they are, others with two digits, so that the same finding is always written the same. */
export const figure = (n: number): string =>
  Number.isInteger(n) ? n.toLocaleString('en-US') : n.toLocaleString('en-US', { maximumFractionDigits: 2 });

export const ratio = (n: number): string => n.toFixed(2);
export const dollars = (n: number): string =>
  n.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const text = (cell: Cell): string => (typeof cell === 'number' ? figure(cell) : cell);

/** The first column to the left, the others to the right. */
export const table = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...rows.map((row) => row.map(text))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
