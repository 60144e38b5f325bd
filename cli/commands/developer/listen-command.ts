// `listen`: a merchant's events as they happen, forwarded to a program on this machine; those that
// were missed since the last time come first.
import type { Command } from 'commander';
import { createClient, type ServiceAnswer } from '../../client/client.ts';
import { EXIT, type ExitCode } from '../../client/exit-code.ts';
import { type Feed, type FeedEvent, lastNumber, readFeedPage } from '../../client/follow-feed.ts';
import { examples, wholeNumberOption } from '../../client/options.ts';
import { inWords } from '../../client/plain-words.ts';
import { keepOwnSecret } from '../../client/secret-file.ts';
import {
  type GlobalOptions,
  MERCHANT_TOKEN_OPTION,
  readMerchantToken,
  readUrl,
} from '../../client/settings.ts';
import { arrayOf, clean, momentText, objectOf } from '../../client/show.ts';
import type { Terminal } from '../../client/terminal.ts';
import { type ListenState, readState, stateFile, writeState } from './listen-state.ts';
import { callbackHeaders } from './sign-callback.ts';

type ListenOptions = {
  forwardTo?: string;
  merchantTokenFile?: string;
  after?: number;
  exitAfter?: number;
};

const WAIT_S = 20;
const PAGE = 50;
const FORWARD_MOST_MS = 10_000;
const FIRST_DELAY_MS = 1_000;
const MOST_DELAY_MS = 30_000;

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

type Session = {
  feed: Feed;
  forward_to: string | null;
  state: ListenState & { after: number };
  keep(state: ListenState): void;
  terminal: Terminal;
  view: GlobalOptions;
};

/** The HTTP status of the receiver, or why there was none. */
async function forward(to: string, secret: string, event: FeedEvent): Promise<number | string> {
  const { number: _number, id, ...callback } = event;
  const body = JSON.stringify(callback);
  try {
    const response = await fetch(to, {
      method: 'POST',
      headers: callbackHeaders(secret, id, body, Date.now()),
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(FORWARD_MOST_MS),
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    if (error instanceof DOMException) return 'no answer within 10 s';
    if (!(error instanceof TypeError) || !(error.cause instanceof Error)) throw error;
    return 'code' in error.cause ? inWords(String(error.cause.code)) : error.cause.message;
  }
}

/** Until the receiver answers, whatever it answers: while it is not running, it misses nothing. */
async function forwarded({ forward_to, state, terminal }: Session, event: FeedEvent) {
  if (forward_to === null) return null;
  for (let delay_ms = FIRST_DELAY_MS; ; delay_ms = Math.min(delay_ms * 2, MOST_DELAY_MS)) {
    const result = await forward(forward_to, state.secret, event);
    if (typeof result === 'number') return result;
    const soon = `trying again in ${delay_ms / 1_000} s`;
    terminal.err(clean(`${forward_to} did not answer event ${event.number}: ${result}; ${soon}`));
    terminal.err('\n');
    await later(delay_ms);
  }
}

function tell({ terminal, view }: Session, event: FeedEvent, status: number | null): void {
  const { number, type, timestamp, id } = event;
  if (view.json === true) {
    terminal.out(`${JSON.stringify({ number, id, type, timestamp, status })}\n`);
    return;
  }
  const at = momentText(timestamp, { utc: view.utc === true, color: false });
  const answered = status === null ? '' : `  -> ${status}`;
  terminal.out(clean(`${at}  ${number}  ${type}  ${id}${answered}`));
  terminal.out('\n');
}

/** Whether asking again later may help. */
const isPassing = (answer: ServiceAnswer): boolean =>
  answer.kind === 'unreachable' ||
  (answer.kind === 'problem' && [429, 503].includes(answer.problem.status));

function tellFailure(terminal: Terminal, view: GlobalOptions, answer: ServiceAnswer): ExitCode {
  if (view.json === true) {
    const unreachable = { code: 'unreachable', detail: 'message' in answer && answer.message };
    const told = answer.kind === 'problem' ? answer.problem : unreachable;
    terminal.out(`${JSON.stringify(told)}\n`);
  }
  if (answer.kind === 'unreachable') {
    terminal.err(`${clean(answer.message)}\n`);
    return EXIT.unreachable;
  }
  const problem = answer.kind === 'problem' ? answer.problem : null;
  const told = problem === null ? 'The service did not answer as expected.' : problem.detail;
  terminal.err(`${clean(told)}\n`);
  if (problem?.status === 401) {
    terminal.err('Is MERCHANT_TOKEN a token of this service, with the scope read?\n');
  }
  for (const { field, message } of arrayOf(problem?.errors).map(objectOf)) {
    terminal.err(clean(`  ${String(field)}: ${String(message)}`));
    terminal.err('\n');
    if (field === 'after') terminal.err('Begin again: listen --after 0\n');
  }
  return EXIT.failed;
}

async function follow(session: Session, exit_after: number): Promise<ExitCode> {
  const { feed, state, terminal } = session;
  let [told, delay_ms] = [0, FIRST_DELAY_MS];
  while (told < exit_after) {
    const page = await readFeedPage(feed, state.after, PAGE, WAIT_S);
    if ('failed' in page) {
      const code = tellFailure(terminal, session.view, page.failed);
      if (!isPassing(page.failed) || (page.failed.kind === 'unreachable' && told === 0))
        return code;
      await later(delay_ms);
      delay_ms = Math.min(delay_ms * 2, MOST_DELAY_MS);
      continue;
    }
    delay_ms = FIRST_DELAY_MS;
    for (const event of page.events.slice(0, exit_after - told)) {
      tell(session, event, await forwarded(session, event));
      state.after = event.number;
      session.keep(state);
      told += 1;
    }
  }
  return EXIT.ok;
}

function readReceiver(text: string | undefined): string | null | { wrong: string } {
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && ['http:', 'https:'].includes(url.protocol)) return url.href;
  return { wrong: '--forward-to must be an address like http://127.0.0.1:3000/callbacks' };
}

const WITHOUT_FILE =
  'It signs with a new secret, which your program needs, and the errors go to no terminal. ' +
  'Nothing was done: run it in a terminal, or name a new file with --secret-file.\n';

/** Where the secret is that the receiver checks with, in words; null after a refusal. */
function tellSecretPlace(session: Session, is_known: boolean): string | null {
  const { state, forward_to, terminal, view } = session;
  const { secretFile: file } = view;
  if (forward_to === null) return '';
  if (file === '-' || (file === undefined && terminal.err_is_tty)) {
    return `They are signed with the secret ${state.secret}\n`;
  }
  if (file === undefined) {
    if (is_known) return 'They are signed with the secret of the last time.\n';
    terminal.err(WITHOUT_FILE);
    return null;
  }
  const refused = keepOwnSecret(file, state.secret);
  if (refused === null) return `They are signed with the secret in ${clean(file)}\n`;
  terminal.err(`${clean(refused)}\n`);
  return null;
}

function firstWords({ state, forward_to, terminal }: Session, secret_place: string): void {
  const from = state.after === 0 ? 'from the first one' : `behind number ${state.after}`;
  const to = forward_to === null ? '' : `, forwarded to ${forward_to}`;
  terminal.err(clean(`Events ${from}${to}. Ctrl-C ends; the next time goes on from there.`));
  terminal.err('\n');
  terminal.err(secret_place);
}

async function listen(
  options: ListenOptions,
  view: GlobalOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const url = readUrl(view, terminal);
  const token = readMerchantToken(options.merchantTokenFile, terminal);
  const forward_to = readReceiver(options.forwardTo);
  for (const given of [url, token, forward_to]) {
    if (given === null || typeof given === 'string') continue;
    terminal.err(`${given.wrong}\n`);
    return EXIT.usage;
  }
  const receiver = forward_to === null ? null : String(forward_to);
  const feed = { client: createClient(String(url), null), token: String(token) };
  const file = stateFile(terminal, [String(url), String(token), receiver ?? '']);
  const known = readState(file);
  const after = options.after ?? known.after ?? (await lastNumber(feed));
  if (typeof after === 'object') return tellFailure(terminal, view, after.failed);
  const session: Session = {
    feed,
    forward_to: receiver,
    state: { ...known, after },
    keep: (state) => writeState(file, state),
    terminal,
    view,
  };
  const secret_place = tellSecretPlace(session, known.after !== null);
  if (secret_place === null) return EXIT.failed;
  session.keep(session.state);
  firstWords(session, secret_place);
  return await follow(session, options.exitAfter ?? Number.POSITIVE_INFINITY);
}

export function addListenCommand(
  program: Command,
  terminal: Terminal,
  end: (exit_code: number) => void,
): void {
  const command = program
    .command('listen')
    .description('show a merchant’s events as they happen, and forward them to your program')
    .option('--forward-to <url>', 'POST each event there, signed as callbacks are')
    .option(
      '--after <number>',
      'from behind this number (default: where it last ended)',
      wholeNumberOption,
    )
    .option('--exit-after <count>', 'end after so many events', wholeNumberOption)
    .option(...MERCHANT_TOKEN_OPTION)
    .action(async (options: ListenOptions) => {
      end(await listen(options, program.opts<GlobalOptions>(), terminal));
    });
  examples(command, [
    'listen --forward-to http://127.0.0.1:3000/callbacks',
    'listen --forward-to http://127.0.0.1:3000/callbacks --secret-file callbacks.txt',
    'listen --after 0 --exit-after 10 --json',
  ]);
}
