// No command has an option of the whole program: with `--url` of its own, a merchant's address was
// taken for the service's, and the operator's token went there.
import { deepEqual, ok } from 'node:assert/strict';
import { it } from 'node:test';
import type { Command } from 'commander';
import { createProgram } from '../../cli/run.ts';
import { testTerminal } from './test-terminal.ts';

const flagsOf = ({ options }: Command) => options.map(({ long }) => long);

const commandsBelow = (command: Command): Command[] =>
  command.commands.flatMap((one) => [one, ...commandsBelow(one)]);

it('every command has only options that the program does not have', () => {
  const program = createProgram(testTerminal().terminal, () => undefined);
  const of_all = flagsOf(program);
  ok(of_all.includes('--url'));
  const commands = commandsBelow(program);
  ok(commands.length > 100, `${commands.length} commands`);
  const shared = commands.flatMap((command) =>
    flagsOf(command)
      .filter((flag) => of_all.includes(flag))
      .map((flag) => `${command.name()} ${flag}`),
  );
  deepEqual(shared, []);
});
