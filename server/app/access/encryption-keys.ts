// Operators rotate the keys that encrypt the rows, and see how many rows use the newest key.

import { ROTATE_ENCRYPTION_KEY } from '../../domain/access/trail-requests.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import type { KeyPurpose } from '../../domain/service/encryption-key.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { type ColumnProgress, readProgress, selectKeys } from '../../store/encryption/data-keys.ts';
import { KEY_TIMES, type KeyTimes } from '../../store/encryption/key-times.ts';
import { columnName, SEALED_COLUMNS } from '../../store/encryption/sealed-columns.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { iso } from '../request/views.ts';
import { changeAndTell } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';

export const KEY_STATES = ['coming', 'current', 'old'] as const;
export const COLUMN_STATES = ['waiting', 'under_way', 'done', 'waits_for_owner'] as const;

export type EncryptionKeyBody = {
  key_id: number;
  purpose: KeyPurpose;
  state: (typeof KEY_STATES)[number];
  created_at: string;
  starts_at: string;
  /** An estimate; null for a key that no row has to stop using. */
  rows_left: number | null;
};

export type ColumnBody = {
  column: string;
  state: (typeof COLUMN_STATES)[number];
  rows_about: number;
  rows_seen: number;
  rows_resealed: number;
  rows_unreadable: number;
};

export type EncryptionKeysBody = { keys: EncryptionKeyBody[]; columns: ColumnBody[] };

export type RotatedEncryptionKeyBody = {
  /** `found`: a new key was waiting already, not yet in use. */
  outcome: 'rotated' | 'found';
  key: EncryptionKeyBody;
};

const KEPT = new Set(SEALED_COLUMNS.filter(({ is_kept }) => is_kept).map(columnName));

function columnState(progress: ColumnProgress, is_there: boolean): ColumnBody['state'] {
  if (is_there) return progress.finished_at === null ? 'under_way' : 'done';
  return KEPT.has(progress.sealed_column) ? 'waits_for_owner' : 'waiting';
}

function columnBody(progress: ColumnProgress, target: number): ColumnBody {
  const is_there = progress.key_id === target;
  return {
    column: progress.sealed_column,
    state: columnState(progress, is_there),
    rows_about: Number(progress.rows_about),
    rows_seen: is_there ? Number(progress.rows_seen) : 0,
    rows_resealed: is_there ? Number(progress.rows_resealed) : 0,
    rows_unreadable: is_there ? Number(progress.rows_unreadable) : 0,
  };
}

function rowsLeft(columns: readonly ColumnBody[]): number {
  const left = columns.map(({ state, rows_about, rows_seen, rows_unreadable }) =>
    state === 'done' ? rows_unreadable : Math.max(0, rows_about - rows_seen) + rows_unreadable,
  );
  return left.reduce((sum, rows) => sum + rows, 0);
}

function keyState(key_id: number, current_id: number): EncryptionKeyBody['state'] {
  if (key_id === current_id) return 'current';
  return key_id < current_id ? 'old' : 'coming';
}

export async function listEncryptionKeys(app: App): Promise<EncryptionKeysBody> {
  const keys = await selectKeys(app.store.db);
  const current = new Map<string, number>();
  for (const key of keys) {
    const is_first = !current.has(key.purpose);
    if (is_first || !key.is_coming) current.set(key.purpose, key.key_id);
  }
  const target = current.get('data') ?? 0;
  const is_moving = keys.some((key) => key.purpose === 'data' && key.key_id < target);
  const progress = is_moving ? await readProgress(app.store.db) : [];
  const columns = progress.map((one) => columnBody(one, target));
  return {
    keys: keys.map(({ key_id, purpose, created_at, use_from }) => ({
      key_id,
      purpose,
      state: keyState(key_id, current.get(purpose) ?? 0),
      created_at: iso(created_at),
      starts_at: iso(use_from),
      rows_left: purpose === 'data' && key_id < target ? rowsLeft(columns) : null,
    })),
    columns,
  };
}

export async function rotateEncryptionKey(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
  times: KeyTimes = KEY_TIMES,
): Promise<RotatedEncryptionKeyBody | Refusal> {
  const asked = readRequest(ROTATE_ENCRYPTION_KEY, raw);
  if (isRefusal(asked)) return asked;
  const request = { ...asked, lead_ms: times.lead_ms };
  const done = await changeAndTell(app, operator, SETTINGS_ACTS.rotate_encryption_key, request);
  if (isRefusal(done)) return done;
  const { key_id } = done.saved;
  const { keys } = await listEncryptionKeys(app);
  const key = keys.find((one) => one.key_id === key_id);
  if (key === undefined) throw new Error(`Encryption key ${key_id} is gone`);
  return { outcome: done.told === null ? 'found' : 'rotated', key };
}
