// Every act of an operator on a trade is a command of the command line.
import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATOR_ACTS } from '../../server/app/trade/act-on-trade.ts';
import { runCli } from './test-terminal.ts';

test('every act of an operator on a trade has its command', async () => {
  const { out } = await runCli(['trades', '--help']);
  const commands = [...out.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
  deepEqual(
    OPERATOR_ACTS.filter((act) => !commands.includes(act.replaceAll('_', '-'))),
    [],
  );
});
