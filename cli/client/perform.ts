// Performs one command: reads settings, sends the request, prints the answer, sets the exit code.
import type { Client, Json, Problem, ServiceAnswer } from './client.ts';
import { createClient } from './client.ts';
import { type Codes, confirmingClient, openCodes } from './confirm.ts';
import { writeExact } from './exact-json.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { reasonedClient, type Said } from './reasons.ts';
import { discreetClient } from './secret-file.ts';
import { type GlobalOptions, readCellName, readToken, readUrl, type Wrong } from './settings.ts';
import { arrayOf, clean, objectOf, type View } from './show.ts';
import type { Terminal } from './terminal.ts';

export type Task = {
  /** `codes`: for a command that signs a person in by itself. */
  call(client: Client, codes: Codes): Promise<ServiceAnswer>;
  show(body: Json, view: View): string;
  /** True if the answer itself reports a failure, such as books that do not hold. */
  failed?: (body: Json) => boolean;
  /** True if something waits for a second person. */
  waits?: (body: Json) => boolean;
  /** Advice about a refusal, if the command knows more than the service. */
  hint?: (problem: Problem) => string | null;
  /** Needs no operator token. */
  open?: true;
};

export type Perform = (task: Task) => Promise<void>;

export type PerformOptions = GlobalOptions & {
  said: Said;
  /** What the arguments name, as `merchant 0189…`. */
  named: readonly string[];
};

export async function perform(
  task: Task,
  options: PerformOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const url = readUrl(options, terminal);
  const token = task.open === true ? null : readToken(options, terminal);
  const codes = openCodes(options.codeFile, terminal);
  const cell = readCellName(options);
  if (isWrong(cell)) return tellWrong(cell, terminal);
  if (isWrong(url)) return tellWrong(url, terminal);
  if (isWrong(token)) return tellWrong(token, terminal);
  if (isWrong(codes)) return tellWrong(codes, terminal);
  const client = createClient(url, token, cell);
  const discreet = discreetClient(client, options.secretFile, terminal);
  const confirming = token === null ? discreet : confirmingClient(discreet, codes);
  const answer = await task.call(reasonedClient(confirming, options.said), codes);
  if (answer.kind === 'unreachable') {
    if (options.json === true) {
      terminal.out(`${writeExact({ code: 'unreachable', detail: answer.message })}\n`);
    }
    terminal.err(`${clean(answer.message)}\n`);
    return EXIT.unreachable;
  }
  if (answer.kind === 'problem') {
    const hint = task.hint?.(answer.problem) ?? null;
    return tellProblem(answer.problem, hint, options, terminal);
  }
  if (answer.kind === 'waiting') return tellWaiting(answer.body, options, terminal);
  return tellBody(task, answer.body, options, terminal);
}

const isWrong = (given: object | string | null | undefined): given is Wrong =>
  typeof given === 'object' && given !== null && 'wrong' in given;

function tellWrong({ wrong }: Wrong, terminal: Terminal): ExitCode {
  terminal.err(`${wrong}\n`);
  return EXIT.usage;
}

/** A refusal counts more than something that waits. */
function exitCodeOf(task: Task, body: Json): ExitCode {
  if (task.failed?.(body) === true) return EXIT.failed;
  return task.waits?.(body) === true ? EXIT.waits : EXIT.ok;
}

/** The answer to an act that a second person has to approve. */
function tellWaiting(proposal: Json, options: GlobalOptions, terminal: Terminal): ExitCode {
  if (options.json === true) terminal.out(`${writeExact(proposal)}\n`);
  else {
    const id = clean(String(proposal.id));
    terminal.err(`Not done yet: a second person has to approve it: approvals approve ${id}\n`);
  }
  return EXIT.waits;
}

/** Of an answer over several cells. */
function awayText({ cells_away }: Json): string {
  const names = Array.isArray(cells_away) ? cells_away.map((name) => clean(String(name))) : [];
  if (names.length === 0) return '';
  const are = names.length === 1 ? 'it is' : 'they are';
  return `Not all: what is in ${names.join(', ')} is missing, because ${are} away.\n`;
}

function tellBody(task: Task, body: Json, options: GlobalOptions, terminal: Terminal): ExitCode {
  const code = exitCodeOf(task, body);
  if (options.json === true) {
    terminal.out(`${writeExact(body)}\n`);
    return code;
  }
  const color = terminal.out_is_tty && (terminal.env.NO_COLOR ?? '') === '';
  const most_columns = options.wide === true ? undefined : terminal.columns;
  const fit = most_columns === undefined ? {} : { most_columns };
  terminal.out(task.show(body, { utc: options.utc === true, color, ...fit }));
  terminal.err(awayText(body));
  if (typeof body.next_cursor === 'string') terminal.err(`More: --cursor ${body.next_cursor}\n`);
  if (body.has_more === true) terminal.err(`More: --after ${String(body.next_after)}\n`);
  return code;
}

/** The service's answer does not say which of them it did not find; some commands do. */
function missingText({ detail }: Problem, named: readonly string[]): string[] {
  const is_said = named.some((one) => detail.includes(one.slice(one.indexOf(' '))));
  if (is_said || named.length === 0) return [];
  if (named.length === 1) return [`There is no ${named.join('')}.`];
  return [`One of these does not exist: ${named.join(', ')}.`];
}

const UNCONFIRMED =
  'It asks for a code of your authenticator app: run it in a terminal, or use --code-file.';
const WRONG_TOKEN = 'Is the operator token the right one for this service?';

/**
 * Prints the service's own words: what is wrong with each field, and where the code is explained.
 */
function tellProblem(
  problem: Problem,
  hint: string | null,
  options: PerformOptions,
  terminal: Terminal,
): ExitCode {
  if (options.json === true) terminal.out(`${JSON.stringify(problem, null, 2)}\n`);
  const errors = arrayOf(problem.errors).map(objectOf);
  // Leaves out a field's error that the main sentence repeats.
  const isNews = (error: Json) =>
    errors.length > 1 || !problem.detail.includes(`${String(error.field)}: ${error.message}`);
  const lines = [
    // Status 0: not the service's answer, but a problem of the command itself.
    problem.status === 0 ? problem.detail : `${problem.detail} (${problem.status} ${problem.code})`,
    ...errors.filter(isNews).map(({ field, message }) => `  ${String(field)}: ${String(message)}`),
    ...(problem.status === 401 && hint === null ? [WRONG_TOKEN] : []),
    ...(problem.code === 'confirmation_required' ? [UNCONFIRMED] : []),
    ...(problem.status === 404 && hint === null ? missingText(problem, options.named) : []),
    ...(hint === null ? [] : [hint]),
    ...(typeof problem.type === 'string' ? [`See ${problem.type}`] : []),
  ];
  terminal.err(`${lines.map(clean).join('\n')}\n`);
  return problem.status === 503 ? EXIT.unreachable : EXIT.failed;
}
