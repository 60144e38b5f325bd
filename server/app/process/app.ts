// What every use case receives: settings, the store, the writer, and a way to wake the jobs.

import { statfs } from 'node:fs/promises';
import type { Surroundings } from '../../domain/service/installation.ts';
import type { ServiceMode } from '../../domain/service/service-mode.ts';
import type { PrivatePlaces } from '../../lib/private-places.ts';
import type { Store } from '../../store/batch/store.ts';
import type { OpenidProvider } from '../provider/openid-provider.ts';
import type { Tracer } from '../trace/tracer.ts';
import type { CallbackOutlet } from './callback-outlet.ts';
import type { EventFollowers } from './event-followers.ts';
import type { Writer } from './lanes.ts';
import type { LiveTrades } from './live-trades.ts';
import type { Log } from './log-words.ts';
import type { PageUrl } from './page-address.ts';
import type { PasswordHasher } from './password-hash.ts';
import type { PayinMisses } from './payin-misses.ts';
import type { ProofTrees } from './proof-trees.ts';
import type { SandboxBank } from './sandbox-bank.ts';
import type { SettingsCache } from './settings-cache.ts';
import type { UseSignature } from './use-signature.ts';
import type { Wake } from './wake.ts';

/** Other processes that count requests for the same tokens. */
export type RequestsElsewhere = {
  /** Reports that this process let a request of this token pass. */
  passed(token_id: string, count: number): void;
  /** Calls `told` at intervals with the requests that other processes let pass. */
  listen(told: (token_id: string, count: number) => void): void;
};

/** Notifications between processes about changed settings. */
export type SettingsElsewhere = {
  /** Resolves when the other processes have re-read the settings after a change made here. */
  changed(): Promise<void>;
  /** Calls `look` from now on whenever another process changed settings. */
  lookWith(look: () => Promise<unknown>): void;
};

export type App = {
  mode: ServiceMode;
  /** Which cell it is if the process serves several; otherwise null. */
  cell: { readonly name: string; readonly is_control: boolean } | null;
  /** By what the process knows its database from a copy of it. */
  around: Surroundings;
  /** Without a slash at its end. */
  public_url: string;
  /** The address of a trade's page. */
  page_url: PageUrl;
  allow_local_callbacks: boolean;
  /** Where callbacks may go beside public addresses. */
  private_places: PrivatePlaces;
  /** Per token; 0 = none. */
  rate_limit_per_second: number;
  /** Set if several processes share a limit. */
  requests_elsewhere?: RequestsElsewhere;
  log: Log;
  store: Store;
  /** Where people and operators' tokens are: in the control cell if there are several. */
  people: Pick<Store, 'db' | 'cipher'>;
  settings: SettingsCache;
  useSignature: UseSignature;
  passwords: PasswordHasher;
  /** Null: people sign in with passwords only. */
  openid: OpenidProvider | null;
  writer: Writer;
  /** Null if nobody receives traces. */
  tracer: Tracer | null;
  /** Null in live mode, and if it is switched off. */
  sandbox_bank: SandboxBank | null;
  wake: { events: Wake };
  /** Sends test events. */
  outlet: CallbackOutlet;
  /** Change notifications for open pages. */
  live: LiveTrades;
  /** Those who wait for the next events of merchants. */
  followers: EventFollowers;
  /** The trees of signed proofs, for merchants who fetch their own proof. */
  proof_trees: ProofTrees;
  /** Pay-ins that found no receiving account, until they are written. */
  misses: PayinMisses;
  /** Null if the service does not know where its data are, or keeps none here. */
  readDisk(): Promise<DiskUse | null>;
  /** Increments a counter of the metrics; use few labels, with values from fixed lists. */
  count(name: string, labels?: Readonly<Record<string, string>>): void;
  /** Sets a gauge of the metrics. */
  measure(name: string, value: number, labels?: Readonly<Record<string, string>>): void;
  /** Adds a value to a histogram of the metrics. */
  observe(name: string, value: number, labels?: Readonly<Record<string, string>>): void;
};

export type DiskUse = { total_bytes: number; free_bytes: number };

/**
 * As `df` counts: some file systems keep a part for root, which is neither free nor used. So the
 * total is what the service may fill, and `free_bytes` what it may still write. Null if there is no
 * such folder: beside a database elsewhere the service may keep nothing on this machine.
 */
export async function diskUse(folder: string): Promise<DiskUse | null> {
  const disk = await statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  if (disk === null) return null;
  const { bsize, blocks, bfree, bavail } = disk;
  return { total_bytes: (blocks - bfree + bavail) * bsize, free_bytes: bavail * bsize };
}
