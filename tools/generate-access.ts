// Renders the part of docs/operate/access.md that lists the rights, from the table in the code.
import { readFileSync } from 'node:fs';
import { ALL_RIGHTS, RIGHTS, roleHas } from '../server/domain/access/rights.ts';
import { OPERATOR_ROLES, RIGHT_SCOPES } from '../server/domain/access/roles.ts';
import { markdownTable } from './markdown.ts';

const FILE = 'docs/operate/access.md';
const BEGIN = '<!-- Made by tools/generate.ts from server/domain/access/right-table.ts. -->';
const END = '<!-- End of what is made. -->';

function rightsPart(): string {
  const head = ['right', ...OPERATOR_ROLES.map((role) => `\`${role}\``), 'what it allows'];
  return RIGHT_SCOPES.map((scope) => {
    const rights = ALL_RIGHTS.filter((right) => RIGHTS[right].scope === scope);
    const rows = rights.map((right) => {
      const { allows, reason } = RIGHTS[right];
      const held = OPERATOR_ROLES.map((role) => (roleHas(role, right) ? 'yes' : ''));
      const words = reason === undefined ? allows : `${allows}. ${reason}`;
      return [`\`${right}\``, ...held, words];
    });
    return [`### Scope \`${scope}\``, markdownTable(head, rows)].join('\n\n');
  }).join('\n\n');
}

/** Returns the page with its generated part renewed; the rest is written by hand. */
export function withRights(text: string): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`${FILE} has no place for the rights`);
  return `${text.slice(0, begin)}${BEGIN}\n\n${rightsPart()}\n\n${text.slice(end)}`;
}

const read = () => readFileSync(new URL(`../${FILE}`, import.meta.url), 'utf8');

export const ACCESS_FILE = { path: FILE, render: () => withRights(read()) };
