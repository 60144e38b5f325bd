// The settings of how much may come to a process: requests of tokens, of pages, and streams.
import { LIMITS } from '../domain/service/limits.ts';
import type { AnyRow } from './setting-text.ts';
import { wholeNumber } from './setting-values.ts';

export type LimitSettings = {
  rate_limit_per_second: number;
  page_rate_limit_per_second: number;
  page_streams_max: number;
};

export const LIMIT_ROWS = {
  rate_limit_per_second: {
    name: 'RATE_LIMIT_PER_SECOND',
    default_value: String(LIMITS.requests_per_second),
    takes: 'a whole number from 0 to 1000000',
    sentence:
      'The requests per second of a merchant token that has no limit of its own; 0 is none.',
    parse: wholeNumber(0, 1_000_000),
  },
  page_rate_limit_per_second: {
    name: 'PAGE_RATE_LIMIT_PER_SECOND',
    default_value: '100',
    takes: 'a whole number from 0 to 1000000',
    sentence: 'The requests per second for payment pages that one address may send; 0 is none.',
    parse: wholeNumber(0, 1_000_000),
  },
  page_streams_max: {
    name: 'PAGE_STREAMS_MAX',
    default_value: '20000',
    takes: 'a whole number from 0 to 1000000',
    sentence: 'How many open pages a process notifies of changes by streams; further ones poll.',
    parse: wholeNumber(0, 1_000_000),
  },
} satisfies Record<string, AnyRow>;
