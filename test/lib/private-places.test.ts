// Which private addresses an operator's networks and hosts allow, with Node's BlockList as oracle.
import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { BlockList } from 'node:net';
import { describe, it } from 'node:test';
import { isNeverCalled, parseCidr } from '../../server/lib/ip-address.ts';
import { isNamedHost, leadsToPrivate, NO_PRIVATE_PLACES } from '../../server/lib/private-places.ts';
import { fc } from '../support/property.ts';

const HOST = 'hooks.corp.internal';

function places(networks: string, hosts: readonly string[] = []) {
  const read = networks.split(' ').map((one) => parseCidr(one));
  return { networks: read.filter((one) => one !== null), hosts, ca: null };
}

const NEVER = [
  '0.0.0.0 0.1.2.3 169.254.0.0 169.254.169.254 169.254.255.255 224.0.0.1 239.255.255.250',
  '255.255.255.255 100.100.100.200 168.63.129.16 192.0.0.192',
  ':: fe80::1 febf::1 ff02::1 ff0e::1 fd00:ec2::254 fd20:ce::254',
  '::10.0.0.1 64:ff9b::a00:1 64:ff9b:1::a00:1 2002:a00:1:: 2001:0:a00:1::1',
  '::ffff:169.254.169.254 ::ffff:a9fe:a9fe ::ffff:0.0.0.0 ::ffff:224.0.0.1',
  'localhost 10.0.0 010.0.0.1 fe80::1%eth0',
].flatMap((line) => line.split(' '));

describe('private places', () => {
  it('are none if an operator names none', () => {
    for (const address of ['10.0.0.1', '192.168.0.1', 'fd00::1', '127.0.0.1', ...NEVER]) {
      equal(leadsToPrivate(HOST, address, NO_PRIVATE_PLACES), false, address);
    }
  });

  it('never include some addresses, whatever the networks are', () => {
    const everything = places('0.0.0.0/0 ::/0 169.254.169.254 fe80::1 fd00:ec2::254 ::/128');
    for (const address of NEVER) {
      equal(isNeverCalled(address), true, address);
      equal(leadsToPrivate(HOST, address, everything), false, address);
    }
  });

  it('include a loopback address only if it is named by itself', () => {
    const table: [networks: string, address: string, expected: boolean][] = [
      ['127.0.0.0/8 0.0.0.0/0', '127.0.0.1', false],
      ['127.0.0.0/31', '127.0.0.1', false],
      ['127.0.0.1', '127.0.0.1', true],
      ['127.0.0.1/32', '127.0.0.1', true],
      ['127.0.0.1', '::ffff:127.0.0.1', true],
      ['127.0.0.1', '127.0.0.2', false],
      ['127.0.0.1', '::1', false],
      ['::/7', '::1', false],
      ['::1', '::1', true],
      ['::1', '0:0:0:0:0:0:0:1', true],
    ];
    for (const [networks, address, expected] of table) {
      equal(leadsToPrivate(HOST, address, places(networks)), expected, `${networks} ${address}`);
    }
  });

  it('are only led to by the named hosts, if some are named', () => {
    const named = places('10.0.0.0/8', ['one.corp.internal', '.hooks.internal']);
    const hosts = {
      'one.corp.internal': true,
      'two.corp.internal': false,
      'sub.one.corp.internal': false,
      'a.hooks.internal': true,
      'a.b.hooks.internal': true,
      'hooks.internal': false,
      'evilhooks.internal': false,
      '10.0.0.1': false,
    };
    const found = Object.keys(hosts).map((host) => [host, leadsToPrivate(host, '10.0.0.1', named)]);
    deepEqual(Object.fromEntries(found), hosts);
    equal(leadsToPrivate('one.corp.internal', '192.168.0.1', named), false);
    equal(isNamedHost('one.corp.internal', NO_PRIVATE_PLACES), false);
  });

  it('are what Node takes for the network, however an IPv4 address is written', () => {
    const v4 = fc.tuple(fc.ipV4(), fc.integer({ min: 8, max: 32 }), fc.ipV4());
    const v6 = fc.tuple(fc.ipV6(), fc.integer({ min: 7, max: 128 }), fc.ipV6());
    const ways = fc.oneof(
      fc.tuple(v4, fc.constant('ipv4' as const)),
      fc.tuple(v6, fc.constant('ipv6' as const)),
    );
    let inside = 0;
    fc.assert(
      fc.property(ways, fc.boolean(), ([[network, bits, other], family], near) => {
        const address = near ? network : other;
        const list = new BlockList();
        list.addSubnet(network, bits, family);
        const is_loopback = family === 'ipv4' ? address.startsWith('127.') : false;
        const is_free = !isNeverCalled(address) && (!is_loopback || bits === 32);
        const expected = is_free && list.check(address, family);
        const named = places(`${network}/${bits}`);
        inside += Number(expected);
        equal(leadsToPrivate(HOST, address, named), expected);
        if (family === 'ipv4') equal(leadsToPrivate(HOST, `::ffff:${address}`, named), expected);
      }),
      { numRuns: 1_000 },
    );
    notEqual(inside, 0);
  });
});
