// Callbacks to an operator's private places: over real TLS with a private authority, and only to
// what was allowed.
import { deepEqual, equal } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { addressRules } from '../../server/app/request/read-web-address.ts';
import { parseCidr } from '../../server/lib/ip-address.ts';
import { NO_PRIVATE_PLACES, type PrivatePlaces } from '../../server/lib/private-places.ts';
import { type Receiver, type Script, startReceiver } from '../support/receiver.ts';
import { callbackTo, client, closing, outcome } from './callback-scene.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const CA = read('private-ca.pem');
const HOOKS = 'hooks.corp.internal';
const SENT = { status: 200, error: null };
const REFUSED = { status: null, error: 'address_not_allowed' };

function places(networks: string, hosts: readonly string[] = [], ca: string | null = CA) {
  const found = networks.split(' ').map((one) => parseCidr(one));
  return { networks: found.filter((one) => one !== null), hosts, ca };
}

const answers: { script: Script } = { script: () => ({ status: 200 }) };
let shop: Receiver;
let postedTo: (
  allowed: ReturnType<typeof places>,
  host?: string,
  ...addresses: string[]
) => Promise<object>;
before(async () => {
  const tls = { key: read('private-key.pem'), cert: read('private-cert.pem') };
  shop = await startReceiver({ tls, script: (...one) => answers.script(...one) });
  closing.push(() => shop.close());
  postedTo = async (allowed, host = HOOKS, ...addresses) => {
    const found = addresses.length === 0 ? ['127.0.0.1'] : addresses;
    const options = { allow_local: false, places: allowed, lookUp: async () => found };
    return outcome(await client(options).post(callbackTo(`https://${host}:${shop.port}/`)));
  };
});

describe('a receiver on a private address', () => {
  it('gets callbacks over TLS with the authority of the house', async () => {
    deepEqual(await postedTo(places('127.0.0.1', [HOOKS])), SENT);
    deepEqual(await postedTo(places('127.0.0.1', ['.corp.internal'])), SENT);
    deepEqual(await postedTo(places('127.0.0.1', [HOOKS]), `${HOOKS.toUpperCase()}.`), SENT);
    deepEqual(await postedTo(places('127.0.0.1'), '127.0.0.1'), SENT);
    deepEqual(await postedTo(places('127.0.0.1'), 'other.example.com'), SENT);
  });

  it('is verified: by that authority or a public one, and by its name', async () => {
    const tls = { status: null, error: 'tls' };
    deepEqual(await postedTo(places('127.0.0.1', [HOOKS], null)), tls);
    deepEqual(await postedTo(places('127.0.0.1'), 'wrong.example.com'), tls);
    const usual = getCACertificates('default');
    setDefaultCACertificates([...usual, CA]);
    try {
      const other = read('receiver-cert.pem');
      deepEqual(await postedTo(places('127.0.0.1', [HOOKS], other)), SENT);
    } finally {
      setDefaultCACertificates(usual);
    }
  });

  it('is not verified by that authority if it is no private place', async () => {
    const lookUp = async () => ['127.0.0.1'];
    const local = client({ allow_local: true, places: places('10.0.0.0/8', [HOOKS]), lookUp });
    const result = await local.post(callbackTo(`https://${HOOKS}:${shop.port}/`));
    deepEqual(outcome(result), { status: null, error: 'tls' });
  });
});

describe('an allow-list', () => {
  it('opens no other host and no other address', async () => {
    const count = shop.connections();
    deepEqual(await postedTo(places('127.0.0.1', [HOOKS]), 'other.example.com'), REFUSED);
    deepEqual(await postedTo(places('127.0.0.1', [HOOKS]), '127.0.0.1'), REFUSED);
    deepEqual(await postedTo(places('127.0.0.1')), REFUSED, 'a name that nobody has named');
    deepEqual(await postedTo(places('127.0.0.0/8', [HOOKS])), REFUSED, 'loopback by a network');
    deepEqual(await postedTo(places('10.0.0.0/8', [HOOKS])), REFUSED);
    for (const others of [['10.0.0.1'], ['127.0.0.1', '10.0.0.1'], ['::1'], ['127.0.0.2']]) {
      deepEqual(await postedTo(places('127.0.0.1', [HOOKS]), HOOKS, ...others), REFUSED);
    }
    const wide = places('0.0.0.0/0 ::/0', [HOOKS]);
    for (const never of ['169.254.169.254', '::ffff:a9fe:a9fe', '0.0.0.0', 'fe80::1', 'ff02::1']) {
      deepEqual(await postedTo(wide, HOOKS, never), REFUSED, never);
    }
    equal(shop.connections(), count);
  });

  it('is asked at each connection: a name that leads elsewhere later is refused', async () => {
    const asked = ['10.0.0.1', '127.0.0.1'];
    const lookUp = async () => [asked.pop() ?? ''];
    const options = { allow_local: false, places: places('127.0.0.1', [HOOKS]), lookUp };
    answers.script = () => ({ status: 200, headers: { connection: 'close' } });
    const callbacks = client(options);
    const post = () => callbacks.post(callbackTo(`https://${HOOKS}:${shop.port}/`));
    deepEqual(outcome(await post()), SENT);
    deepEqual(outcome(await post()), REFUSED);
  });

  it('lets nobody be redirected', async () => {
    const location = `https://127.0.0.1:${shop.port}/elsewhere`;
    answers.script = () => ({ status: 307, headers: { location } });
    const count = shop.received.length;
    deepEqual(await postedTo(places('127.0.0.1')), REFUSED);
    deepEqual(await postedTo(places('127.0.0.1'), '127.0.0.1'), { status: 307, error: 'redirect' });
    equal(shop.received.length, count + 1);
  });

  it('is asked when an address is given, for callbacks only', () => {
    const rulesOf = (private_places: PrivatePlaces) =>
      addressRules({ allow_local_callbacks: false, private_places });
    const table: [url: string, allowed: boolean][] = [
      ['https://10.1.2.3/hook', false],
      ['https://hooks.corp.internal/hook', true],
      ['https://hooks.corp.internal.:8443/hook', true],
      ['https://receiver/hook', true],
      ['https://other.corp.internal/hook', false],
      ['http://hooks.corp.internal/hook', false],
      ['https://hooks.corp.internal:22/hook', false],
      ['https://hooks.corp.internal:5432/hook', false],
      ['https://user@hooks.corp.internal/hook', false],
      ['https://shop.example.com/hook', true],
    ];
    const { addressProblem } = rulesOf(places('10.1.0.0/16', [HOOKS, 'receiver']));
    for (const [url, allowed] of table)
      equal(addressProblem(url, 'callback') === null, allowed, url);
    equal(addressProblem('https://hooks.corp.internal/', 'return') === null, false);
    const any = rulesOf(places('10.1.0.0/16')).addressProblem;
    equal(any('https://10.1.2.3/hook', 'callback'), null);
    equal(any('https://[::ffff:10.1.2.3]/hook', 'callback'), null);
    equal(any('https://10.2.2.3/hook', 'callback') === null, false);
    equal(any('https://10.1.2.3/', 'return') === null, false);
    const none = rulesOf(NO_PRIVATE_PLACES).addressProblem;
    equal(none('https://10.1.2.3/hook', 'callback') === null, false);
  });
});
