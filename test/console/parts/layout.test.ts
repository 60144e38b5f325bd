// How columns are arranged: what a person chose, among the columns that a list has today.
import { deepEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { currencyOfAmounts } from '../../../console/parts/list/filters.ts';
import {
  changed,
  choicesFor,
  moved,
  readLayout,
  shownChoices,
  writeLayout,
} from '../../../console/parts/list/layout.ts';

const NAMES = ['order', 'state', 'amount'];
const written = (texts: readonly string[]) => writeLayout(choicesFor(NAMES, readLayout(texts)));

describe('the columns of a list', () => {
  it('stand as the list has them until somebody has chosen', () => {
    deepEqual(written([]), NAMES);
  });

  it('come back as they were chosen, also pinned, hidden and with a width', () => {
    const texts = ['^amount:200', '-state', 'order'];
    deepEqual(written(texts), texts);
    deepEqual(
      shownChoices(readLayout(['order', '-state', '^amount'])).map(({ name }) => name),
      ['amount', 'order'],
    );
  });

  it('that are new stand beside their neighbour, those that are gone are left out', () => {
    deepEqual(written(['amount', 'gone', 'order']), ['amount', 'order', 'state']);
    deepEqual(written(['state']), ['order', 'state', 'amount']);
  });

  it('read from a text that is none are those that can be read', () => {
    deepEqual(writeLayout(readLayout(['', '<b>', 'a:1', 'order', 'order:90'])), ['order:90']);
    deepEqual(writeLayout(readLayout(['order:999', 'amount:10'])), ['order:800', 'amount:60']);
  });

  it('move within their order, and the last one cannot be hidden', () => {
    const choices = choicesFor(NAMES, []);
    deepEqual(writeLayout(moved(choices, 'amount', -1)), ['order', 'amount', 'state']);
    deepEqual(writeLayout(moved(choices, 'order', -1)), NAMES);
    const alone = ['order', 'state', 'amount'].reduce(
      (now, name) => changed(now, name, { is_hidden: true }),
      choices,
    );
    deepEqual(writeLayout(alone), ['-order', '-state', 'amount']);
  });
});

describe('the currency of an amount as a filter', () => {
  it('is the chosen one, or any as long as all have the same decimals', () => {
    deepEqual(currencyOfAmounts('JPY', ['INR', 'KWD']), { currency: 'JPY', is_sole: true });
    deepEqual(currencyOfAmounts('', ['INR']), { currency: 'INR', is_sole: true });
    deepEqual(currencyOfAmounts(undefined, ['INR', 'USD']), { currency: 'INR', is_sole: false });
    for (const known of [['INR', 'KWD'], ['INR', 'JPY'], []]) {
      deepEqual(currencyOfAmounts(undefined, known), { currency: null, is_sole: false });
    }
  });
});
