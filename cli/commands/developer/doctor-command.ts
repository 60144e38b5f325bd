// `doctor`: checks the service from the outside, and says what to do about each finding.
import { styleText } from 'node:util';
import type { Command } from 'commander';
import { createClient } from '../../client/client.ts';
import { EXIT, type ExitCode } from '../../client/exit-code.ts';
import { examples } from '../../client/options.ts';
import {
  type GlobalOptions,
  MERCHANT_TOKEN_OPTION,
  readMerchantToken,
  readToken,
  readUrl,
} from '../../client/settings.ts';
import { clean } from '../../client/show.ts';
import type { Terminal } from '../../client/terminal.ts';
import { CHECKS, type Finding, readDoctorFacts } from './doctor-checks.ts';

const COLORS = { ok: 'green', warning: 'yellow', failed: 'red', skipped: 'gray' } as const;
const NAME_WIDTH = Math.max(...CHECKS.map(({ name }) => name.length));

function lineOf(name: string, { state, found, advice }: Finding, color: boolean): string {
  const word = state.padEnd('skipped'.length);
  const shown = color ? styleText(COLORS[state], word, { validateStream: false }) : word;
  const line = `${shown}  ${name.padEnd(NAME_WIDTH)}  ${clean(found)}\n`;
  const blanks = ' '.repeat('skipped'.length + NAME_WIDTH + 4);
  return advice === undefined ? line : `${line}${blanks}-> ${clean(advice)}\n`;
}

async function diagnose(
  options: { merchantTokenFile?: string },
  view: GlobalOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const url = readUrl(view, terminal);
  if (typeof url === 'object') {
    terminal.err(`${url.wrong}\n`);
    return EXIT.usage;
  }
  const [token, merchant] = [
    readToken(view, terminal),
    readMerchantToken(options.merchantTokenFile, terminal),
  ].map((given) => (typeof given === 'string' ? given : null));
  const client = createClient(url, token ?? null);
  const facts = await readDoctorFacts(client, token !== null, merchant ?? null, Date.now());
  const found = CHECKS.map(({ name, examine }) => ({ name, ...examine(facts) }));
  const is_ok = found.every(({ state }) => state !== 'failed');
  if (view.json === true) {
    terminal.out(`${JSON.stringify({ ok: is_ok, url, checks: found }, null, 2)}\n`);
  } else {
    const color = terminal.out_is_tty && (terminal.env.NO_COLOR ?? '') === '';
    for (const { name, ...finding } of found) terminal.out(lineOf(name, finding, color));
  }
  if (facts.ready.kind === 'unreachable') return EXIT.unreachable;
  return is_ok ? EXIT.ok : EXIT.failed;
}

export function addDoctorCommand(
  program: Command,
  terminal: Terminal,
  end: (exit_code: number) => void,
): void {
  const command = program
    .command('doctor')
    .description('check the service from here, and say what to do')
    .option(...MERCHANT_TOKEN_OPTION)
    .action(async (options: { merchantTokenFile?: string }) => {
      end(await diagnose(options, program.opts<GlobalOptions>(), terminal));
    });
  examples(command, ['doctor', 'doctor --url https://pay.example.com --json']);
}
