// `lines rules`: rules of the house, which book lines that nothing else matches.
import type { Command } from 'commander';
import { type Json, path } from '../../client/client.ts';
import { examples, fieldsOf, type Options, wholeNumberOption } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, heading, objectOf, record, table, type View } from '../../client/show.ts';

const RULE = 'the rule’s id';
const COLUMNS = ['id', 'version', 'state', 'name', 'act', 'direction', 'text', 'counterparty'];
const LINE_COLUMNS = ['id', 'booked_at', 'amount_cents', 'status', 'text'];

function trial(body: Json, view: View): string {
  const { rule, by_status, contrary, waiting, fits, is_cut } = body;
  const contrary_lines = arrayOf(contrary);
  return [
    record({ ...objectOf(rule), fits, ...objectOf(by_status) }, view),
    contrary_lines.length === 0
      ? ''
      : heading('Decided in another way: look at these before you switch it on', view) +
        table(contrary_lines, LINE_COLUMNS, view),
    heading('Waiting', view),
    table(arrayOf(waiting), LINE_COLUMNS, view),
    is_cut === true ? 'Only the newest lines with these words were tried.\n' : '',
  ].join('');
}

const withConditions = (command: Command): Command =>
  command
    .requiredOption('--name <name>', 'as the history of a line will name it')
    .requiredOption('--act <act>', 'fee or own_transfer')
    .requiredOption('--direction <direction>', 'in or out')
    .option('--text <words>', 'whole words of the narration')
    .option('--counterparty <words>', 'words of the counterparty’s name, or its number')
    .option('--min-amount-cents <cents>', 'the smallest amount, without a sign', wholeNumberOption)
    .option('--max-amount-cents <cents>', 'the largest amount, without a sign', wholeNumberOption)
    .requiredOption('--note <text>', 'why; recorded in the audit trail');

function addMaking(rules: Command, perform: Perform): void {
  const add = rules.command('add').description('make a rule; it is a draft');
  withConditions(add)
    .requiredOption('--receiving-account-id <id>', 'the account whose lines it decides')
    .action((options: Options) =>
      perform({
        call: (client) =>
          client.operator('/line_rules', { method: 'POST', fields: fieldsOf(options) }),
        show: record,
      }),
    );
  examples(add, [
    'lines rules add --receiving-account-id ACCOUNT --name "Bank charges" --act fee ' +
      '--direction out --text CHARGES --max-amount-cents 5000 --note "The bank’s monthly charges"',
  ]);
  const change = rules.command('change').description('change a rule; the new version is a draft');
  withConditions(change)
    .argument('<rule>', RULE)
    .action((id: string, options: Options) =>
      perform({
        call: (client) =>
          client.operator(path`/line_rules/${id}`, { method: 'POST', fields: fieldsOf(options) }),
        show: record,
      }),
    );
}

function addSwitch(rules: Command, perform: Perform, state: 'on' | 'off'): void {
  rules
    .command(state)
    .description(`switch a rule ${state}`)
    .argument('<rule>', RULE)
    .requiredOption('--note <text>', 'why; recorded in the audit trail')
    .action((id: string, options: Options) =>
      perform({
        call: (client) =>
          client.operator(`${path`/line_rules/${id}`}/${state}`, {
            method: 'POST',
            fields: fieldsOf(options),
          }),
        show: record,
      }),
    );
}

export function addRuleCommands(lines: Command, perform: Perform): void {
  const rules = lines.command('rules').description('rules that book lines without a person');
  rules
    .command('list')
    .description('all rules, newest first')
    .action(() =>
      perform({
        call: (client) => client.operator('/line_rules'),
        show: (body, view) => table(arrayOf(body.data), COLUMNS, view),
      }),
    );
  addMaking(rules, perform);
  rules
    .command('versions')
    .description('the versions of a rule, newest first')
    .argument('<rule>', RULE)
    .action((id: string) =>
      perform({
        call: (client) => client.operator(path`/line_rules/${id}/versions`),
        show: (body, view) => table(arrayOf(body.data), [...COLUMNS, 'note', 'changed_at'], view),
      }),
    );
  rules
    .command('try')
    .description('show which past lines a rule fits; nothing is booked')
    .argument('<rule>', RULE)
    .action((id: string) =>
      perform({
        call: (client) =>
          client.operator(path`/line_rules/${id}/try`, { method: 'POST', patient: true }),
        show: trial,
      }),
    );
  addSwitch(rules, perform, 'on');
  addSwitch(rules, perform, 'off');
}
