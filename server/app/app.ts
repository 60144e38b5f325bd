// What every use case is given: settings, the store, the writer, and how to tell the jobs that
// there is work.
import type { Store } from '../store/store.ts';
import type { SettingsCache } from './settings-cache.ts';
import type { Wake } from './wake.ts';
import type { Writer } from './writer.ts';

/** Structured logging; never numbers, tokens or secrets. */
export type Log = {
  info(fields: object, message?: string): void;
  warn(fields: object, message?: string): void;
  error(fields: object, message?: string): void;
};

export type App = {
  mode: 'sandbox' | 'live';
  /** Without a slash at its end. */
  public_url: string;
  allow_local_callbacks: boolean;
  /** Per token; 0 = none. */
  rate_limit_per_second: number;
  log: Log;
  store: Store;
  settings: SettingsCache;
  writer: Writer;
  wake: { events: Wake };
  /** Counts things for the metrics; labels are few and fixed. */
  count(name: string, labels?: Readonly<Record<string, string>>): void;
};
