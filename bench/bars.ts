// A bar chart as SVG, by hand: groups of labelled horizontal bars, one colour a series.

export interface BarChart {
  readonly title: string;
  readonly series: readonly string[];
  /** One value a series; null: this group has none. */
  readonly groups: readonly { readonly label: string; readonly values: readonly (number | null)[] }[];
  readonly write: (value: number) => string;
  /** A line to compare with. */
  readonly mark?: number;
}

const [WIDTH, LEFT, RIGHT, BAR, GAP, TOP] = [760, 190, 90, 16, 14, 58] as const;
const COLOURS = ['#2f6db3', '#b0b7c0', '#d08a2e'];

const escaped = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const at = (n: number) => n.toFixed(1);
const label = (x: number, y: number, words: string, anchor = 'start', fill = '#333') =>
  `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}" fill="${fill}">${escaped(words)}</text>`;

export function barChart({ title, series, groups, write, mark }: BarChart): string {
  const most = Math.max(...groups.flatMap(({ values }) => values.map((value) => value ?? 0)), mark ?? 0);
  const wide = (value: number) => (value / most) * (WIDTH - LEFT - RIGHT);
  const groupHeight = series.length * BAR + GAP;
  const bottom = TOP + groups.length * groupHeight;
  const parts = [
    `<text x="12" y="22" font-size="15" font-weight="bold" fill="#222">${escaped(title)}</text>`,
    ...series.map((name, i) => {
      const x = LEFT + i * 190;
      return `<rect x="${x}" y="34" width="10" height="10" fill="${COLOURS[i]}"/>${label(x + 15, 43, name)}`;
    }),
  ];
  for (const [g, group] of groups.entries()) {
    const y = TOP + g * groupHeight;
    parts.push(label(LEFT - 8, y + (series.length * BAR) / 2 + 4, group.label, 'end'));
    for (const [s, value] of group.values.entries()) {
      const barY = y + s * BAR;
      if (value === null) continue;
      parts.push(`<rect x="${LEFT}" y="${barY}" width="${at(wide(value))}" height="${BAR - 2}" fill="${COLOURS[s]}"/>`);
      parts.push(label(LEFT + wide(value) + 5, barY + 11, write(value)));
    }
  }
  if (mark !== undefined) {
    const x = at(LEFT + wide(mark));
    parts.push(`<path d="M${x} ${TOP - 6}V${bottom}" stroke="#b33" stroke-dasharray="4 3"/>`);
    parts.push(label(Number(x) + 4, bottom + 8, write(mark), 'start', '#b33'));
  }
  const size = `width="${WIDTH}" height="${bottom + 16}" viewBox="0 0 ${WIDTH} ${bottom + 16}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="12" role="img">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
}
