// Passkeys are offered only if the browser can make them at this address.
import { equal } from 'node:assert/strict';
import { it } from 'node:test';
import { obstacleOf } from '../../../console/session/passkey-obstacle.ts';

const AT: readonly [hostname: string, obstacle: ReturnType<typeof obstacleOf>][] = [
  ['127.0.0.1', 'numbers'],
  ['[::1]', 'numbers'],
  ['10.0.0.12', 'numbers'],
  ['localhost', null],
  ['console.example.com', null],
  ['127.0.0.1.example.com', null],
];

for (const [hostname, obstacle] of AT) {
  it(`at ${hostname} ${obstacle === null ? 'a passkey can be made' : 'none can be made'}`, () => {
    equal(obstacleOf(hostname, true), obstacle);
  });
}

it('a browser without the functions is told apart from an address without a name', () => {
  equal(obstacleOf('localhost', false), 'unsupported');
  equal(obstacleOf('127.0.0.1', false), 'numbers');
});
