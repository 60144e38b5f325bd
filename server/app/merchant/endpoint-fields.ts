// The fields of a callback endpoint in requests: each is checked, and those absent are left alone.
import type { EndpointChanges } from '../../domain/merchant/change-endpoint.ts';
import { EVENT_PATTERNS } from '../../domain/merchant/event-types.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import type { App } from '../process/app.ts';
import type { FieldReader, RawFields } from '../request/fields.ts';

export const ENDPOINT_FIELDS = [
  'url',
  'description',
  'event_types',
  'max_concurrent',
  'max_per_second',
  'enabled',
] as const;

function readEventTypes(reader: FieldReader): readonly string[] {
  const given = reader.raw('event_types');
  if (!Array.isArray(given) || given.length > EVENT_PATTERNS.length) {
    reader.wrong('event_types', 'type', `must be a list of at most ${EVENT_PATTERNS.length} types`);
    return [];
  }
  const wrong = given.findIndex((one) => EVENT_PATTERNS.every((pattern) => pattern !== one));
  if (wrong !== -1) {
    const rule = 'must be a type as deposit.completed, or all of a topic as deposit.*';
    reader.wrong(`event_types[${wrong}]`, 'unknown_value', rule);
  }
  return EVENT_PATTERNS.filter((pattern) => given.includes(pattern));
}

const LIMITS_MAX = {
  max_concurrent: LIMITS.callback_concurrent_max,
  max_per_second: LIMITS.callback_per_second_max,
} as const;

/** Null: no limit. */
const readLimit = (reader: FieldReader, name: keyof typeof LIMITS_MAX): number | null =>
  reader.raw(name) === null ? null : reader.integer(name, { min: 1, max: LIMITS_MAX[name] });

/** The fields that the request has. */
export function readEndpointChanges(app: App, raw: RawFields, reader: FieldReader) {
  const has = (name: string) => raw.fields[name] !== undefined;
  const changes: EndpointChanges = {};
  if (has('url')) {
    const policy = { allow_local: app.allow_local_callbacks };
    changes.url = reader.webAddress('url', 'callback', policy);
  }
  if (has('description')) {
    changes.description = reader.optionalText('description', LIMITS.name_max_length) ?? '';
  }
  if (has('event_types')) changes.event_types = readEventTypes(reader);
  if (has('max_concurrent')) changes.max_concurrent = readLimit(reader, 'max_concurrent');
  if (has('max_per_second')) changes.max_per_second = readLimit(reader, 'max_per_second');
  if (has('enabled')) changes.enabled = reader.flag('enabled');
  return changes;
}
