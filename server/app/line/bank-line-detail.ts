// One bank line with its parts and everything that people did with it.
import type { Refusal } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readActsOfLine } from '../../store/line/line-acts.ts';
import { readLinesById, readParts } from '../../store/line/related-lines.ts';
import type { App } from '../process/app.ts';
import { notFound } from '../request/caller.ts';
import { iso } from '../request/views.ts';
import { bankLineBody } from './list-bank-lines.ts';

export async function bankLineDetail(app: App, id: string) {
  const bank_line_id = parseUuid(id);
  if (bank_line_id === null) return notFound();
  const { db, cipher } = app.store;
  const [record] = await readLinesById(db, cipher, [bank_line_id]);
  if (record === undefined) return notFound();
  const parts = await readParts(db, cipher, bank_line_id);
  const acts = await readActsOfLine(db, bank_line_id);
  return {
    line: bankLineBody(record),
    parts: parts.map(bankLineBody),
    acts: acts.map(({ act, from_status, to_status, merchant_id, trade_id, actor, note, at }) => ({
      act,
      from_status,
      to_status,
      merchant_id,
      trade_id,
      actor,
      note,
      at: iso(at),
    })),
  };
}

export type BankLineDetail = Exclude<Awaited<ReturnType<typeof bankLineDetail>>, Refusal>;
