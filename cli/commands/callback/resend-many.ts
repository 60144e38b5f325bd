// `deliveries resend-many`: sends past events of a merchant again, request by request until the
// window is done, and says how far it is.
import type { Command } from 'commander';
import type { Client, Json, ServiceAnswer } from '../../client/client.ts';
import { examples, fieldsOf, type Options, wholeNumberOption } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { record } from '../../client/show.ts';

const COUNTED = ['examined', 'events', 'resent'] as const;

function tell(so_far: Json): void {
  if (!process.stderr.isTTY) return;
  const { examined, resent, remaining } = so_far;
  process.stderr.write(`${examined} events examined, ${resent} sent again, ${remaining} to go\n`);
}

/** Repeating it after a lost connection sends nothing twice: see `as_of`. */
export async function resendAll(client: Client, asked: Json): Promise<ServiceAnswer> {
  let sum: Json = {};
  let next: Json = {};
  do {
    const fields = { ...asked, ...next };
    const answer = await client.operator('/events/resend', { method: 'POST', fields });
    if (answer.kind !== 'body') return answer;
    const { body } = answer;
    const counts = COUNTED.map((name) => [name, Number(sum[name] ?? 0) + Number(body[name])]);
    sum = { ...body, ...Object.fromEntries(counts) };
    next = { after: body.next_after, as_of: body.as_of };
    tell(sum);
  } while (typeof next.after === 'number');
  return { kind: 'body', body: sum };
}

/** The options of both commands that send the events of a window again. */
export const withWindow = (command: Command): Command =>
  command
    .requiredOption('--merchant-id <id>', 'whose')
    .option('--all', 'also what has been delivered')
    .option('--endpoint <number>', 'only to this endpoint', wholeNumberOption)
    .option('--types <types...>', 'only events of these types, as deposit.completed or deposit.*')
    .option('--from <time>', 'events from this time on')
    .option('--to <time>', 'events before this time')
    .option('--as-of <time>', 'as the first answer said: to go on after a lost connection')
    .option('--preview', 'only count');

export const resendFields = ({ all, ...options }: Options): Json => ({
  ...fieldsOf(options),
  ...(all === true ? { which: 'all' } : {}),
});

export function addResendMany(deliveries: Command, perform: Perform): void {
  const many = deliveries
    .command('resend-many')
    .description('send what was given up, or never sent, again');
  withWindow(many).action((options: Options) =>
    perform({ call: (client) => resendAll(client, resendFields(options)), show: record }),
  );
  examples(many, [
    'deliveries resend-many --merchant-id MERCHANT --preview',
    'deliveries resend-many --merchant-id MERCHANT --from 2026-03-01 --to 2026-03-02 --all',
  ]);
}
