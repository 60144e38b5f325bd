// The servers that an address names, as libpq reads it.
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDatabaseAddresses } from '../../server/lib/database-addresses.ts';

const READ: readonly (readonly [
  text: string,
  urls: readonly string[],
  is_writer_sought: boolean,
])[] = [
  ['postgres://u@h/d', ['postgres://u@h/d'], false],
  ['postgresql://u:p%40x@h:5433/d', ['postgresql://u:p%40x@h:5433/d'], false],
  ['postgres://u:p@x@h/d', ['postgres://u:p@x@h/d'], false],
  ['postgres://u@/d?host=/run/pg', ['postgres://u@/d?host=/run/pg'], false],
  ['postgres:///d?host=/run/pg', ['postgres:///d?host=/run/pg'], false],
  [
    'postgres://u@h/d?target_session_attrs=any',
    ['postgres://u@h/d?target_session_attrs=any'],
    false,
  ],
  [
    'postgres://u@h/d?target_session_attrs=read-write',
    ['postgres://u@h/d?target_session_attrs=read-write'],
    true,
  ],
  [
    'postgres://u:p@a:1,b,[::1]:3/d?sslmode=require',
    [
      'postgres://u:p@a:1/d?sslmode=require',
      'postgres://u:p@b/d?sslmode=require',
      'postgres://u:p@[::1]:3/d?sslmode=require',
    ],
    true,
  ],
  [
    'postgres://u@%2Frun%2Fa,%2Frun%2Fb/d',
    ['postgres://u@%2Frun%2Fa/d', 'postgres://u@%2Frun%2Fb/d'],
    true,
  ],
];

const REFUSED: readonly (readonly [what: string, text: string])[] = [
  ['another program', 'mysql://h/d'],
  ['a blank', 'postgres://u@h/d b'],
  ['a port that is none', 'postgres://u@h:x/d'],
  ['a port above the last', 'postgres://u@h:70000/d'],
  ['one port of several that is none', 'postgres://u@a:1,b:x/d'],
  ['a host that is missing', 'postgres://u@a,,b/d'],
  ['a host that is missing at the end', 'postgres://u@a,/d'],
  ['hosts as a parameter', 'postgres://u@/d?host=a,b'],
  ['ports as a parameter', 'postgres://u@a/d?port=1,2'],
  ['a standby, to which nobody can write', 'postgres://u@a,b/d?target_session_attrs=standby'],
  ['a misspelt target', 'postgres://u@a,b/d?target_session_attrs=readwrite'],
  ['too many hosts', `postgres://u@${Array.from({ length: 17 }, (_, n) => `h${n}`).join(',')}/d`],
];

describe('the address of a database', () => {
  for (const [text, urls, is_writer_sought] of READ) {
    it(`is read: ${text}`, () =>
      deepEqual(readDatabaseAddresses(text), { urls, is_writer_sought }));
  }

  for (const [what, text] of REFUSED) {
    it(`is refused with ${what}`, () => equal(readDatabaseAddresses(text), undefined));
  }
});
