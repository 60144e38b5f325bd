// The names of what answers are about: all of an answer at once.
import { readTarget, type TargetPath, targetName } from '../../domain/access/named-target.ts';
import { toWireInteger } from '../../domain/values/money.ts';
import { readTargets, type TargetRow } from '../../store/access/target-names.ts';
import type { App } from '../process/app.ts';

/** `target` is its path in the audit trail: `trades/MERCHANT/TRADE`. */
export type NamedTarget = {
  target: string;
  name: string;
  amount_cents: number | null;
  currency: string | null;
};

/** Of targets that the settings name, only the id is known. */
const rowOf = ({ target, kind, ids }: TargetPath): TargetRow => ({
  target,
  label: null,
  merchant_id: kind === 'merchants' ? (ids[0] ?? null) : null,
  receiving_account_id: kind === 'receiving_accounts' ? (ids[0] ?? null) : null,
  amount_cents: null,
  currency: null,
});

/** By their paths; those without a name are absent. */
export async function namesOfTargets(
  app: App,
  targets: readonly string[],
): Promise<ReadonlyMap<string, NamedTarget>> {
  const paths = [...new Set(targets)].flatMap((target) => readTarget(target) ?? []);
  if (paths.length === 0) return new Map();
  const { merchants, accounts } = await app.settings.current();
  const rows = new Map(
    (await readTargets(app.store.db, paths)).map((row) => [row.target, row] as const),
  );
  const named = paths.flatMap((path): [string, NamedTarget][] => {
    const row = rows.get(path.target) ?? rowOf(path);
    const account = accounts.get(row.receiving_account_id ?? '');
    const name = targetName(path.kind, {
      label: row.label,
      merchant_name: merchants.get(row.merchant_id ?? '')?.name ?? null,
      account_name: account?.name ?? null,
    });
    if (name === null) return [];
    const amount_cents = row.amount_cents === null ? null : toWireInteger(row.amount_cents);
    const currency = row.currency ?? account?.currency ?? null;
    return [[path.target, { target: path.target, name, amount_cents, currency }]];
  });
  return new Map(named);
}
