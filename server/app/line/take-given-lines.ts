// Takes lines that come without a file: those that a statement may have brought already are
// compared with its lines first.

import type { Actor } from '../../domain/record/origin.ts';
import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { DaysOfAccount } from '../../store/line/confirmations.ts';
import type { App } from '../process/app.ts';
import { inAccountTurn } from './account-turn.ts';
import { confirmedKey, type GivenLine, type KeyedLine, takeLines } from './bank-line-commands.ts';
import type { DeliveryFacts, LeftLine } from './compare-stored.ts';
import { judgeDelivery } from './judge-delivery.ts';
import { type TakenLineBody, takenLineBody } from './taken-line.ts';

const startOfDay = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

function daysOf(receiving_account_id: string, lines: readonly GivenLine[]): DaysOfAccount | null {
  if (lines.length === 0) return null;
  const days = lines.map(({ booked_at }) => startOfDay(booked_at));
  const [from_at, last_at] = [Math.min(...days), Math.max(...days)];
  return { receiving_account_id, from_at, to_at: last_at + DAY_MS };
}

/** A line that was not taken: `id` is that of the waiting line. */
const leftBody = ({ waiting_line_id, reason, decision }: LeftLine): TakenLineBody => ({
  id: waiting_line_id,
  status: decision === null ? 'waiting' : 'duplicate',
  merchant_id: null,
  trade_id: null,
  reason,
  bank_id_shared: false,
});

/** What became of each line, in the order in which they were given. */
export async function takeGivenLines(
  app: App,
  actor: Actor,
  account: ReceivingAccount,
  lines: readonly GivenLine[],
): Promise<TakenLineBody[]> {
  const { receiving_account_id } = account;
  const facts: DeliveryFacts = {
    actor,
    source: { format: null, profile: null },
    lines: () => lines,
    balances: [],
    statement_ids: [],
    is_preview: false,
  };
  return await inAccountTurn(app, receiving_account_id, async (lock) => {
    const { confirmed, left } = await judgeDelivery(
      app,
      daysOf(receiving_account_id, lines),
      facts,
    );
    const bodies: TakenLineBody[] = [];
    const under_way: number[] = [];
    function* numbered(): Generator<GivenLine> {
      for (const [index, line] of lines.entries()) {
        under_way.push(index);
        yield line;
      }
    }
    const leave = (line: KeyedLine) => {
      const found = left.get(confirmedKey(line));
      const index = under_way.pop();
      if (found !== undefined && index !== undefined) bodies[index] = leftBody(found);
    };
    const origin = { is_interim: false, confirmed, left, leave };
    for await (const chunk of takeLines(app, actor, account, numbered(), origin)) {
      lock.check();
      for (const taken of chunk) {
        const index = under_way.shift();
        if (index !== undefined) bodies[index] = takenLineBody(taken);
      }
    }
    return bodies;
  });
}
