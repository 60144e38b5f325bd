// Settings that change outside the table of settings acts: each file that does so, and why.
import { deepEqual } from 'node:assert/strict';
import { it } from 'node:test';
import { readCheckout } from '../../support/checkout/checkout.ts';

/** ADR 88 gives the reasons at length. */
const OUTSIDE = {
  'server/app/access/adopt-copy.ts': 'before it, the database is a copy on which no act is done',
  'server/app/access/reseal-rows.ts': 'a job removes what nobody uses any more',
  'server/app/callback/endpoint-turns.ts': 'health is counted with the attempts that tell it',
  'server/app/cell/copy-settings.ts': 'what an act of the control cell has changed is copied',
  'server/app/open-app.ts': 'the environment of the process decides, before anything can be asked',
  'server/app/sandbox/faults.ts': 'a merchant plays with its own tests: no right, and no trail',
};

const INSIDE = /^server\/(?:app\/setting\/|store\/batch\/settings-version\.ts$)/;

it('every file that tells all processes of a change is an act of the table, or named here', () => {
  const found = [...readCheckout(['.ts'])]
    .filter(([path, text]) => path.startsWith('server/') && text.includes('bumpSettingsVersion('))
    .map(([path]) => path)
    .filter((path) => !INSIDE.test(path));
  deepEqual(found.toSorted(), Object.keys(OUTSIDE).toSorted());
});
