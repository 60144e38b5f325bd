// The names of what answers are about: all of an answer at once.

import { shortAccountName } from '../../domain/account/short-name.ts';
import {
  type NameParts,
  nameParts,
  readTarget,
  type TargetKind,
  type TargetPath,
} from '../../domain/approval/named-target.ts';
import { toWireInteger } from '../../domain/values/money.ts';
import { readTargets, type TargetRow } from '../../store/access/target-names.ts';
import { readReportNames } from '../../store/report/scheduled-reports.ts';
import type { App } from '../process/app.ts';
import { namesOfActors } from './actor-names.ts';

/** `target` is its path in the audit trail: `trades/MERCHANT/TRADE`. */
export type NamedTarget = Omit<NameParts, 'amount_cents'> & {
  target: string;
  kind: TargetKind;
  amount_cents: number | null;
};

const idOf = (path: TargetPath, kind: TargetKind): string | null =>
  path.kind === kind ? (path.ids[0] ?? null) : null;

/** Of targets that the settings name, and of those with encrypted names, only the id is known. */
const rowOf = (path: TargetPath): TargetRow => ({
  target: path.target,
  order_id: null,
  number: null,
  act: null,
  merchant_id: idOf(path, 'merchants'),
  receiving_account_id: idOf(path, 'receiving_accounts'),
  message_id: null,
  amount_cents: null,
  currency: null,
});

async function reportNames({ store: { db, cipher } }: App, paths: readonly TargetPath[]) {
  const ids = paths.flatMap((path) => idOf(path, 'scheduled_reports') ?? []);
  return ids.length === 0 ? new Map<string, string>() : await readReportNames(db, cipher, ids);
}

/** By their paths; those without a name are absent. */
export async function namesOfTargets(
  app: App,
  targets: readonly string[],
): Promise<ReadonlyMap<string, NamedTarget>> {
  const paths = [...new Set(targets)].flatMap((target) => readTarget(target) ?? []);
  if (paths.length === 0) return new Map();
  const person_ids = paths.map((path) => idOf(path, 'people'));
  const [{ merchants, accounts }, targets_read, people, reports] = await Promise.all([
    app.settings.current(),
    readTargets(app.store.db, paths),
    namesOfActors(app, person_ids),
    reportNames(app, paths),
  ]);
  const rows = new Map(targets_read.map((row) => [row.target, row] as const));
  const named = paths.flatMap((path): [string, NamedTarget][] => {
    const { target, merchant_id, receiving_account_id, ...row } =
      rows.get(path.target) ?? rowOf(path);
    const account = accounts.get(receiving_account_id ?? '');
    const parts = nameParts(path.kind, {
      ...row,
      currency: row.currency ?? account?.currency ?? null,
      merchant_name: merchants.get(merchant_id ?? '')?.name ?? null,
      account_name: account === undefined ? null : shortAccountName(account),
      person_name: people.get(idOf(path, 'people') ?? '') ?? null,
      report_name: reports.get(idOf(path, 'scheduled_reports') ?? '') ?? null,
    });
    if (parts === null) return [];
    const amount_cents = parts.amount_cents === null ? null : toWireInteger(parts.amount_cents);
    return [[target, { target, kind: path.kind, ...parts, amount_cents }]];
  });
  return new Map(named);
}
