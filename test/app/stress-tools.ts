// Shared by the random stories of the books: repeatable random numbers, and trades and lines to
// choose from.
import type { OpenApp } from '../../server/app/open-app.ts';
import * as scene from './scene.ts';

export type Roll = (below: number) => number;

/** The same numbers in every run, so that a failure can be repeated. */
export function randomOf(seed: number): Roll {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export function pick<Item>(items: readonly Item[], roll: Roll): Item | undefined {
  return items[roll(items.length)];
}

type Row = { merchant_id: string; id: string; amount_cents: bigint; state: string; utr: string };

export const trades = (app: OpenApp, where: string) =>
  scene.sql<Row>(
    app,
    `select merchant_id, trade_id as id, amount_cents, state, coalesce(utr, '') as utr from trades
     where ${where} order by trade_id desc limit 12`,
  );

export const lines = (app: OpenApp) =>
  scene.sql<{ id: string; amount_cents: bigint; utr: string }>(
    app,
    `select bank_line_id as id, amount_cents, coalesce(utr, '') as utr from bank_lines
     order by bank_line_id desc limit 20`,
  );

export const utrOf = (roll: Roll) => `UTR${String(100_000_000 + roll(8))}`;
