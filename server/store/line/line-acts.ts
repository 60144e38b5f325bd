// What people did with bank lines: who, when and why.
import type { LineActRecord } from '../../domain/record/bank-line.ts';
import type { Actor } from '../../domain/record/origin.ts';
import type { TradeKey } from '../../domain/record/trade.ts';
import type { Queryable, Transaction } from '../connection/database.ts';
import { insertRows } from '../connection/rows.ts';

type Row = Omit<LineActRecord, 'actor' | 'at'> & {
  actor_role: Actor['role'];
  actor_id: string | null;
  acted_at: number;
};

const COLUMNS = `a.bank_line_id, a.command_id, a.act, a.from_status, a.to_status, a.merchant_id,
  a.trade_id, a.actor_role, a.actor_id, a.note, a.acted_at`;

function recordOf({ actor_role, actor_id, acted_at, ...row }: Row): LineActRecord {
  return { ...row, actor: { role: actor_role, id: actor_id }, at: acted_at };
}

type ActKey = Pick<LineActRecord, 'bank_line_id' | 'command_id'>;

/** By the commands that did them: a retry after a lost reply finds the act already recorded. */
export async function readLineActs(
  tx: Queryable,
  keys: readonly ActKey[],
): Promise<LineActRecord[]> {
  if (keys.length === 0) return [];
  const rows = await tx.query<Row>(
    'read-line-acts',
    `select ${COLUMNS} from unnest($1::uuid[], $2::uuid[]) as k(bank_line_id, command_id)
     join bank_line_acts a using (bank_line_id, command_id)`,
    [keys.map((key) => key.bank_line_id), keys.map((key) => key.command_id)],
  );
  return rows.map(recordOf);
}

/** The bank lines that these pay-outs were created to send back. */
export async function readReturnActs(
  tx: Queryable,
  keys: readonly TradeKey[],
): Promise<LineActRecord[]> {
  if (keys.length === 0) return [];
  const rows = await tx.query<Row>(
    'read-return-acts',
    `select ${COLUMNS} from unnest($1::uuid[], $2::uuid[]) as k(merchant_id, trade_id)
     join bank_line_acts a using (merchant_id, trade_id) where a.act = 'return'`,
    [keys.map((key) => key.merchant_id), keys.map((key) => key.trade_id)],
  );
  return rows.map(recordOf);
}

/** All acts on one line, oldest first. */
export async function readActsOfLine(
  db: Queryable,
  bank_line_id: string,
): Promise<LineActRecord[]> {
  const rows = await db.query<Row>(
    'read-acts-of-line',
    `select ${COLUMNS} from bank_line_acts a where a.bank_line_id = $1
     order by a.acted_at, a.command_id`,
    [bank_line_id],
  );
  return rows.map(recordOf);
}

export async function insertLineActs(tx: Transaction, acts: readonly LineActRecord[]) {
  await insertRows<LineActRecord>(
    tx,
    'bank_line_acts',
    [
      { name: 'bank_line_id', value: (a) => a.bank_line_id },
      { name: 'command_id', value: (a) => a.command_id },
      { name: 'act', value: (a) => a.act },
      { name: 'from_status', value: (a) => a.from_status },
      { name: 'to_status', value: (a) => a.to_status },
      { name: 'merchant_id', value: (a) => a.merchant_id },
      { name: 'trade_id', value: (a) => a.trade_id },
      { name: 'actor_role', value: (a) => a.actor.role },
      { name: 'actor_id', value: (a) => a.actor.id },
      { name: 'note', value: (a) => a.note },
      { name: 'acted_at', value: (a) => a.at },
    ],
    acts,
  );
}
