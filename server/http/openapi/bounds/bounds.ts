// Gives every schema of a document its bounds: how long a text or a list is, and between which
// values a number is. What a route says itself stays. No request and no answer is checked by them.
import { EXACT } from '../../../domain/request/number-fields.ts';
import { CURSOR_PATTERN } from '../../../domain/request/page-fields.ts';
import { TOLD_CURRENCY, TOLD_LAYOUT, TOLD_TYPE } from '../../../domain/request/word-fields.ts';
import { LIMITS } from '../../../domain/service/limits.ts';
import { ANY_PATTERN, LINE_PATTERN } from '../../../domain/values/text.ts';
import { URL_MAX_LENGTH } from '../../../domain/values/web-address.ts';
import { isRecord } from '../../../lib/is-record.ts';
import { HTTP_LIMITS } from '../../transport/http-limits.ts';
import { integerBounds } from './integer-bounds.ts';
import { LIST_BOUNDS } from './list-bounds.ts';
import { TEXT_BOUNDS } from './text-bounds.ts';

type Json = Readonly<Record<string, unknown>>;

/** The nearest title above a schema, and the name of its member; of what a list has: `name[]`. */
type Place = { readonly title: string; readonly name: string };

/** Bounds of a schema that has no wider ones of its own. */
type Rule = (schema: Json, types: readonly unknown[], place: Place) => Json;

/** The form alone says how long a text is. An own address is the service’s, with a path behind. */
const FORMAT_LENGTHS: Readonly<Record<string, number>> = {
  uuid: 36,
  'date-time': 24,
  date: 10,
  uri: 2 * URL_MAX_LENGTH,
};

const ofFormat = ({ format }: Json): Json => {
  const maxLength = FORMAT_LENGTHS[String(format)];
  return maxLength === undefined ? {} : { maxLength };
};

const isClosed = (schema: Json): boolean => 'enum' in schema || 'const' in schema;

const byName = <Bounds>(table: Readonly<Record<string, Bounds>>, { title, name }: Place) =>
  table[`${title}.${name}`] ?? table[name];

/** A list of words of a closed list names each of them once at most. */
function listBounds(schema: Json, place: Place): Json {
  const most = LIST_BOUNDS[`${place.title}.${place.name}`];
  if (most !== undefined) return { maxItems: most };
  const words = isRecord(schema.items) ? schema.items.enum : undefined;
  return Array.isArray(words) ? { maxItems: words.length } : {};
}

const ofAnswer: Rule = (schema, types, place) => ({
  ...(types.includes('string') && !isClosed(schema)
    ? { ...('format' in schema ? {} : byName(TEXT_BOUNDS, place)), ...ofFormat(schema) }
    : {}),
  ...(types.includes('integer') && !isClosed(schema) ? integerBounds(place.name) : {}),
  ...(types.includes('array') ? listBounds(schema, place) : {}),
});

/** A request says its own bounds, because its reader enforces them; only ids say theirs by form. */
const ofRequest: Rule = (schema, types) => (types.includes('string') ? ofFormat(schema) : {});

/** Members that are schemas by name, lists of schemas, and schemas. */
const BY_NAME = ['properties', 'patternProperties'];
const ALTERNATIVES = ['anyOf', 'oneOf', 'allOf'];
const INSIDE = ['items', 'additionalProperties', 'propertyNames'];

function bounded(schema: unknown, rule: Rule, above: Place): unknown {
  if (!isRecord(schema)) return schema;
  const place = typeof schema.title === 'string' ? { ...above, title: schema.title } : above;
  const { title } = place;
  const inside = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (BY_NAME.includes(key) && isRecord(value)) {
      const members = Object.entries(value).map(([name, member]) => {
        const known = key === 'properties' ? name : place.name;
        return [name, bounded(member, rule, { title, name: known })];
      });
      return [key, Object.fromEntries(members)];
    }
    if (ALTERNATIVES.includes(key) && Array.isArray(value)) {
      return [key, value.map((one) => bounded(one, rule, place))];
    }
    const name = key === 'items' ? `${place.name}[]` : place.name;
    return [key, INSIDE.includes(key) ? bounded(value, rule, { title, name }) : value];
  });
  const own = Object.fromEntries(inside);
  return { ...rule(schema, [schema.type].flat(), place), ...own };
}

const NOWHERE: Place = { title: '', name: '' };

export const boundedAnswer = (schema: unknown): unknown => bounded(schema, ofAnswer, NOWHERE);
export const boundedRequest = (schema: unknown): unknown => bounded(schema, ofRequest, NOWHERE);

const FREE: readonly string[] = [LINE_PATTERN, ANY_PATTERN, CURSOR_PATTERN];

/** Of words that are taken from a list. */
const CLOSED: readonly string[] = [TOLD_CURRENCY, TOLD_LAYOUT, TOLD_TYPE].map(
  ({ pattern }) => pattern,
);

/** What a type or a form says by itself, and limits that nobody reaches with a text of theirs. */
const OBVIOUS: Readonly<Record<string, (value: unknown) => boolean>> = {
  minimum: (value) => value === EXACT.minimum,
  maximum: (value) => value === EXACT.maximum,
  pattern: (value) => [...FREE, ...CLOSED].includes(String(value)),
  maxLength: (value) => Number(value) >= HTTP_LIMITS.maxHeaderSize,
  maxItems: (value) => Number(value) >= LIMITS.body_max_bytes,
};

/** The schema without bounds that go without saying: clients and readers are not told them. */
export function withoutObvious<Schema extends object>(schema: Schema): Partial<Schema> {
  const own = new Map<string, unknown>(Object.entries(schema));
  const pattern = own.get('pattern');
  // A form of its own tells the length.
  if (pattern !== undefined && !FREE.includes(String(pattern))) own.delete('maxLength');
  for (const [name, isObvious] of Object.entries(OBVIOUS)) {
    if (isObvious(own.get(name))) own.delete(name);
  }
  const length = FORMAT_LENGTHS[String(own.get('format'))];
  if (own.get('maxLength') === length) own.delete('maxLength');
  return Object.fromEntries(own) as Partial<Schema>;
}
