// Copies into a cell what the control cell says and the cell reads: currencies, rates, bands and
// how long data are kept. So a batch reads one database, and the cell serves while the control cell
// is away.
import { readBands, saveBands } from '../../store/approval/bands.ts';
import { bumpSettingsVersion, readClock } from '../../store/batch/settings-version.ts';
import { readCurrencies, saveCurrencies } from '../../store/merchant/currencies.ts';
import { readRates, saveRates } from '../../store/merchant/merchants.ts';
import { readRetention, saveRetention } from '../../store/retention/retention-periods.ts';
import { noteCopiedVersion, readCopiedVersion } from '../../store/schema/cell-identity.ts';
import type { App } from '../process/app.ts';

type Parts = Pick<App, 'store' | 'settings'>;

/** Thrown to end a transaction in which nothing counts: another process copied meanwhile. */
class CopiedMeanwhile extends Error {}

const MOST_TRIES = 5;

async function copyOnce(control: Parts, cell: Parts): Promise<bigint> {
  const before = await readCopiedVersion(cell.store.db);
  // Read before the rows: what changes in between is copied by the next look.
  const { version } = await control.settings.current();
  if (before === version) return version;
  const { db } = control.store;
  const [currencies, rates, bands, retention] = await Promise.all([
    readCurrencies(db),
    readRates(db),
    readBands(db),
    readRetention(db),
  ]);
  const kept = (Object.keys(retention) as (keyof typeof retention)[]).map((kind) => ({
    kind,
    days: retention[kind] ?? null,
  }));
  await cell.store.db.transaction(async (tx) => {
    await bumpSettingsVersion(tx);
    // First of all that is written: an earlier copy never replaces a later one.
    if (!(await noteCopiedVersion(tx, { version, before }))) throw new CopiedMeanwhile();
    const now = await readClock(tx);
    await saveCurrencies(tx, currencies);
    await saveRates(tx, rates);
    await saveBands(tx, bands, now);
    await saveRetention(tx, kept, now);
  });
  return version;
}

/** The version that the cell has a copy of now, which its process has read as well. */
export async function copySettings(control: Parts, cell: Parts): Promise<bigint> {
  for (let tries = 1; ; tries += 1) {
    try {
      const version = await copyOnce(control, cell);
      await cell.settings.refresh();
      return version;
    } catch (error) {
      if (!(error instanceof CopiedMeanwhile) || tries === MOST_TRIES) throw error;
    }
  }
}

const copied_versions = new WeakMap<App['settings'], bigint>();

/**
 * Before an act in the cell: it waits until the cell has the control cell's bands, so that no copy
 * of before allows more. Throws if it cannot be copied.
 */
export async function haveNewestCopy(control: Parts, cell: Parts): Promise<void> {
  const { version } = await control.settings.current();
  if (copied_versions.get(cell.settings) === version) return;
  copied_versions.set(cell.settings, await copySettings(control, cell));
}
