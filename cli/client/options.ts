// Options that many commands share, and how their values are read.
import { type Command, InvalidArgumentError } from 'commander';
import { BOUNDS } from './bounds.gen.ts';
import type { Json } from './client.ts';

/** The description of an argument that names a merchant. */
export const MERCHANT = 'the merchant’s id';

/** Options as commander gives them: camelCase. */
export type Options = Readonly<Record<string, unknown>>;

// Stands for null, because commander takes a parser's null for an empty text.
const NONE = Symbol('none');

/** `amount_cents` of `amountCents`. */
export const apiName = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The options under the API's field names; those not given are left out. */
export function fieldsOf(options: Options): Json {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => [apiName(name), value === NONE ? null : value]),
  );
}

/** The header that makes repeated commands act once; none if no key was given. */
export function onceBy(key: unknown): Readonly<Record<string, string>> {
  return key === undefined ? {} : { 'idempotency-key': String(key) };
}

/** Money and counts are whole numbers; `1.50` is refused, not rounded. */
export function wholeNumberOption(text: string): number {
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value)) return value;
  throw new InvalidArgumentError('It must be a whole number.');
}

/** A whole number, or `none` to remove a limit. */
export function wholeNumberOrNone(text: string): number | symbol {
  return text === 'none' ? NONE : wholeNumberOption(text);
}

export const textOrNone = (text: string): unknown => (text === 'none' ? NONE : text);

export function decimalNumber(text: string): number {
  if (/^\d{1,15}(?:\.\d{1,8})?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number like 1.5.');
}

export function onOrOff(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new InvalidArgumentError('It must be on or off.');
}

export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

export function withPaging(command: Command): Command {
  return command
    .option(
      '--limit <count>',
      `how many, at most ${BOUNDS.listMerchants.limit.max}`,
      wholeNumberOption,
    )
    .option('--cursor <cursor>', 'the cursor that the previous page printed');
}

/** For whoever decided on what they read: an act on anything newer is refused. */
export function withExpectedSequence(command: Command): Command {
  return command.option(
    '--expected-sequence <number>',
    'the sequence on which you decided: refused if it has changed since',
    wholeNumberOption,
  );
}

export function withAmountFilters(command: Command): Command {
  return command
    .option('--amount-cents <amount>', 'with this amount, in minor units', wholeNumberOption)
    .option('--amount-min-cents <amount>', 'with at least this amount', wholeNumberOption)
    .option('--amount-max-cents <amount>', 'with at most this amount', wholeNumberOption);
}

/** `done` is what happened then: booked, created. */
export function withTimeFilters(command: Command, done: string): Command {
  return command
    .option('--from <time>', `${done} at or after this time, or on or after this day in UTC`)
    .option('--to <time>', `${done} before this time, or before this day in UTC`)
    .option('--day <day>', `${done} on this day in UTC`);
}

const with_examples = new WeakSet<Command>();

/** Adds examples to a command's help; they work once the ids are replaced. */
export function examples(command: Command, lines: readonly string[]): Command {
  with_examples.add(command);
  const text = lines.map((line) => `  $ payment-orders ${line}`).join('\n');
  return command.addHelpText('after', `\nExamples:\n${text}`);
}

/** `merchants create`, as people type it. */
export function commandWords(command: Command): string {
  const above = command.parent;
  return above === null || above.parent === null
    ? command.name()
    : `${commandWords(above)} ${command.name()}`;
}

const asWord = (name: string) => name.toUpperCase().replaceAll('-', '_');

/** With only what the command requires. */
function usualExample(command: Command): string {
  const required = command.options.filter(({ mandatory }) => mandatory);
  return [
    commandWords(command),
    ...command.registeredArguments.map((argument) => asWord(argument.name())),
    ...required.map((option) => `${option.long} ${asWord(option.name())}`),
  ].join(' ');
}

/** Call it once all commands are there: those without an example get the usual one. */
export function addUsualExamples(program: Command): void {
  for (const command of program.commands) {
    if (command.commands.length > 0) addUsualExamples(command);
    else if (!with_examples.has(command)) examples(command, [usualExample(command)]);
  }
}
