// A schema in the reference: its members with types and rules, and an example made from it.
import { escapeHtml } from '../../pages/parts/html.ts';
import { withoutObvious } from '../openapi/bounds/bounds.ts';
import { type ApiJson, type ApiKind, followed, itemsOf, mapOf, stringOf } from './api-document.ts';
import { renderMarkdown } from './render-markdown.ts';

/** Deeper parts are named only: a schema may contain itself. */
const DEEPEST = 5;

const ALTERNATIVES = ['anyOf', 'oneOf'] as const;

const alternativesOf = (schema: ApiJson) => ALTERNATIVES.flatMap((word) => itemsOf(schema[word]));

export function typeText(kind: ApiKind, schema: ApiJson): string {
  const alternatives = alternativesOf(schema).map((one) => typeText(kind, followed(kind, one)));
  if (alternatives.length > 0) return [...new Set(alternatives)].join(' or ');
  if ('const' in schema) return JSON.stringify(schema.const);
  const types = [schema.type].flat().map(stringOf).filter(Boolean);
  const items = followed(kind, schema.items);
  const named = types.map((type) => (type === 'array' ? `list of ${typeText(kind, items)}` : type));
  const format = stringOf(schema.format);
  return `${named.join(' or ') || 'any'}${format === '' ? '' : ` (${format})`}`;
}

const RULES: readonly (readonly [name: string, words: string])[] = [
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['minLength', 'characters at least'],
  ['maxLength', 'characters at most'],
  ['minItems', 'items at least'],
  ['maxItems', 'items at most'],
  ['default', 'default'],
];

function rulesOf(schema: ApiJson): string {
  const told: ApiJson = withoutObvious(schema);
  const rules = RULES.filter(([name]) => name in told).map(
    ([name, words]) => `${words} ${JSON.stringify(told[name])}`,
  );
  const words = itemsOf(schema.enum).filter((word) => word !== null);
  const listed = words.map((word) => `<code>${escapeHtml(String(word))}</code>`).join(', ');
  const all = [...rules.map(escapeHtml), ...(listed === '' ? [] : [`one of ${listed}`])];
  return all.length === 0 ? '' : `<p class="rules">${all.join('; ')}</p>`;
}

const described = (schema: ApiJson) => {
  const text = stringOf(schema.description);
  return text === '' ? '' : renderMarkdown(text);
};

/** The objects within a schema: itself, its items, its alternatives. */
function objectsIn(kind: ApiKind, schema: ApiJson): ApiJson[] {
  if ('properties' in schema) return [schema];
  if ('items' in schema) return objectsIn(kind, followed(kind, schema.items));
  return alternativesOf(schema).flatMap((one) => objectsIn(kind, followed(kind, one)));
}

export type Member = { name: string; schema: ApiJson; is_required: boolean };

export function renderMember(kind: ApiKind, { name, schema, is_required }: Member, depth = 0) {
  const needed = is_required ? ' <span class="needed">required</span>' : '';
  const inner = depth < DEEPEST ? renderMembers(kind, schema, depth + 1) : '';
  const folded =
    inner === ''
      ? ''
      : `<details><summary>Members of ${escapeHtml(name)}</summary>${inner}</details>`;
  const head = `<code class="member">${escapeHtml(name)}</code> <span class="type">${escapeHtml(
    typeText(kind, schema),
  )}</span>${needed}`;
  return `<li>${head}${described(schema)}${rulesOf(schema)}${folded}</li>`;
}

/** Of each object within a schema. */
export function membersOf(kind: ApiKind, given: unknown): Member[][] {
  return objectsIn(kind, followed(kind, given)).map((schema) => {
    const required = itemsOf(schema.required);
    return Object.entries(mapOf(schema.properties)).map(([name, member]) => ({
      name,
      schema: { ...followed(kind, member), ...withoutRef(member) },
      is_required: required.includes(name),
    }));
  });
}

/** '' for schemas without members. */
export function renderMembers(kind: ApiKind, given: unknown, depth = 0): string {
  return membersOf(kind, given)
    .map((members) => {
      const items = members.map((one) => renderMember(kind, one, depth));
      return `<ul class="members">${items.join('')}</ul>`;
    })
    .join('<p>or</p>');
}

function withoutRef(member: unknown): ApiJson {
  const { $ref: _, ...rest } = mapOf(member);
  return rest;
}

const FORMATS: Readonly<Record<string, unknown>> = {
  uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
  uri: 'https://shop.example/paid',
  'date-time': '2026-03-05T10:15:00.000Z',
  date: '2026-03-05',
};

const TYPES: Readonly<Record<string, unknown>> = {
  string: 'text',
  integer: 1500,
  number: 1.5,
  boolean: true,
  null: null,
};

/** Values that a schema cannot know, by the member's name. */
const NAMED: Readonly<Record<string, unknown>> = {
  merchant_id: '$MERCHANT_ID',
  order_id: 'order-1',
  amount_currency: 'INR',
  currency: 'INR',
  client_id: 'customer-1',
  utr: '412345678901',
};

function ownExample(schema: ApiJson): unknown {
  if ('example' in schema) return schema.example;
  if ('const' in schema) return schema.const;
  return itemsOf(schema.examples)[0] ?? itemsOf(schema.enum)[0];
}

/** `only_required` leaves out what a first request does not need. */
export function exampleOf(
  kind: ApiKind,
  given: unknown,
  only_required: boolean,
  depth = 0,
): unknown {
  const schema = followed(kind, given);
  const own = ownExample(schema);
  if (own !== undefined) return own;
  const [first] = alternativesOf(schema);
  if (first !== undefined) return exampleOf(kind, first, only_required, depth);
  if (depth > DEEPEST) return null;
  if ('items' in schema) return [exampleOf(kind, schema.items, only_required, depth + 1)];
  if ('properties' in schema) {
    const required = itemsOf(schema.required);
    const shown = Object.entries(mapOf(schema.properties)).filter(
      ([name]) => !only_required || required.includes(name),
    );
    return Object.fromEntries(
      shown.map(([name, member]) => [
        name,
        NAMED[name] ?? exampleOf(kind, member, only_required, depth + 1),
      ]),
    );
  }
  const [type = 'string'] = [schema.type].flat().map(stringOf);
  return FORMATS[stringOf(schema.format)] ?? TYPES[type] ?? null;
}
