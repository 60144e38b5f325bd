// Where an interrupted check of all books goes on: after the last proof up to which everything was
// read. Only this service can write such a position, and it is forgotten after a week.
import { DAY_MS } from '../../lib/durations.ts';
import {
  readVerifyPosition,
  removeVerifyPosition,
  saveVerifyPosition,
} from '../../store/proof/verify-positions.ts';
import type { App } from '../process/app.ts';
import type { Boundary } from './proof-boundaries.ts';

const KEPT_MS = 7 * DAY_MS;

export type Resumed = {
  readonly boundary: Boundary;
  readonly started_at: number;
  readonly entries: number;
};

type Place = { readonly started_at: number; readonly boundary: Boundary; readonly entries: number };

const sealOf = (app: App, { started_at, boundary, entries }: Place): Buffer =>
  app.store.cipher.lookup(
    `verify_positions/${JSON.stringify([started_at, Number(boundary.number), boundary.hash, entries])}`,
  );

/** Null if no check was interrupted, or its position is old, of other proofs, or not ours. */
export async function findPosition(
  app: App,
  boundaries: readonly Boundary[],
  now: number,
): Promise<Resumed | null> {
  const row = await readVerifyPosition(app.store.db);
  const boundary = boundaries.find(({ number }) => number === row?.proof_number);
  if (row === null || boundary === undefined || now - row.started_at > KEPT_MS) return null;
  const place = { started_at: row.started_at, boundary, entries: Number(row.entries) };
  return sealOf(app, place).equals(row.seal) ? place : null;
}

export async function keepPosition(app: App, place: Place): Promise<void> {
  const { started_at, boundary, entries } = place;
  const row = { started_at, proof_number: boundary.number, entries: BigInt(entries) };
  await saveVerifyPosition(app.store.db, { ...row, seal: sealOf(app, place) });
}

export async function forgetPosition(app: App): Promise<void> {
  await removeVerifyPosition(app.store.db);
}
