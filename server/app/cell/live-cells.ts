// The counts of open pages over several cells, told when they change in any of them.
import { COUNTED_MOST } from '../../domain/alert/attention-kinds.ts';
import { isRefusal } from '../../domain/service/refusal.ts';
import { type LiveBody, type LiveSource, readLive } from '../alert/live-counts.ts';
import { askAll, type CellAnswer } from './ask-all.ts';
import type { ServedCells } from './cells.ts';
import { addTradeCounts } from './combined-counts.ts';
import { joinAttention } from './combined-work.ts';

export type LiveBodyOfCells = LiveBody & { readonly cells_away: readonly string[] };

function addWork(bodies: readonly LiveBody[]): LiveBody['payouts'] {
  const counts = bodies.flatMap(({ payouts }) => payouts ?? []);
  if (counts.length === 0) return null;
  const sumOf = (name: 'taken' | 'unconfirmed') =>
    Math.min(
      counts.reduce((sum, count) => sum + count[name], 0),
      COUNTED_MOST,
    );
  return { taken: sumOf('taken'), unconfirmed: sumOf('unconfirmed') };
}

/** What all cells share is the same in each of them. */
export function joinLive(
  [first, ...others]: readonly [CellAnswer<LiveBody>, ...CellAnswer<LiveBody>[]],
  away: readonly string[],
): LiveBodyOfCells {
  const all = [first, ...others];
  const bodies = all.map(({ answer }) => answer);
  const [waiting, ...more] = all.flatMap(({ cell, answer: { attention } }) =>
    attention === null ? [] : [{ cell, answer: attention }],
  );
  const { one_person, sandbox_ahead_seconds } = first.answer;
  return {
    trades: addTradeCounts([
      { data: first.answer.trades },
      ...others.map(({ answer }) => ({ data: answer.trades })),
    ]).data,
    attention: waiting === undefined ? null : joinAttention([waiting, ...more]),
    payouts: addWork(bodies),
    one_person,
    sandbox_ahead_seconds,
    cells_away: away,
  };
}

const sources = new WeakMap<ServedCells, LiveSource>();

/** The same for all pages; a cell that is back is in the next look. */
export function liveSourceOfCells(cells: ServedCells): LiveSource {
  const source = sources.get(cells) ?? {
    async read(view) {
      const parts = cells.all.map(({ name, app }) => ({ name, app: app() }));
      const asked = await askAll(parts, (app) => readLive(app, view));
      if (asked === null || isRefusal(asked)) return asked;
      const [first, ...others] = asked.answers;
      return first === undefined ? null : joinLive([first, ...others], asked.away);
    },
  };
  sources.set(cells, source);
  return source;
}
