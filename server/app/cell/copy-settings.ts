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

/** The version that the cell has a copy of now. */
export async function copySettings(control: Parts, cell: Parts): Promise<bigint> {
  // Read before the rows: what changes in between is copied by the next look.
  const { version } = await control.settings.current();
  if ((await readCopiedVersion(cell.store.db)) === version) return version;
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
    const now = await readClock(tx);
    await saveCurrencies(tx, currencies);
    await saveRates(tx, rates);
    await saveBands(tx, bands, now);
    await saveRetention(tx, kept, now);
    await noteCopiedVersion(tx, version);
  });
  await cell.settings.refresh();
  return version;
}
