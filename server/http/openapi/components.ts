// Moves titled schemas into the components of an OpenAPI document, so that client generators name
// their types.
import { isRecord } from '../../lib/is-record.ts';

type Json = Readonly<Record<string, unknown>>;

const NAME = /^[A-Z][A-Za-z0-9]*$/;

export type Components = {
  /** The schema with every titled part replaced by a reference. */
  refer(schema: unknown): unknown;
  /** By name, in alphabetical order. */
  schemas(): Record<string, unknown>;
};

export function createComponents(): Components {
  const found = new Map<string, { text: string; schema: unknown }>();

  const inside = (schema: Json): Json =>
    Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, refer(value)]));

  function refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(refer);
    if (!isRecord(schema)) return schema;
    const { title } = schema;
    if (typeof title !== 'string' || !NAME.test(title)) return inside(schema);
    const text = JSON.stringify(schema);
    const earlier = found.get(title);
    if (earlier !== undefined && earlier.text !== text) {
      throw new Error(`Two shapes are called ${title}`);
    }
    if (earlier === undefined) {
      found.set(title, { text, schema: null });
      found.set(title, { text, schema: inside(schema) });
    }
    return { $ref: `#/components/schemas/${title}` };
  }

  return {
    refer,
    schemas: () =>
      Object.fromEntries(
        [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, { schema }]) => [name, schema]),
      ),
  };
}
