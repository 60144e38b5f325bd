// Puts the code of the sample shop, which a test runs, into its page.
import { readFileSync } from 'node:fs';

const FILE = 'docs/guide/sample-shop.md';
const CODE = 'docs/guide/sample-shop.mjs';
const BEGIN = `<!-- Made by tools/generate.ts from ${CODE}. -->`;
const END = '<!-- End of what is made. -->';

/** Returns the page with the code of now; the rest is written by hand. */
export function withShop(text: string, code: string): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`${FILE} has no place for the code`);
  return `${text.slice(0, begin)}${BEGIN}\n\n\`\`\`js\n${code}\`\`\`\n\n${text.slice(end)}`;
}

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

export const SHOP_FILE = { path: FILE, render: () => withShop(read(FILE), read(CODE)) };
