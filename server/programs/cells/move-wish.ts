// The arguments of `cells move`, and the words of its help.
import { readFileSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { PAUSE_MOST_S } from '../../domain/service/cell-move.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { parseDatabaseUrl } from '../../settings/setting-values.ts';

const USAGE = `Usage: payment-orders cells move <name> --to <url> [--to-migration-url <url>]
                                  [--from <url>] [--plan | --switch]
       payment-orders cells move <name> --cancel

Move a whole cell to another PostgreSQL server, while it works. Runs where the service
runs, with its settings in the environment (CELLS, ENCRYPTION_KEY, DATA_DIR, MODE).

Without --switch it copies the cell into an empty database and lets the copy follow,
as often as you run it; the service notices nothing. With --switch it then pauses the
writes of this cell for some seconds (its requests are answered with 503), compares,
and leaves the old place for good: every process goes on in the new one. If it is
killed, run it again with the same arguments. Until the switch, --cancel undoes it.

Options:
  --to <url>                the new address of the service's role, as in CELLS
  --to-migration-url <url>  with the role that owns the tables, if it is another one
  --from <url>              the old address as the new server reaches it, if that differs
                            from the one in CELLS
  --plan                    say what is missing and what would be done; nothing is changed
  --switch                  end the move, after the copy has caught up
  --pause-seconds <number>  how long writes may pause before all goes back: 1 to 60,
                            without it ${PAUSE_MOST_S}
  --cancel                  undo a move that was not switched

An address has a password: instead of it write @FILE, a file that has it.

Examples:
  $ payment-orders cells move east --to @east.url --to-migration-url @east-owner.url --plan
  $ payment-orders cells move east --to @east.url --to-migration-url @east-owner.url
  $ payment-orders cells move east --to @east.url --to-migration-url @east-owner.url --switch

Exit codes:
  0  done
  1  not done: the message says why, and where the cell is
  2  wrong usage
  3  --plan: something is missing
`;

const OPTIONS = {
  to: { type: 'string' },
  'to-migration-url': { type: 'string' },
  from: { type: 'string' },
  plan: { type: 'boolean' },
  switch: { type: 'boolean' },
  cancel: { type: 'boolean' },
  'pause-seconds': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsConfig['options'];

export type MoveWish = {
  readonly name: string;
  readonly act: 'plan' | 'copy' | 'switch' | 'cancel';
  /** Null to cancel. */
  readonly to: { readonly url: string; readonly owner_url: string } | null;
  readonly from: string | null;
  readonly pause_s: number;
};

/** The address itself is not repeated: it has a password. */
function addressOf(option: string, given: string): string {
  let text = given;
  if (given.startsWith('@')) {
    try {
      text = readFileSync(given.slice(1), 'utf8').trim();
    } catch (error) {
      throw new StartupError(`${option}: the file ${given.slice(1)} cannot be read.`, {
        cause: error,
      });
    }
  }
  const url = parseDatabaseUrl(text);
  if (url === undefined) throw new StartupError(`${option} must be an address like DATABASE_URL.`);
  return url;
}

const PAUSE_LONGEST_S = 60;

function pauseOf(text: string): number {
  const seconds = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (seconds >= 1 && seconds <= PAUSE_LONGEST_S) return seconds;
  throw new StartupError(`--pause-seconds takes a number from 1 to ${PAUSE_LONGEST_S}.`);
}

type Values = ReturnType<typeof parse>['values'];

const parse = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });

/** Null if these do not go together. */
function actOf({ plan, switch: is_switch, cancel, to }: Values): MoveWish['act'] | null {
  const acts = [plan && 'plan', is_switch && 'switch', cancel && 'cancel'].filter(Boolean);
  const [act = 'copy'] = acts as MoveWish['act'][];
  if (acts.length > 1 || (act === 'cancel') === (to !== undefined)) return null;
  return act;
}

function wishOf(name: string, act: MoveWish['act'], values: Values): MoveWish {
  const { to, from, 'to-migration-url': owner, 'pause-seconds': pause } = values;
  const url = to === undefined ? null : addressOf('--to', to);
  const owner_url = owner === undefined ? url : addressOf('--to-migration-url', owner);
  return {
    ...{ name, act },
    to: url === null || owner_url === null ? null : { url, owner_url },
    from: from === undefined ? null : addressOf('--from', from),
    pause_s: pause === undefined ? PAUSE_MOST_S : pauseOf(pause),
  };
}

/** Null after wrong usage or a request for help, which it has answered. */
export function readMoveWish(parameters: readonly string[]): MoveWish | null {
  try {
    const { values, positionals } = parse(parameters);
    const [name] = positionals;
    const act = actOf(values);
    const is_help = values.help === true;
    if (!is_help && name !== undefined && positionals.length === 1 && act !== null) {
      return wishOf(name, act, values);
    }
    process[is_help ? 'stdout' : 'stderr'].write(USAGE);
    process.exitCode = is_help ? 0 : 2;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    process.stderr.write(USAGE);
    process.exitCode = 2;
  }
  return null;
}
