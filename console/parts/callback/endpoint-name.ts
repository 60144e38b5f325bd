// How people call a callback endpoint, and the events that it takes in words.
import type { Endpoint } from '../../api/schema.gen.ts';
import { EVENT_NAMES, type EventPattern, eventName } from '../../texts/callback-words.ts';
import { ENDPOINT_TEXTS as texts } from '../../texts/endpoints.ts';

type Named = Pick<Endpoint, 'number' | 'description' | 'is_default'>;

export function endpointName({ number, description, is_default }: Named): string {
  if (description !== '') return description;
  return is_default ? texts.default_name : texts.name(number);
}

const isPattern = (type: string): type is EventPattern => type in EVENT_NAMES;

export const ALL_PATTERNS: readonly EventPattern[] = Object.keys(EVENT_NAMES).filter(isPattern);

/** Those that this console has words for; of a newer service there may be more. */
export const knownPatterns = (types: readonly string[]): readonly EventPattern[] =>
  types.filter(isPattern);

export function eventWords({ event_types }: Pick<Endpoint, 'event_types'>): string {
  if (event_types.length === 0) return texts.all_events;
  return event_types.map(eventName).join(', ');
}
