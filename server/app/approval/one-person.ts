// Which rules for two people are off in live mode, who switched them off and when: one truth for
// the console, the first words of the service, `doctor` and alerts.
import type { BandRow } from '../../domain/approval/change-bands.ts';
import {
  type BandsChange,
  openedRules,
  openedText,
  whoOpened,
} from '../../domain/approval/opened.ts';
import { type Band, bandsOf } from '../../domain/record/band.ts';
import type { Actor } from '../../domain/record/origin.ts';
import type { ApprovalAct } from '../../domain/record/proposal.ts';
import type { Chained } from '../../store/access/audit-rows.ts';
import { selectBandsAudit } from '../../store/access/audit-search.ts';
import { selectPerson } from '../../store/access/people.ts';
import { readBands } from '../../store/approval/bands.ts';
import type { App } from '../process/app.ts';
import { isoOrNull } from '../request/views.ts';

type By = { at: number; actor: Actor; approved_by: string | null };

/** Only the app's own change writes these entries. */
type Detail = { after?: BandRow[]; approved_by?: string };

const rowsOf = (rows: readonly BandRow[], field: 'from_cents' | 'sum_from_cents'): Band[] =>
  rows.flatMap(({ act, currency, [field]: from }) =>
    from === undefined ? [] : { act, currency, from_cents: from === null ? null : BigInt(from) },
  );

function changeOf({ at, actor, detail }: Chained): BandsChange<By> {
  const { after = [], approved_by }: Detail = detail;
  const checker = approved_by?.replace(/^person:/, '') ?? null;
  return {
    bands: rowsOf(after, 'from_cents'),
    sums: rowsOf(after, 'sum_from_cents'),
    by: { at, actor, approved_by: checker },
  };
}

async function nameOf(app: App, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const person = await selectPerson(app.store.db, app.store.cipher, id);
  if (person !== null) return person.name;
  const { operator_tokens } = await app.settings.current();
  return [...operator_tokens.values()].find((one) => one.operator_token_id === id)?.name ?? null;
}

export type OnePersonBody = {
  rules: { act: ApprovalAct; currency: string | null }[];
  /** Of the latest of them; null if the audit trail does not say. */
  switched_off_at: string | null;
  switched_off_by: string | null;
  approved_by: string | null;
  text: string;
};

const SOMEBODY = 'Somebody';

/** Null if every act needs two people from some amount on, and in the sandbox. */
export async function readOnePerson(app: App): Promise<OnePersonBody | null> {
  const { db } = app.store;
  const rows = await readBands(db);
  const bands = bandsOf(app.mode, rows.bands, rows.sums);
  if (openedRules(bands).length === 0) return null;
  const changes = (await selectBandsAudit(db)).map(changeOf);
  const opened = whoOpened(bands, changes);
  const rules = opened.map(({ act, currency }) => ({ act, currency }));
  const [last] = opened.flatMap(({ by }) => by ?? []).toSorted((a, b) => b.at - a.at);
  const switched_off_by = await nameOf(app, last?.actor.id ?? null);
  const approved_by = await nameOf(app, last?.approved_by ?? null);
  const opening =
    last === undefined ? null : { name: switched_off_by ?? SOMEBODY, approved_by, at: last.at };
  return {
    rules,
    switched_off_at: isoOrNull(last?.at ?? null),
    switched_off_by: opening?.name ?? null,
    approved_by,
    text: openedText(rules, opening),
  };
}
