// IP addresses: spellings, ranges and what is public, with Node's own BlockList as oracle.
import assert from 'node:assert/strict';
import { BlockList, isIP } from 'node:net';
import { test } from 'node:test';
import { toHex } from '../../server/lib/bytes.ts';
import {
  cidrContains,
  isLoopback,
  isPublicAddress,
  networkOf,
  parseAddress,
  parseCidr,
} from '../../server/lib/ip-address.ts';
import { fc } from '../support/property.ts';

test('one reading per spelling', () => {
  const table: [text: string, hex: string | null][] = [
    ['1.2.3.4', '01020304'],
    ['255.255.255.255', 'ffffffff'],
    ['256.1.1.1', null],
    ['01.2.3.4', null],
    ['0x7f.0.0.1', null],
    ['127.1', null],
    ['2130706433', null],
    ['1.2.3.4.', null],
    ['1.2.3', null],
    ['1.2.3.4 ', null],
    ['1.2.3.-4', null],
    ['１.2.3.4', null],
    ['::', '0'.repeat(32)],
    ['::1', `${'0'.repeat(31)}1`],
    ['2001:DB8::8:800:200c:417a', '20010db80000000000080800200c417a'],
    ['1:2:3:4:5:6:7:8', '00010002000300040005000600070008'],
    ['1::', `0001${'0'.repeat(28)}`],
    ['::ffff:1.2.3.4', '00000000000000000000ffff01020304'],
    ['64:ff9b::192.0.2.33', '0064ff9b0000000000000000c0000221'],
    ['1:2:3:4:5:6:7::', '00010002000300040005000600070000'],
    ['1:2:3:4:5:6:7:8::', null],
    ['1::2::3', null],
    [':::', null],
    [':1', null],
    ['1:', null],
    ['1:2:3:4:5:6:7', null],
    ['1:2:3:4:5:6:7:8:9', null],
    ['12345::', null],
    ['::1.2.3', null],
    ['1.2.3.4::', null],
    ['::1.2.3.4:5', null],
    ['fe80::1%eth0', null],
    ['[::1]', null],
    ['', null],
    ['localhost', null],
  ];
  for (const [text, hex] of table) {
    const bytes = parseAddress(text);
    assert.equal(bytes === null ? null : toHex(bytes), hex, text);
  }
});

const GROUP = fc.integer({ min: 0, max: 0xffff });
const V4 = fc.ipV4();
const V6 = fc.ipV6();

test('reads what Node reads', () => {
  fc.assert(
    fc.property(fc.oneof(V4, V6, fc.stringMatching(/^[0-9a-f:.]{0,20}$/)), (text) => {
      assert.equal((parseAddress(text)?.length ?? 0) / 4, [0, 1, 0, 0, 1, 0, 4][isIP(text)], text);
    }),
    { numRuns: 1_000 },
  );
});

const REFUSED_V4 = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12',
  '192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24',
  '203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
]
  .join(' ')
  .split(' ');
const REFUSED_V6 = [
  '::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 2002::/16 3fff::/20',
  // Inside of the first three, by name:
  '::/128 ::1/128 ::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 5f00::/16 fc00::/7 fe80::/10',
  'fec0::/10 ff00::/8',
]
  .join(' ')
  .split(' ');

function listOf(ranges: string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits = ''] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** First and last of a range, and their neighbours outside. */
function edges(range: string): string[] {
  const cidr = parseCidr(range);
  assert.ok(cidr !== null, range);
  const size = cidr.bytes.length * 8;
  const first = BigInt(`0x${toHex(cidr.bytes)}`);
  const last = first + 2n ** BigInt(size - cidr.prefix_bits) - 1n;
  return [first - 1n, first, last, last + 1n]
    .filter((value) => value >= 0n && value < 2n ** BigInt(size))
    .map((value) => {
      const hex = value.toString(16).padStart(size / 4, '0');
      const parts = hex.match(size === 32 ? /../g : /..../g) ?? [];
      return size === 32
        ? parts.map((part) => Number.parseInt(part, 16)).join('.')
        : parts.join(':');
    });
}

test('public is what no special-purpose registry names: every edge, and at random', () => {
  // One list per family: Node applies IPv6 rules to the mapped form of IPv4 addresses, too.
  const refused_v4 = listOf(REFUSED_V4, 'ipv4');
  const refused_v6 = listOf(REFUSED_V6, 'ipv6');
  const check = (text: string): void => {
    const refused =
      isIP(text) === 4 ? refused_v4.check(text, 'ipv4') : refused_v6.check(text, 'ipv6');
    assert.equal(isPublicAddress(text), !refused, text);
  };
  for (const range of [...REFUSED_V4, ...REFUSED_V6]) for (const text of edges(range)) check(text);
  fc.assert(fc.property(fc.oneof(V4, V6), check), { numRuns: 2_000 });
  fc.assert(
    fc.property(fc.integer({ min: 0x2000, max: 0x3fff }), GROUP, GROUP, (a, b, c) => {
      check(`${a.toString(16)}:${b.toString(16)}::${c.toString(16)}`);
    }),
  );
});

test('public and not, by name', () => {
  const table: [boolean, string][] = [
    [
      true,
      '8.8.8.8 1.1.1.1 172.15.255.255 172.32.0.1 100.63.0.1 100.128.0.1 192.0.1.1 223.255.255.255',
    ],
    [true, '2606:4700:4700::1111 2a00:1450:4001:82b::200e 2001:4860:4860::8888'],
    [
      false,
      '127.0.0.1 10.1.2.3 192.168.0.1 172.31.255.255 169.254.169.254 100.100.100.200 0.0.0.0',
    ],
    [false, '255.255.255.255 192.0.0.192 168.63.129.16 198.19.0.1 224.0.0.1 240.0.0.1'],
    [
      false,
      '::1 :: ::ffff:8.8.8.8 ::ffff:7f00:1 ::8.8.8.8 64:ff9b::808:808 64:ff9b:1::1 2002:7f00:1::',
    ],
    [
      false,
      '2001::1 2001:db8::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1 100::1 3fff::1 5f00::1 4000::1',
    ],
    [false, 'localhost 127.1 0177.0.0.1 0x7f000001 2130706433 [::1] fe80::1%1'],
  ];
  for (const [expected, texts] of table) {
    for (const text of texts.split(' ')) assert.equal(isPublicAddress(text), expected, text);
  }
});

test('no IPv6 spelling of a private IPv4 address is public', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 255 }),
      fc.integer({ min: 0, max: 0xffff }),
      (b, rest) => {
        const v4 = `10.${b}.${rest >> 8}.${rest & 0xff}`;
        const [high, low] = [(0x0a00 | b).toString(16), rest.toString(16)];
        for (const text of [
          `::ffff:${v4}`,
          `::ffff:${high}:${low}`,
          `::${v4}`,
          `64:ff9b::${v4}`,
          `64:ff9b:1::${v4}`,
          `2002:${high}:${low}::`,
          `2001:0:${high}:${low}::1`,
          `0:0:0:0:0:ffff:${high}:${low}`,
        ]) {
          assert.equal(isPublicAddress(text), false, text);
        }
      },
    ),
  );
});

test('loopback', () => {
  for (const text of [
    '127.0.0.1',
    '127.255.255.254',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
  ]) {
    assert.equal(isLoopback(text), true, text);
  }
  for (const text of [
    '126.255.255.255',
    '128.0.0.0',
    '::2',
    '::',
    '0.0.0.0',
    'localhost',
    '::127.0.0.1',
  ]) {
    assert.equal(isLoopback(text), false, text);
  }
});

test('ranges are read or refused', () => {
  const table: [text: string, expected: [hex: string, bits: number] | null][] = [
    ['10.0.0.0/8', ['0a000000', 8]],
    ['10.0.0.1', ['0a000001', 32]],
    ['0.0.0.0/0', ['00000000', 0]],
    ['::ffff:10.0.0.0/104', ['0a000000', 8]],
    ['2001:db8::/32', ['20010db8000000000000000000000000', 32]],
    ['::/0', ['0'.repeat(32), 0]],
    ['10.0.0.0/33', null],
    ['::/129', null],
    ['10.0.0.0/08', null],
    ['10.0.0.0/-1', null],
    ['10.0.0.0/', null],
    ['10.0.0.0/8/8', null],
    ['10.0.0/8', null],
    [' 10.0.0.0/8', null],
    ['', null],
    ['/8', null],
  ];
  for (const [text, expected] of table) {
    const cidr = parseCidr(text);
    assert.deepEqual(cidr === null ? null : [toHex(cidr.bytes), cidr.prefix_bits], expected, text);
  }
});

test('a range contains what Node says, and an IPv4 client however it connects', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.tuple(V4, fc.integer({ min: 0, max: 32 }), V4, fc.constant('ipv4' as const)),
        fc.tuple(V6, fc.integer({ min: 0, max: 128 }), V6, fc.constant('ipv6' as const)),
      ),
      fc.boolean(),
      ([network, bits, other, family], near) => {
        const cidr = parseCidr(`${network}/${bits}`);
        assert.ok(cidr !== null);
        const address = near ? network : other;
        const list = listOf([`${network}/${bits}`], family);
        assert.equal(cidrContains(cidr, address), list.check(address, family));
        if (family === 'ipv4') {
          assert.equal(cidrContains(cidr, `::ffff:${address}`), list.check(address, family));
        }
      },
    ),
  );
  const everything = parseCidr('::/0');
  assert.ok(everything !== null);
  assert.equal(cidrContains(everything, 'not an address'), false);
  assert.equal(cidrContains(everything, '10.0.0.1'), false, 'families stay apart');
});

test('a client that has gone has no address: it is in no range, not public, and one network', () => {
  const everything = parseCidr('0.0.0.0/0');
  assert.ok(everything !== null);
  assert.equal(cidrContains(everything, undefined), false);
  assert.equal(isPublicAddress(undefined), false);
  assert.equal(networkOf(undefined), 'gone');
});
