// Kept answers of the console have their keys from one place, and every act reads them again.
import { deepEqual, ok } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import {
  type KeptAnswers,
  readAgain,
  readAllAgain,
  readKey,
  readOf,
} from '../../../../console/api/keys.ts';
import { type Operations, PLACES } from '../../../../console/api/schema.gen.ts';
import { readCheckout } from '../../../support/checkout/checkout.ts';

type Client = KeptAnswers & {
  getQueryCache(): {
    getAll(): readonly {
      readonly queryKey: readonly unknown[];
      readonly state: { readonly isInvalidated: boolean };
    }[];
  };
};

const CONSOLE = new URL('../../../../console/package.json', import.meta.url);
/** Not imported: the types of React would replace those of the browser in all tests. */
const { QueryClient }: { readonly QueryClient: new () => Client } =
  createRequire(CONSOLE)('@tanstack/react-query');

const SOURCES = [...readCheckout(['.ts', '.tsx'])].filter(([file]) =>
  /^console\/(?!api\/)/.test(file),
);
/** A key that is written by hand, and work with kept answers beside `api/keys.ts`. */
const BY_HAND =
  /queryKey:\s*\[|\.(?:(?:invalidate|refetch|reset|remove|cancel)Queries|[sg]etQuer\w{1,3}Data)\(/;

/** Acts that change nothing which a screen shows, or after which the page begins anew. */
const READS_NOTHING_AGAIN = new Map([
  ['console/shell/person-menu.tsx', 'signing out ends the page'],
  ['console/session/use-link.tsx', 'nobody is signed in'],
  ['console/session/factor-step.tsx', 'nobody is signed in'],
  ['console/session/link-step.tsx', 'nobody is signed in'],
  ['console/session/password-step.tsx', 'nobody is signed in'],
  ['console/session/use-sign-in-link.tsx', 'nobody is signed in'],
  ['console/session/provider/openid-button.tsx', 'the page is left for the provider'],
  ['console/session/use-openid.tsx', 'nobody is signed in, or the page begins anew'],
  ['console/session/passkey-setup.tsx', 'whoever opens it reads again'],
  ['console/session/totp-setup.tsx', 'whoever opens it reads again'],
  ['console/screens/trades/export-button.tsx', 'a file is downloaded'],
  ['console/screens/ledger/proofs.tsx', 'a file is downloaded'],
  ['console/screens/ledger/journal-form.tsx', 'a file is previewed'],
]);

type Read = {
  [N in keyof Operations]: (typeof PLACES)[N][0] extends 'GET' ? N : never;
}[keyof Operations];
const isRead = (name: string): name is Read => PLACES[name as keyof Operations][0] === 'GET';
const READS = Object.keys(PLACES).filter(isRead);

/** Every read of the API is kept, under a key as it is made for screens. */
function everyRead(): Client {
  const client = new QueryClient();
  for (const name of READS) client.setQueryData([...readKey(name, {}), 'kept'], {});
  return client;
}

const againIn = (client: Client): readonly unknown[] =>
  client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => queryKey[1]);

describe('keys of kept answers', () => {
  for (const [code, is_by_hand] of [
    ["useRead({ queryKey: ['trades'], queryFn })", true],
    ['client.invalidateQueries()', true],
    ["client.setQueryData(['attention'], body)", true],
    ["useRead(readOf('listTrades', { query }))", false],
    ["useRead({ queryKey: readKey('search', {}), queryFn })", false],
  ] as const) {
    it(`${is_by_hand ? 'are written by hand' : 'come from the factory'} in ${code}`, () => {
      deepEqual(BY_HAND.test(code), is_by_hand);
    });
  }

  it('are written by hand in no screen', () => {
    ok(SOURCES.length > 200);
    deepEqual(
      SOURCES.filter(([, text]) => BY_HAND.test(text)).map(([file]) => file),
      [],
    );
  });

  it('tell operations and what is asked apart, not titles', () => {
    const path = { merchant_id: 'm', id: '1' };
    deepEqual(readOf('getTrade', { path }).queryKey, ['trades', 'getTrade', { path }]);
    deepEqual(readKey('search', { query: { q: 'a' } }, 'options'), [
      'search',
      'search',
      { query: { q: 'a' } },
      'options',
    ]);
  });
});

describe('after an act', () => {
  it('every kept answer is read again', async () => {
    const client = everyRead();
    await readAllAgain(client);
    deepEqual(againIn(client), READS);
  });

  it('all but what a person has chosen is read again after an import', async () => {
    const client = everyRead();
    await readAllAgain(client, 'listStatements');
    deepEqual(
      againIn(client),
      READS.filter((name) => name !== 'listStatements'),
    );
  });

  it('all reads of a noun are read again, and no other', async () => {
    const client = everyRead();
    await readAgain(client, 'payout_batches', 'session');
    deepEqual(
      againIn(client),
      READS.filter((name) =>
        /^\/operator\/v1\/(payout_batches|session)(\/|$)/.test(PLACES[name][1]),
      ),
    );
  });

  it('each place that acts reads something again, or says why not', () => {
    const silent = SOURCES.filter(
      ([, text]) => text.includes('useMutation(') && !/\bread(?:All)?Again\(/.test(text),
    ).map(([file]) => file);
    deepEqual(silent.toSorted(), [...READS_NOTHING_AGAIN.keys()].toSorted());
  });
});
