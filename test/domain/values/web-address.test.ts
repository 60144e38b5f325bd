// return_url and callback_url: which addresses pass, in live and in local mode, through a real URL
// parser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WebAddress } from '../../../server/domain/values/web-address.ts';
import { callbackUrlProblem, returnUrlProblem } from '../../../server/domain/values/web-address.ts';
import { NO_PRIVATE_PLACES } from '../../../server/lib/private-places.ts';
import { fc } from '../../support/property.ts';

/** Parses like the caller of the domain does; null if the URL parser refuses the text. */
function parsed(raw: string): WebAddress | null {
  if (!URL.canParse(raw)) return null;
  const url = new URL(raw);
  return {
    scheme: url.protocol.slice(0, -1),
    host: url.hostname,
    port: url.port,
    has_credentials: url.username !== '' || url.password !== '',
    raw,
  };
}

const LIVE = { allow_local: false, places: NO_PRIVATE_PLACES };
const LOCAL = { allow_local: true, places: NO_PRIVATE_PLACES };

/** The checks, of the four, that accept the URL. */
function passes(raw: string): string {
  const address = parsed(raw);
  if (address === null) return 'unreadable';
  return [
    returnUrlProblem(address, LIVE) === null ? 'return' : '',
    callbackUrlProblem(address, LIVE) === null ? 'callback' : '',
    returnUrlProblem(address, LOCAL) === null ? 'local-return' : '',
    callbackUrlProblem(address, LOCAL) === null ? 'local-callback' : '',
  ]
    .filter((name) => name !== '')
    .join(' ');
}

const ALL = 'return callback local-return local-callback';
const RETURN = 'return local-return';
const ONLY_LOCAL = 'local-return local-callback';
const INSECURE = 'return local-return local-callback';

test('who may be called and where customers may return to', () => {
  const table: [raw: string, expected: string][] = [
    ['https://shop.example.com/paid?a=1#b', ALL],
    ['https://shop.example.com:8443/', ALL],
    ['https://shop.example.com:443/', ALL],
    ['HTTPS://Shop.Example.COM/', ALL],
    ['https://shop.example.com./', ALL],
    ['https://müller.example/', ALL],
    ['https://8.8.8.8/', ALL],
    ['https://[2606:4700:4700::1111]/', ALL],
    ['http://shop.example.com/', INSECURE],
    ['http://shop.example.com:80/', INSECURE],
    ['https://shop.example.com:22/', RETURN],
    ['https://shop.example.com:25/', RETURN],
    ['https://shop.example.com:0/', RETURN],
    ['https://shop.example.com:5432/', RETURN],
    ['https://shop.example.com:6379/', RETURN],
    ['https://shop.example.com:27017/', RETURN],
    ['http://localhost:6379/', 'local-return'],
    ['http://localhost:3000/', ONLY_LOCAL],
    ['https://localhost/', ONLY_LOCAL],
    ['http://shop.localhost:3000/', ONLY_LOCAL],
    ['http://127.0.0.1:3000/', ONLY_LOCAL],
    ['http://[::1]:3000/', ONLY_LOCAL],
    ['http://receiver:3000/', ONLY_LOCAL],
    ['http://2130706433/', ONLY_LOCAL],
    ['http://0x7f.1/', ONLY_LOCAL],
    ['https://10.0.0.1/', ''],
    ['https://192.168.1.1/', ''],
    ['https://169.254.169.254/latest/meta-data', ''],
    ['https://0.0.0.0/', ''],
    ['https://0xa.0.0.1/', ''],
    ['https://012.0.0.1/', ''],
    ['https://[::ffff:10.0.0.1]/', ''],
    ['https://[64:ff9b::a00:1]/', ''],
    ['https://[2002:a00:1::]/', ''],
    ['https://[fd00::1]/', ''],
    ['https://printer.local/', ''],
    ['https://metadata.google.internal/', ''],
    ['https://METADATA.GOOGLE.INTERNAL./', ''],
    ['https://router.lan/', ''],
    ['https://nas.home.arpa/', ''],
    ['https://user@shop.example.com/', ''],
    ['https://user:secret@shop.example.com/', ''],
    ['https://@shop.example.com/', ''],
    ['https://:@shop.example.com/', ''],
    ['https://shop.example.com\\@evil.example/', ''],
    ['https:\\\\shop.example.com/', ''],
    ['https://shop.example.com\\paid', ''],
    ['https:shop.example.com', ''],
    ['https:///shop.example.com', ''],
    [' https://shop.example.com/', ''],
    ['https://shop.example.com/\r\nX-Header: 1', ''],
    ['https://shop.example.com/a\tb', ''],
    ['https://shop.example.com/a b', ''],
    ['https://shop.example.com/\u202egpj', ''],
    ['https://shop.example.com/\u200b', ''],
    ['https://shop.example.com/\ud800', ''],
    ['https://shop..example.com/', ''],
    ['https://-shop.example.com/', ''],
    ['https://shop.example.com../', ''],
    ['https://sho*p.example.com/', ''],
    ['javascript:alert(1)', ''],
    ['data:text/html,x', ''],
    ['file:///etc/passwd', ''],
    ['ftp://shop.example.com/', ''],
    ['gopher://shop.example.com/', ''],
    ['ws://shop.example.com/', ''],
    ['https://1.2.3.4.5/', 'unreadable'],
    ['//shop.example.com/', 'unreadable'],
    ['/paid', 'unreadable'],
    ['', 'unreadable'],
  ];
  for (const [raw, expected] of table) assert.equal(passes(raw), expected, JSON.stringify(raw));
});

test('2,048 characters and no more', () => {
  const start = 'https://shop.example.com/';
  assert.equal(passes(start.padEnd(2_048, 'a')), ALL);
  assert.equal(passes(start.padEnd(2_049, 'a')), '');
});

test('a host that only other parsers would take for an address is refused', () => {
  for (const host of [
    '127.0.0.0x1',
    '1.2.3',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '256.256.256.256',
  ]) {
    const address = {
      scheme: 'https',
      host,
      port: '',
      has_credentials: false,
      raw: `https://${host}/`,
    };
    assert.notEqual(callbackUrlProblem(address, LIVE), null, host);
    assert.notEqual(returnUrlProblem(address, LOCAL), null, host);
  }
});

test('every problem says what to do; local mode only ever adds', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.webUrl({ validSchemes: ['http', 'ftp'] })), (raw) => {
      const address = parsed(raw);
      if (address === null) return;
      for (const check of [returnUrlProblem, callbackUrlProblem]) {
        const live = check(address, LIVE);
        assert.ok(live === null || live.startsWith('must '), String(live));
        assert.ok(live !== null || check(address, LOCAL) === null, raw);
      }
      if (callbackUrlProblem(address, LIVE) === null) {
        assert.equal(returnUrlProblem(address, LIVE), null);
      }
    }),
  );
});
