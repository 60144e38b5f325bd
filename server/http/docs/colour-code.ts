// Marks the parts of a code block that are shown in colour: strings, names, comments, numbers.
import { escapeHtml } from '../../pages/parts/html.ts';

type Kind = 'string' | 'name' | 'comment' | 'number' | 'word';
type Rule = readonly [kind: Kind, pattern: RegExp];

const NUMBER: Rule = ['number', /\b\d+(?:\.\d+)?\b/y];
const DOUBLE_QUOTED: Rule = ['string', /"(?:[^"\\\n]|\\.)*"/y];

const CODE: readonly Rule[] = [
  ['comment', /\/\/[^\n]*/y],
  DOUBLE_QUOTED,
  ['string', /'(?:[^'\\\n]|\\.)*'/y],
  ['word', /\b(?:import|from|export|const|let|function|async|await|return|if|for|of|new)\b/y],
  NUMBER,
];

/** The first rule that fits at a place is taken. */
const LANGUAGES: Readonly<Record<string, readonly Rule[]>> = {
  json: [
    ['name', /"(?:[^"\\\n]|\\.)*"(?=:)/y],
    DOUBLE_QUOTED,
    ['word', /\b(?:true|false|null)\b/y],
    NUMBER,
  ],
  sh: [
    ['comment', /(?<![^\s])#[^\n]*/y],
    ['string', /"(?:[^"\\]|\\.)*"|'[^'\n]*'/y],
    ['name', /\$\{?\w+\}?/y],
    ['word', /(?<![^\s(])(?:curl|npm|npx|node|export|payment-orders)(?= )/y],
  ],
  js: CODE,
  mjs: CODE,
  ts: CODE,
};

/** The text that a rule covers at this place; null if none does. */
function partAt(rules: readonly Rule[], text: string, at: number): [Kind, string] | null {
  for (const [kind, pattern] of rules) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return [kind, found];
  }
  return null;
}

function colourCode(text: string, language: string): string {
  const rules = LANGUAGES[language];
  if (rules === undefined) return escapeHtml(text);
  let shown = '';
  let plain_from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const part = partAt(rules, text, at);
    if (part === null) continue;
    const [kind, found] = part;
    shown += escapeHtml(text.slice(plain_from, at));
    shown += `<span class="${kind}">${escapeHtml(found)}</span>`;
    plain_from = at + found.length;
    at = plain_from - 1;
  }
  return shown + escapeHtml(text.slice(plain_from));
}

/** With its copy button, if there are scripts. */
export function codeBlock(text: string, language: string): string {
  const code = colourCode(text, language);
  return (
    `<div class="code" data-language="${language}">` +
    `<pre tabindex="0"><code>${code}\n</code></pre></div>\n`
  );
}
