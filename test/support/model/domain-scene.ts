// A world for tests of the rules: runs real commands through `decide` and keeps the results.
import assert from 'node:assert/strict';
import type { Command } from '../../../server/domain/batch/command.ts';
import { type Change, type Result, withAllFacts } from '../../../server/domain/batch/decision.ts';
import { balanceOf, emptyWorld, type World } from '../../../server/domain/batch/world.ts';
import { decideAll } from '../../../server/domain/decide.ts';
import type { LineRecord } from '../../../server/domain/record/bank-line.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import {
  isRefusal,
  type Refusal,
  type RefusalCode,
} from '../../../server/domain/service/refusal.ts';
import { merchantWith, START } from './domain-commands.ts';

type Answer = Result | Refusal;

function tradeIn(answer: Answer): Trade {
  if (isRefusal(answer) || answer.kind !== 'trade') assert.fail(`no trade: ${said(answer)}`);
  return answer.trade;
}

function recordIn(answer: Answer): LineRecord {
  if (isRefusal(answer) || answer.kind !== 'line') assert.fail(`no line: ${said(answer)}`);
  return answer.record;
}

function said(answer: Answer): string {
  return isRefusal(answer) ? `${answer.code}: ${answer.detail}` : answer.kind;
}

function refusedWith(answer: Answer, code: RefusalCode): Refusal {
  if (!isRefusal(answer)) assert.fail(`expected ${code}, got ${said(answer)}`);
  assert.equal(answer.code, code, answer.detail);
  return answer;
}

export type DomainScene = {
  world: World;
  changes: Change[];
  run(command: Command): Answer;
  /** Runs a command on trades and returns the trade; fails on a refusal. */
  trade(command: Command): Trade;
  /** Runs a command that must be refused with the code, and must change nothing. */
  refused(command: Command, code: RefusalCode): Refusal;
  line(command: Command): LineRecord;
  now(trade: Trade): Trade;
  wait(ms: number): void;
  balance(account: string, currency?: string, book?: string): bigint;
};

export function scene(): DomainScene {
  const world = emptyWorld(START);
  const changes: Change[] = [];
  const run = (command: Command): Answer => {
    const decided = withAllFacts(decideAll(world, [command]));
    changes.push(...decided.changes);
    const [answer] = decided.answers;
    if (answer === undefined) throw new Error('A command got no answer');
    return answer;
  };
  return {
    world,
    changes,
    run,
    trade: (command) => tradeIn(run(command)),
    refused: (command, code) => {
      const before = structuredClone(world);
      const refusal = refusedWith(run(command), code);
      assert.deepEqual(world, before, 'a refusal changed something');
      return refusal;
    },
    line: (command) => recordIn(run(command)),
    now: (trade) => world.trades.get(trade.trade_id) ?? assert.fail('The trade is gone'),
    wait: (ms) => {
      world.now += ms;
    },
    balance: (account, currency = 'INR', book = merchantWith().merchant_id) =>
      balanceOf(world, book, account, currency),
  };
}
