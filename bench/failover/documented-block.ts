// The settings that docs/operate/postgresql.md recommends, so that what is written there is tried.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const DOCUMENT = fileURLToPath(new URL('../../docs/operate/postgresql.md', import.meta.url));
const SECTION = '## High availability';

/** The section's block of this language. */
export function documentedBlock(language: string): string {
  const text = readFileSync(DOCUMENT, 'utf8').split(SECTION)[1] ?? '';
  const [, block] = new RegExp(`\`\`\`${language}\n(.+?)\`\`\``, 's').exec(text) ?? [];
  if (block === undefined) throw new Error(`${SECTION} has no block of ${language}`);
  return block;
}
