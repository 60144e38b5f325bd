// `approvals`: acts that wait for a second person, and the amounts from which an act needs one.
import { type Command, InvalidArgumentError } from 'commander';
import { type Json, path } from '../../client/client.ts';
import { examples, fieldsOf, type Options, withPaging } from '../../client/options.ts';
import type { Perform, Task } from '../../client/perform.ts';
import { arrayOf, heading, objectOf, record, table, type View } from '../../client/show.ts';
import { targetInWords } from '../../client/words/target-words.ts';

const PROPOSAL = 'the proposal’s id';

const LIST_COLUMNS = [
  'id',
  'act',
  'amount_cents',
  'currency',
  'about',
  'maker',
  'state',
  'note',
  'expires_at',
];
const BAND_COLUMNS = [
  'act',
  'currency',
  'from_cents',
  'is_default',
  'sum_from_cents',
  'sum_is_default',
];

const rows = (value: unknown) => arrayOf(value).map(objectOf);

const personOf = (person: unknown): string => {
  const { name, person_id, operator_token_id } = objectOf(person);
  return String(name ?? person_id ?? operator_token_id ?? '');
};

/** With names in place of the ids that only programs need. */
function inNames(proposal: Json): Json {
  const { named_target, maker, checker, ...rest } = proposal;
  const about = targetInWords(named_target) ?? rest.target;
  return { ...rest, about, maker: personOf(maker), checker: personOf(checker) };
}

function showList(body: Json, view: View): string {
  const { waiting_count: all, waiting_for_you_count: own } = body;
  const shown = table(rows(body.data).map(inNames), LIST_COLUMNS, view);
  return `${String(all)} wait, ${String(own)} for you\n${shown}`;
}

/** Lists of one column each: what would change. */
function showDetail(body: Json, view: View): string {
  const shown = record(inNames(objectOf(body.proposal)), view);
  if (body.outcome === null) return shown;
  const { balances, trades, evidence, ...rest } = objectOf(body.outcome);
  const parts = [shown, heading('If it were approved now', view), record(rest, view)];
  const columns = ['merchant_id', 'account', 'currency', 'before_cents', 'after_cents'];
  if (rows(balances).length > 0) parts.push(table(rows(balances), columns, view));
  const states = ['merchant_id', 'trade_id', 'state_before', 'state_after'];
  if (rows(trades).length > 0) parts.push(table(rows(trades), states, view));
  for (const one of rows(evidence)) parts.push(...showEvidence(one, view));
  return parts.join('');
}

const EVIDENCE_COLUMNS = ['day', 'amount_cents', 'utr', 'text'];

/** An account of evidence that waits: sums and balances, then its largest and oldest parts. */
function showEvidence({ kind, largest, oldest, ...account }: Json, view: View): string[] {
  const [what, each] =
    kind === 'answers'
      ? ['Pay-outs that the answers reject: their money goes back to merchants', 'pay-outs']
      : ['Bank lines that would count', 'lines'];
  return [
    heading(what, view),
    record(account, view),
    heading(`Largest ${each}`, view),
    table(rows(largest), EVIDENCE_COLUMNS, view),
    heading(`Oldest ${each}`, view),
    table(rows(oldest), EVIDENCE_COLUMNS, view),
  ];
}

const showBands = (body: Json, view: View) =>
  table(rows(body.bands), BAND_COLUMNS, view) +
  table(rows(body.defaults), ['decimals', 'from_cents', 'sum_from_cents'], view);

const BAND = /^([a-z_]{1,40})(?:\/([A-Z]{3}))?(:day)?=(always|never|[0-9]{1,16})$/;

/** `act=never`, `act/INR=100000`, its sum `act/INR:day=1000000`. A slip must not become `never`. */
function bandOf(text: string): Json {
  const [, act, currency, day, from] = BAND.exec(text) ?? [];
  if (act === undefined) {
    throw new InvalidArgumentError(
      'It must be like pay_out/INR=5000000, pay_out/INR:day=50000000, tariff=always or refund=never.',
    );
  }
  const amount = from === 'always' ? 0 : Number(from);
  const field = day === undefined ? 'from_cents' : 'sum_from_cents';
  return { act, currency: currency ?? null, [field]: from === 'never' ? null : amount };
}

/** A band and its sum are one row. */
function bandsOf(text: string, before: readonly Json[] = []): readonly Json[] {
  const given = bandOf(text);
  const isOfSame = ({ act, currency }: Json) => act === given.act && currency === given.currency;
  const same = before.find(isOfSame);
  if (
    same === undefined ||
    Object.keys(given).some((name) => name.endsWith('cents') && name in same)
  ) {
    return [...before, given];
  }
  return before.map((row) => (row === same ? { ...row, ...given } : row));
}

function addBandCommands(approvals: Command, perform: Perform): void {
  const bands = approvals
    .command('bands')
    .description('amounts from which an act needs two people');
  bands
    .command('show', { isDefault: true })
    .description('those in force')
    .action(() =>
      perform({ call: (client) => client.operator('/approval-bands'), show: showBands }),
    );
  const set = bands.command('set').description('set some of them; this needs two people itself');
  set
    .argument(
      '<bands...>',
      'ACT/CURRENCY=AMOUNT in minor units, or ACT=always, ACT=never; with :day before the = the sum of 24 hours',
      bandsOf,
    )
    .requiredOption('--note <text>', 'why')
    .action((given: readonly Json[], options: Options) => {
      const fields = { ...fieldsOf(options), bands: given };
      return perform({
        call: (client) => client.operator('/approval-bands', { method: 'PUT', fields }),
        show: showBands,
      });
    });
  examples(set, [
    'approvals bands set pay_out/INR=5000000 pay_out/INR:day=50000000 --note "as agreed"',
    'approvals bands set tariff=always refund=never --note "as agreed"',
  ]);
}

function showApproved({ proposal, result }: Json, view: View): string {
  const shown = record(inNames(objectOf(proposal)), view);
  if (result === null) return shown;
  const parts = [shown, heading('What the act answered', view), record(objectOf(result), view)];
  const { id, has_secret } = objectOf(proposal);
  if (has_secret === true) {
    parts.push(`What is shown once waits for the maker: approvals collect ${String(id)}\n`);
  }
  return parts.join('');
}

/** Tells what the act answered; of many only whether each was done. */
const approveOne = (id: string): Task => ({
  call: (client) => client.operator(path`/approvals/${id}/approve`, { method: 'POST' }),
  show: showApproved,
  waits: ({ result }) => result === null,
});

const approveMany = (proposals: readonly string[]): Task => ({
  call: (client) =>
    client.operator('/approvals/approve', { method: 'POST', fields: { proposals } }),
  show: (body, view) => table(rows(body.results), ['id', 'outcome', 'code', 'detail'], view),
  failed: (body) => rows(body.results).some(({ outcome }) => outcome === 'refused'),
  waits: (body) => rows(body.results).some(({ outcome }) => outcome === 'waiting'),
});

function addCollect(approvals: Command, perform: Perform): void {
  approvals
    .command('collect')
    .description('what an approved act of yours shows once, such as a link or a token')
    .argument('<id>', PROPOSAL)
    .action((id: string) =>
      perform({
        call: (client) => client.operator(path`/approvals/${id}/secrets`, { method: 'POST' }),
        show: (body, view) => {
          if (typeof body.secrets === 'string') return record(body, view);
          const { link, ...rest } = objectOf(body.secrets);
          return record({ ...(link === undefined ? {} : objectOf(link)), ...rest }, view);
        },
      }),
    );
}

export function addApprovalCommands(program: Command, perform: Perform): void {
  const approvals = program.command('approvals').description('acts that need a second person');
  const listing = approvals
    .command('list')
    .description('proposals, newest first')
    .option('--state <word>', 'waiting, approved, rejected, withdrawn, expired or void')
    .option('--act <word>', 'of one kind')
    .option('--merchant-id <id>', 'of one merchant')
    .option('--decided <word>', 'true: only those that no longer wait')
    .option('--mine <word>', 'made: by you; to_decide: by others');
  withPaging(listing).action((options: Options) =>
    perform({
      call: (client) => client.operator('/approvals', { query: fieldsOf(options) }),
      show: showList,
    }),
  );
  approvals
    .command('show')
    .description('one proposal, and what would happen if it were approved now')
    .argument('<id>', PROPOSAL)
    .action((id: string) =>
      perform({ call: (client) => client.operator(path`/approvals/${id}`), show: showDetail }),
    );
  const approve = approvals
    .command('approve')
    .description('approve proposals of somebody else: the acts are carried out')
    .argument('<ids...>', PROPOSAL)
    .action(([id = '', ...others]: readonly string[]) =>
      perform(others.length === 0 ? approveOne(id) : approveMany([id, ...others])),
    );
  examples(approve, [
    'approvals approve 0199f6a0-0000-7000-8000-000000000001',
    'approvals approve 0199f6a0-0000-7000-8000-000000000001 0199f6a0-0000-7000-8000-000000000002',
  ]);
  addCollect(approvals, perform);
  for (const [name, description] of [
    ['reject', 'reject a proposal of somebody else'],
    ['withdraw', 'withdraw your own proposal'],
  ] as const) {
    approvals
      .command(name)
      .description(description)
      .argument('<id>', PROPOSAL)
      .requiredOption('--note <text>', 'why')
      .action((id: string, options: Options) =>
        perform({
          call: (client) =>
            client.operator(path`/approvals/${id}/${name}`, {
              method: 'POST',
              fields: fieldsOf(options),
            }),
          show: (body, view) => record(inNames(body), view),
        }),
      );
  }
  addBandCommands(approvals, perform);
}
