// Whatever changes a setting in the console names the version on which its form was opened; and if
// somebody else was first, what was typed stays beside theirs.
import { deepEqual, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR_ROUTES } from '../../../server/http/operator/routes.ts';
import { callAt } from '../../support/checkout/calls.ts';
import { readCheckout, type Sources } from '../../support/checkout/checkout.ts';

const VERSIONED = OPERATOR_ROUTES.flatMap(({ takes_version, operation_id }) =>
  takes_version === true ? [operation_id] : [],
);

/** Those that have no dialog of their own in which something is typed. */
const OTHERS: Readonly<Record<string, string>> = {
  'console/screens/payouts/account-gaps.tsx': 'saves for a batch what several accounts lack',
};

type Call = { readonly name: string; readonly path: string; readonly act: string };

/** Fields that stand above the call because the request has two forms belong to it. */
const namesVersion = (text: string, start: number): boolean =>
  callAt(text, start).includes('...seen') ||
  text.slice(text.lastIndexOf('run={', start), start).includes('...seen');

/** The properties of the act around the call, and its fields: to the end of its component. */
function actAround(text: string, start: number): string {
  const begin = Math.max(...['<FormAct', '<ActButton'].map((tag) => text.lastIndexOf(tag, start)));
  return begin < 0 ? '' : text.slice(begin, text.indexOf('\n}\n', start));
}

const callsIn = (sources: Sources): Array<Call & { readonly is_named: boolean }> =>
  [...sources]
    .filter(([path]) => path.startsWith('console/') && path.endsWith('.tsx'))
    .flatMap(([path, text]) =>
      VERSIONED.flatMap((name) =>
        [...text.matchAll(new RegExp(`call\\('${name}'`, 'g'))].map(({ index }) => ({
          name,
          path,
          act: actAround(text, index),
          is_named: namesVersion(text, index),
        })),
      ),
    );

/** Nothing is typed in it, or the page in which it was typed keeps it. */
const hasOnlyVersion = (act: string, text: string): boolean =>
  /\bversion=/.test(act) &&
  !/\bform=/.test(act) &&
  (!/<\/(?:FormAct|ActButton)>/.test(act) || /useEdited\(/.test(text));

/** Dialogs in which somebody else's change would take away what was typed, or go unseen. */
const losing = (sources: Sources): string[] =>
  callsIn(sources).flatMap(({ name, path, act }) => {
    const is_kept = /\bsetting[=:]/.test(act) || hasOnlyVersion(act, sources.get(path) ?? '');
    return is_kept || path in OTHERS ? [] : [`${path}: ${name}`];
  });

describe('each change of a setting', () => {
  const sources = readCheckout(['.tsx']);

  it('sends the version that was seen', () => {
    const calls = callsIn(sources);
    const forgotten = calls.filter(({ is_named }) => !is_named);
    deepEqual(
      forgotten.map(({ name, path }) => `${path}: ${name}`),
      [],
    );
    const unused = VERSIONED.filter((one) => !calls.some(({ name }) => name === one));
    deepEqual(unused, []);
    ok(calls.length >= VERSIONED.length);
  });

  it('keeps what was typed beside what somebody else has changed', () => {
    deepEqual(losing(sources), []);
    const reasons = Object.keys(OTHERS).filter((path) => !sources.has(path));
    deepEqual(reasons, []);
  });

  it('is named if its dialog does not', () => {
    const planted = (props: string, fields: string) =>
      new Map([
        [
          'console/screens/a.tsx',
          `const A = () => {\n  <FormAct ${props} run={() => call('putRates', { ...seen })}>${fields}</FormAct>\n}\n`,
        ],
      ]);
    const named = ['console/screens/a.tsx: putRates'];
    deepEqual(losing(planted('form={FORM} version={rate.version}', '')), named);
    deepEqual(losing(planted('form={FORM}', '')), named);
    deepEqual(losing(planted('version={rate.version}', '<TextInput />')), named);
    const alone = planted('version={rate.version}', '').values().next().value ?? '';
    const closed = alone.replace('></FormAct>', ' />');
    deepEqual(losing(new Map([['console/screens/a.tsx', closed]])), []);
    deepEqual(losing(planted('form={FORM} setting={{ version }}', '')), []);
  });
});
