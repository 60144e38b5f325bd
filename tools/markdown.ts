// Tables in Markdown, as generated pages write them.

type Row = readonly string[];

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

export function markdownTable(names: Row, rows: readonly Row[]): string {
  const line = (cells: Row) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(names), `|${'---|'.repeat(names.length)}`, ...rows.map(line)].join('\n');
}
