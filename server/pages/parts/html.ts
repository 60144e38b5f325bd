// The html`` tag: every value put into a template is escaped, unless a template made it.

class SafeHtml {
  // Private, so that no value from outside (such as parsed JSON) can pass for markup.
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type { SafeHtml };

/** What a template accepts: `null` and `false` print nothing, so that a part can be left out. */
export type HtmlValue = string | number | bigint | SafeHtml | null | false | readonly HtmlValue[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

const CHARACTERS = new Map(Object.entries(ENTITIES).map(([character, name]) => [name, character]));

/** The text that `escapeHtml` was given. */
export function unescapeHtml(text: string): string {
  return text.replace(/&(?:#39|amp|lt|gt|quot);/g, (name) => CHARACTERS.get(name) ?? name);
}

function print(value: HtmlValue): string {
  if (value === null || value === false) return '';
  if (value instanceof SafeHtml) return value.toString();
  if (typeof value === 'object') return value.map(print).join('');
  return escapeHtml(String(value));
}

/** Attributes must be quoted: then text and attributes need the same escaping. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): SafeHtml {
  const parts = strings.map((text, index) => text + print(values[index] ?? null));
  return new SafeHtml(parts.join(''));
}
