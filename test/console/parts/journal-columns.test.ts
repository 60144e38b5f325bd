// The columns of the journal that a person chooses: as the service reads them, and back.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ALL_CHOSEN,
  type Choices,
  faultOf,
  movedChoice,
  readChoices,
  writeChoices,
} from '../../../console/screens/ledger/journal-columns.ts';
import { JOURNAL_COLUMN_TEXTS } from '../../../console/texts/ledger/journal.ts';
import { JOURNAL_COLUMNS } from '../../../server/domain/ledger/journal.ts';
import { EXPORT_JOURNAL } from '../../../server/domain/ledger/ledger-requests.ts';
import { readFilters } from '../../../server/domain/request/read-request.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { fc } from '../../support/property.ts';

const named = (choices: Choices) =>
  choices.filter(({ is_chosen }) => is_chosen).map(({ column, title }) => [column, title]);

const TITLE = fc.oneof(fc.constant(''), fc.string({ unit: 'grapheme', maxLength: 20 }));

const CHOICES: fc.Arbitrary<Choices> = fc
  .shuffledSubarray([...ALL_CHOSEN], { minLength: ALL_CHOSEN.length })
  .chain((columns) =>
    fc
      .tuple(
        fc.array(TITLE, { minLength: columns.length, maxLength: columns.length }),
        fc.array(fc.boolean(), { minLength: columns.length, maxLength: columns.length }),
      )
      .map(([titles, chosen]) =>
        columns.map(({ column }, at) => ({
          column,
          title: titles[at] ?? '',
          is_chosen: chosen[at] ?? false,
        })),
      ),
  );

describe('the columns of the journal', () => {
  it('are those of the service, in its order', () => {
    deepEqual(Object.keys(JOURNAL_COLUMN_TEXTS), [...JOURNAL_COLUMNS]);
    equal(writeChoices(ALL_CHOSEN), '');
    deepEqual(readChoices(''), ALL_CHOSEN);
  });

  it('are read back as they were written, and the service takes what has no fault', () => {
    fc.assert(
      fc.property(CHOICES, (choices) => {
        if (faultOf(choices) !== null) return;
        const written = writeChoices(choices);
        const given = readFilters(EXPORT_JOURNAL, written === '' ? {} : { columns: written });
        ok(!isRefusal(given), written);
        deepEqual(
          given.columns.map(({ column, title }) => [column, title]),
          named(choices).map(([column = '', title = '']) => [column, title.trim() || column]),
        );
        deepEqual(
          named(readChoices(written)),
          written === ''
            ? named(ALL_CHOSEN)
            : named(choices).map(([column, title]) => [column, title?.trim()]),
        );
      }),
    );
  });

  it('have a fault if nothing is chosen, a name has a comma, or they are too long', () => {
    const all = (change: Partial<Choices[number]>) =>
      ALL_CHOSEN.map((one) => ({ ...one, ...change }));
    deepEqual(
      [{ is_chosen: false }, { title: 'Dr, Cr' }, { title: 'x'.repeat(100) }, {}].map((change) =>
        faultOf(all(change)),
      ),
      ['none', 'no_comma', 'too_long', null],
    );
  });

  it('move by one place, and not beyond the ends', () => {
    const order = (choices: Choices) => choices.map(({ column }) => column).slice(0, 2);
    const [first, second] = JOURNAL_COLUMNS;
    deepEqual(order(movedChoice(ALL_CHOSEN, 0, 1)), [second, first]);
    deepEqual(order(movedChoice(ALL_CHOSEN, 1, -1)), [second, first]);
    deepEqual(movedChoice(ALL_CHOSEN, 0, -1), ALL_CHOSEN);
    deepEqual(movedChoice(ALL_CHOSEN, ALL_CHOSEN.length - 1, 1), ALL_CHOSEN);
  });

  it('that are not known any more are left out', () => {
    deepEqual(named(readChoices('gone=Old,debit=Dr,credit')), [
      ['debit', 'Dr'],
      ['credit', ''],
    ]);
  });
});
