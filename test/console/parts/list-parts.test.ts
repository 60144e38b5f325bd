// The pure parts of lists and of acts on many rows: periods as filters, and items that are asked
// for one by one.
import { deepEqual, equal, rejects } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem, Unreachable } from '../../../console/api/client.ts';
import {
  type Filter,
  setFilters,
  valueShown,
  withoutFilters,
} from '../../../console/parts/list/filters.ts';
import { localValue, momentOf, PRESETS, periodOf } from '../../../console/parts/list/periods.ts';
import {
  actOnEach,
  countOf,
  type Item,
  itemsOf,
  openItems,
} from '../../../console/parts/mass/each.ts';

describe('a period as a filter', () => {
  const PERIOD: Filter = { kind: 'period', name: 'from', until: 'to', label: 'Created' };

  it('is one chip for both of its ends, and is removed as a whole', () => {
    for (const search of [{ from: '2026-03-01' }, { to: '2026-04-01' }]) {
      deepEqual(setFilters([PERIOD], { ...search }), [PERIOD]);
    }
    deepEqual(withoutFilters([PERIOD], { from: 'a', to: 'b', cursor: 'c', utr: 'U' }), {
      utr: 'U',
    });
    equal(valueShown(PERIOD, 'soon', { from: 'soon' }), 'soon – …');
  });

  it('of every usual kind begins at midnight of the viewer’s zone, and ends where the next does', () => {
    const now = new Date(2026, 2, 31, 15, 30);
    for (const preset of PRESETS) {
      const { from, to } = periodOf(preset, now);
      const begin = new Date(from);
      deepEqual([begin.getHours(), begin.getMinutes()], [0, 0], preset);
      equal(to === '' || new Date(to) > begin, true, preset);
    }
    deepEqual(
      [localValue(periodOf('last_month', now).from), localValue(periodOf('last_month', now).to)],
      ['2026-02-01T00:00', '2026-03-01T00:00'],
    );
    equal(localValue(periodOf('last_7_days', now).from), '2026-03-25T00:00');
  });

  it('typed in the viewer’s zone is the same again, and nothing else than a time is one', () => {
    equal(localValue(momentOf('2026-03-05T10:30')), '2026-03-05T10:30');
    deepEqual(
      [momentOf(''), momentOf('soon'), localValue('soon'), localValue(undefined)],
      ['', '', '', ''],
    );
  });
});

const refusal = (retryable: boolean) =>
  new Problem({
    type: 'x',
    title: 'No',
    status: 422,
    detail: 'It cannot be.',
    code: 'act_not_allowed',
    retryable,
    request_id: 'r',
    errors: [],
  });

describe('items that are asked for one by one', () => {
  const run = (items: readonly Item<string>[], act: (row: string) => unknown) => {
    const keys: string[] = [];
    const asked = async (row: string, key: string) => {
      keys.push(key);
      return await Promise.resolve(act(row));
    };
    return actOnEach(items, asked, () => undefined).then((after) => ({ after, keys }));
  };

  it('stop at a lost answer, and go on with the same keys', async () => {
    const items = itemsOf(['a', 'b', 'c']);
    const first = await run(items, (row) => {
      if (row === 'b') throw new Unreachable('lost');
      return {};
    });
    deepEqual(
      first.after.map(({ state }) => state.kind),
      ['done', 'unknown', 'waiting'],
    );
    equal(openItems(first.after), 2);
    const second = await run(first.after, () => ({}));
    deepEqual(
      second.keys,
      items.slice(1).map(({ key }) => key),
    );
    equal(countOf(second.after, 'done'), 3);
  });

  it('that are refused do not stop the others; a service that asks to wait does', async () => {
    const { after } = await run(itemsOf(['a', 'b']), (row) => {
      if (row === 'a') throw refusal(false);
      return { proposal: {} };
    });
    deepEqual(
      after.map(({ state }) => state),
      [{ kind: 'refused', why: 'It cannot be.' }, { kind: 'proposed' }],
    );
    const busy = await run(itemsOf(['a', 'b']), () => {
      throw refusal(true);
    });
    deepEqual(
      busy.after.map(({ state }) => state.kind),
      ['unknown', 'waiting'],
    );
  });

  it('do not hide a mistake of the console', async () => {
    await rejects(
      run(itemsOf(['a']), () => {
        throw new TypeError('a mistake');
      }),
      /a mistake/,
    );
  });
});
