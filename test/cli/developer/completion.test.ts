// Completion scripts: complete for every command and option, tried in a real bash, and in zsh and
// fish if the machine has them.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import {
  type CommandNode,
  commandTree,
  SHELL_NAMES,
} from '../../../cli/commands/developer/completion-scripts.ts';
import { createProgram } from '../../../cli/run.ts';
import { testUnder } from '../../support/checkout/machine-programs.ts';
import { openPseudoTerminal, TERMINAL_PROGRAM } from '../pseudo-terminal.ts';
import { runCli, testTerminal } from '../test-terminal.ts';

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

/** Lines that are typed, and what the shell makes of them when Tab is pressed once. */
const TYPED = [
  ['payment-orders merch', 'merchants'],
  ['payment-orders trades sho', 'trades show'],
  ['payment-orders trades list --direc', 'trades list --direction'],
  ['payment-orders --json callbacks endpoints rot', '--json callbacks endpoints rotate-secret'],
] as const;

/** How each shell is started, and told of the script and of a program that says how it was run. */
const TYPED_INTO = {
  bash: {
    start: 'bash --norc --noprofile -i',
    before: `PS1='> '; payment-orders() { echo "RAN $* END"; }; echo RE""ADY`,
  },
  fish: {
    start: 'fish --no-config -i',
    before: 'function payment-orders; echo RAN $argv END; end; echo RE""ADY',
  },
} as const;

/** Types the lines at a terminal, each with one Tab, and returns how the program was run. */
async function typedInto(shell: keyof typeof TYPED_INTO): Promise<string[]> {
  const { start, before } = TYPED_INTO[shell];
  const folder = await mkdtemp(join(tmpdir(), 'payment-orders-tab-'));
  const file = join(folder, 'completion');
  await writeFile(file, await scriptFor(shell));
  const env = { HOME: folder, INPUTRC: '/dev/null' };
  const terminal = openPseudoTerminal(start, { columns: 200, env });
  terminal.type(`source ${file}; ${before}\r`);
  await terminal.until(/^READY$/m);
  for (const [index, [line]] of TYPED.entries()) {
    terminal.type(`${line}\t\r`);
    await terminal.until(new RegExp(`(?:^RAN [^$]*? END\\s*[^]*?){${index + 1}}`, 'm'));
  }
  terminal.type('exit\r');
  const { shown } = await terminal.ended;
  await rm(folder, { recursive: true });
  return [...shown.matchAll(/^RAN (.*?) END/gm)].map(([, words = '']) => words.trim());
}

const COMPLETED = TYPED.map(([, completed]) => completed);

testUnder(TERMINAL_PROGRAM, 'bash completes when Tab is pressed', async () => {
  deepEqual(await typedInto('bash'), COMPLETED);
});

const pressTab = ([line]: (typeof TYPED)[number]) =>
  `all=''; zpty -w -n z ${JSON.stringify(line)}$'\\t\\n'; waitFor ' END'; print -r -- $all`;

/** A zsh at a terminal of its own, with the script in a folder of fpath, as people install it. */
const typedIntoZsh = (folder: string) => `
zmodload zsh/zpty
zpty z zsh -f -i
waitFor() { local piece=''; until [[ $all == *$1* ]]; do zpty -r z piece; all+=$piece; done }
all=''
zpty -w z 'fpath=(${folder} $fpath); autoload -U compinit; compinit -u -D'
zpty -w z 'bindkey "^I" complete-word'
zpty -w z 'payment-orders() { print -r -- "RAN $* END" }; print RE""ADY'
waitFor READY
${TYPED.map(pressTab).join('\n')}
zpty -d z
`;

testUnder('zsh', 'zsh completes, also when the first Tab loads the script', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'payment-orders-zsh-'));
  await writeFile(join(folder, '_payment-orders'), await scriptFor('zsh'));
  const run = promisify(execFile)('zsh', ['-f', '-c', typedIntoZsh(folder)], { timeout: 60_000 });
  const { stdout } = await run;
  await rm(folder, { recursive: true });
  const ran = [...stdout.matchAll(/RAN (.*?) END/g)].map(([, words]) => words);
  deepEqual(
    ran.filter((words) => words !== '$*'),
    TYPED.map(([, completed]) => completed),
  );
});

testUnder([TERMINAL_PROGRAM, 'fish'], 'fish completes when Tab is pressed', async () => {
  deepEqual(await typedInto('fish'), COMPLETED);
});

test('an unknown shell is wrong usage, and names the known ones', async () => {
  const { code, err } = await runCli(['completion', 'cmd']);
  equal(code, 2);
  for (const shell of SHELL_NAMES) ok(err.includes(shell));
});
