// Every form of the console that sends a request goes by the one mechanism: it says what is wrong
// beside the field. The others stand here, with why they are none.
import { deepEqual, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCheckout, type Sources } from '../../support/checkout/checkout.ts';

const OTHERS: Readonly<Record<string, string>> = {
  'console/parts/list/filter-field.tsx': 'filters are parameters of the address',
  'console/parts/list/period-filter.tsx': 'filters are parameters of the address',
  'console/parts/mass/mass-each.tsx':
    'its request is another one on each screen, once for each row',
  'console/screens/bank/days/days.tsx': 'leads to the page of a day',
  'console/screens/ledger/journal-form.tsx':
    'asks for nothing: its columns are kept in this browser',
  'console/screens/trades/export-button.tsx': 'reads a file: a request without a body',
  'console/session/code-form.tsx': 'a code, which is typed again after every refusal',
  'console/session/confirm-form.tsx': 'the password, of which nothing more is said',
  'console/session/link-step.tsx': 'a link, of which nothing more is said',
  'console/session/passkey-setup.tsx': 'the browser asks for the rest',
  'console/session/password-step.tsx': 'who signs in is told nothing of a field',
  'console/session/use-link.tsx': 'two fields that have to be equal',
};

const HAS_FORM = /<form\b/;
/** A form of a request, or one whose fields are read from the page. */
const BY_MECHANISM = /\buseRequestForm\(/;
const FROM_PAGE = /\bnew FormData\(/;

const formsIn = (sources: Sources): string[] =>
  [...sources].flatMap(([path, text]) =>
    path.startsWith('console/') && HAS_FORM.test(text) && !BY_MECHANISM.test(text) ? [path] : [],
  );

describe('a form of the console', () => {
  const sources = readCheckout(['.ts', '.tsx']);

  it('is one of a request, or it is known why not', () => {
    deepEqual(formsIn(sources).toSorted(), Object.keys(OTHERS).toSorted());
  });

  it('is found if it goes another way', () => {
    const planted = 'export const a = <form onSubmit={send}>';
    deepEqual(formsIn(new Map([['console/parts/a.tsx', planted]])), ['console/parts/a.tsx']);
    deepEqual(formsIn(new Map([['console/parts/a.tsx', `${planted}; useRequestForm(A)`]])), []);
  });

  it('is read from the page only at the sign-in', () => {
    const read = [...sources].filter(
      ([path, text]) => path.startsWith('console/') && FROM_PAGE.test(text),
    );
    ok(read.every(([path]) => path.startsWith('console/session/')));
  });
});
