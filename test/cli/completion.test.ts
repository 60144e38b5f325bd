// Completion scripts: complete for every command and option, tried in a real bash.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import {
  type CommandNode,
  commandTree,
  SHELL_NAMES,
} from '../../cli/commands/developer/completion-scripts.ts';
import { createProgram } from '../../cli/run.ts';
import { runCli, testTerminal } from './test-terminal.ts';

const root = commandTree(createProgram(testTerminal().terminal, () => undefined));

const below = (node: CommandNode): CommandNode[] => [node, ...node.commands.flatMap(below)];
const nodes = below(root);

async function scriptFor(shell: string): Promise<string> {
  const { code, out } = await runCli(['completion', shell]);
  equal(code, 0);
  return out;
}

/** What bash offers for each line; the last word of a line is the one that is completed. */
async function offered(lines: readonly (readonly string[])[]): Promise<string[][]> {
  const asked = lines.map(
    (words) =>
      `COMP_WORDS=(payment-orders ${words.map((word) => `'${word}'`).join(' ')}); ` +
      `COMP_CWORD=${words.length}; COMPREPLY=(); _payment_orders; echo "\${COMPREPLY[*]}"`,
  );
  const script = `set -u\n${await scriptFor('bash')}\n${asked.join('\n')}\n`;
  // Bash warns of a locale that the machine does not have.
  const env = { PATH: process.env.PATH, LC_ALL: 'C' };
  const run = promisify(execFile)('bash', ['--norc', '-c', script], { env });
  const { stdout, stderr } = await run;
  equal(stderr, '');
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '));
}

const wordsOf = ({ place }: CommandNode) => place.split('/').slice(1);

test('bash offers every command and option of every place', async () => {
  const found = await offered(nodes.map((node) => [...wordsOf(node), '']));
  ok(nodes.length > 150);
  for (const [index, node] of nodes.entries()) {
    const expected = [...node.commands.map(({ name }) => name), ...node.options];
    deepEqual(found[index], expected, node.place);
  }
});

test('bash completes what was begun, behind options and names too', async () => {
  const [commands, first, options, behind] = await offered([
    ['merch'],
    ['--json', 'trades', 'sho'],
    ['trades', 'list', '--direc'],
    ['merchants', 'show', 'M', '--js'],
  ]);
  deepEqual([commands, first], [['merchants'], ['show']]);
  deepEqual([options, behind], [['--direction'], ['--json']]);
});

test('every shell’s script has every command', async () => {
  for (const shell of SHELL_NAMES) {
    const script = await scriptFor(shell);
    for (const { place } of nodes) ok(script.includes(`${place}`), `${shell}: ${place}`);
  }
  match(await scriptFor('zsh'), /^#compdef payment-orders\n/);
  match(await scriptFor('fish'), /-a merchants -d '/);
});

test('an unknown shell is wrong usage, and names the known ones', async () => {
  const { code, err } = await runCli(['completion', 'cmd']);
  equal(code, 2);
  for (const shell of SHELL_NAMES) ok(err.includes(shell));
});
