// Whatever changes a setting in the console names the version on which its form was opened.
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATOR_ROUTES } from '../../../server/http/operator/routes.ts';
import { callAt } from '../../support/checkout/calls.ts';
import { readCheckout } from '../../support/checkout/checkout.ts';

/** Fields that stand above the call because the request has two forms. */
const namesVersion = (text: string, start: number): boolean =>
  callAt(text, start).includes('...seen') ||
  text.slice(text.lastIndexOf('run={', start), start).includes('...seen');

test('each change of a setting sends the version that was seen', () => {
  const versioned = OPERATOR_ROUTES.flatMap(({ takes_version, operation_id }) =>
    takes_version === true ? [operation_id] : [],
  );
  const screens = [...readCheckout(['.tsx'])].filter(([path]) => path.startsWith('console/'));
  const calls = screens.flatMap(([path, text]) =>
    versioned.flatMap((name) =>
      [...text.matchAll(new RegExp(`call\\('${name}'`, 'g'))].map(({ index }) => ({
        name,
        path,
        is_named: namesVersion(text, index),
      })),
    ),
  );
  const forgotten = calls.filter(({ is_named }) => !is_named);
  deepEqual(
    forgotten.map(({ name, path }) => `${path}: ${name}`),
    [],
  );
  const unused = versioned.filter((one) => !calls.some(({ name }) => name === one));
  deepEqual(unused, []);
  ok(calls.length >= versioned.length);
});
