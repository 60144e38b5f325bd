// What every use case is given: settings, the store, the writer, and how to tell the jobs that
// there is work.
import type { ServiceMode } from '../../domain/service/service-mode.ts';
import type { Store } from '../../store/batch/store.ts';
import type { Writer } from './lanes.ts';
import type { LiveTrades } from './live-trades.ts';
import type { Log } from './log-words.ts';
import type { PageUrl } from './page-address.ts';
import type { ProofTrees } from './proof-trees.ts';
import type { SettingsCache } from './settings-cache.ts';
import type { UseSignature } from './use-signature.ts';
import type { Wake } from './wake.ts';

/** Other processes that answer for the same tokens. */
export type RequestsElsewhere = {
  /** A request of this token passed here. */
  passed(token_id: string): void;
  /** Told from time to time what passed there. */
  listen(told: (token_id: string, count: number) => void): void;
};

/** Settings that other processes keep in memory, too. */
export type SettingsElsewhere = {
  /** Resolves when the others have looked at what was changed here. */
  changed(): Promise<void>;
  /** From now on, looks when another has changed something. */
  lookWith(look: () => Promise<unknown>): void;
};

export type App = {
  mode: ServiceMode;
  /** Without a slash at its end. */
  public_url: string;
  /** The address of a trade's page. */
  page_url: PageUrl;
  allow_local_callbacks: boolean;
  /** Per token; 0 = none. */
  rate_limit_per_second: number;
  /** Where several processes share a limit. */
  requests_elsewhere?: RequestsElsewhere;
  log: Log;
  store: Store;
  settings: SettingsCache;
  useSignature: UseSignature;
  writer: Writer;
  wake: { events: Wake };
  /** What open pages are told. */
  live: LiveTrades;
  /** Of signed proofs, for merchants who ask for theirs. */
  proof_trees: ProofTrees;
  /** Counts things for the metrics; labels are few and fixed. */
  count(name: string, labels?: Readonly<Record<string, string>>): void;
  /** Says for the metrics how much of something there is now. */
  measure(name: string, value: number): void;
};
