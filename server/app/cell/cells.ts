// The cells that one process serves, and which of them has something: a token, a merchant, an
// account. What a cell knows it has read itself, so there is no second record that could differ.
import type { App } from '../process/app.ts';
import type { Settings } from '../process/settings-cache.ts';

export type ServedCell = {
  readonly name: string;
  /** Null while its database has not been reached since the start. */
  app(): App | null;
  /** When the process began to open it. */
  readonly begun_at: number;
};

/** The control cell is the first one, and always there. */
export type ServedCells = {
  readonly control: App;
  readonly all: readonly ServedCell[];
};

export type FoundCell =
  | { readonly kind: 'cell'; readonly name: string; readonly app: App }
  | { readonly kind: 'nowhere' }
  /** None that answers has it, and these do not answer. */
  | { readonly kind: 'away'; readonly names: readonly string[] }
  /** A database that was copied: neither is believed. */
  | { readonly kind: 'several'; readonly names: readonly string[] };

export type HasIt = (settings: Settings) => boolean;

/** The house's own merchants have the same ids in all cells. */
export const hasMerchant =
  (merchant_id: string): HasIt =>
  ({ merchants }) =>
    merchants.get(merchant_id)?.is_house === false;

export const hasToken =
  (token_hash: string): HasIt =>
  ({ tokens }) =>
    tokens.has(token_hash);

export const hasAccount =
  (receiving_account_id: string): HasIt =>
  ({ accounts }) =>
    accounts.has(receiving_account_id);

export const hasLogo =
  (name: string): HasIt =>
  ({ logos }) =>
    logos.has(name);

type Holder = { readonly name: string; readonly app: App };

function foundIn(holders: readonly Holder[]): FoundCell | null {
  const [first] = holders;
  if (first === undefined) return null;
  if (holders.length > 1) return { kind: 'several', names: holders.map(({ name }) => name) };
  return { kind: 'cell', ...first };
}

function holdersOf(
  cells: ServedCells,
  settingsOf: (app: App) => Settings | null,
  has: HasIt,
): Holder[] {
  return cells.all.flatMap(({ name, app: appOf }) => {
    const app = appOf();
    const settings = app === null ? null : settingsOf(app);
    return app !== null && settings !== null && has(settings) ? [{ name, app }] : [];
  });
}

/**
 * Without waiting; null if a cell would have to be asked first. A cell that has it by settings of
 * whatever age still has it: merchants and tokens do not change their cell.
 */
export function findCellNow(cells: ServedCells, has: HasIt): FoundCell | null {
  const found = foundIn(holdersOf(cells, (app) => app.settings.known(), has));
  if (found !== null) return found;
  const is_known = cells.all.every((cell) => cell.app()?.settings.fresh() != null);
  return is_known ? { kind: 'nowhere' } : null;
}

async function isAway({ app }: ServedCell): Promise<boolean> {
  const settings = app()?.settings;
  if (settings === undefined) return true;
  if (settings.fresh() !== null) return false;
  const [read] = await Promise.allSettled([settings.current()]);
  return read.status === 'rejected';
}

/** The same by settings that are as new as a request needs. */
export async function findCell(cells: ServedCells, has: HasIt): Promise<FoundCell> {
  const now = findCellNow(cells, has);
  if (now !== null) return now;
  const away = await Promise.all(cells.all.map(isAway));
  const found = foundIn(holdersOf(cells, (app) => app.settings.known(), has));
  if (found !== null) return found;
  const names = cells.all.filter((_, index) => away[index]).map(({ name }) => name);
  return names.length === 0 ? { kind: 'nowhere' } : { kind: 'away', names };
}
