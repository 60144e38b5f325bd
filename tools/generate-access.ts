// Renders the parts of docs/operate/access.md that list the rights and the shares of each caller,
// from the tables in the code.
import { readFileSync } from 'node:fs';
import { ALL_RIGHTS, RIGHTS, roleHas } from '../server/domain/access/rights.ts';
import { OPERATOR_ROLES, RIGHT_SCOPES } from '../server/domain/access/roles.ts';
import {
  type ClassLimits,
  REQUEST_CLASSES,
} from '../server/http/operator/route/request-classes.ts';
import { markdownTable } from './markdown.ts';

const FILE = 'docs/operate/access.md';
const RIGHTS_BEGIN = '<!-- Made by tools/generate.ts from server/domain/access/right-table.ts. -->';
const SHARES_BEGIN =
  '<!-- Made by tools/generate.ts from server/http/operator/route/request-classes.ts. -->';
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

function sharesPart(): string {
  const head = ['kind', 'per second', 'after a pause', 'at once: caller', 'merchant', 'process'];
  const classes: readonly ClassLimits[] = Object.values(REQUEST_CLASSES);
  const rows = classes.map(({ what, per_second, burst, at_once }) => {
    const { caller, merchant, process } = at_once;
    const numbers = [per_second, burst, caller, merchant, process];
    return [what, ...numbers.map((number) => number.toLocaleString('en-US'))];
  });
  return markdownTable(head, rows);
}

function withPart(text: string, begin: string, part: string): string {
  const from = text.indexOf(begin);
  const to = text.indexOf(END, from);
  if (from === -1 || to === -1) throw new Error(`${FILE} has no place for ${begin}`);
  return `${text.slice(0, from)}${begin}\n\n${part}\n\n${text.slice(to)}`;
}

/** Returns the page with its generated parts renewed; the rest is written by hand. */
export function withMadeParts(text: string): string {
  return withPart(withPart(text, RIGHTS_BEGIN, rightsPart()), SHARES_BEGIN, sharesPart());
}

const read = () => readFileSync(new URL(`../${FILE}`, import.meta.url), 'utf8');

export const ACCESS_FILE = { path: FILE, render: () => withMadeParts(read()) };
