// `people`: who works with the service, their roles and links.
import type { Command } from 'commander';
import { path, type Request } from '../../client/client.ts';
import { downloadTable, OUT, XLSX } from '../../client/download.ts';
import { examples, fieldsOf, MERCHANT, type Options, withPaging } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, objectOf, record, table } from '../../client/show.ts';
import { readInputLines, type Terminal } from '../../client/terminal.ts';

const COLUMNS = ['id', 'name', 'email', 'role', 'merchant_id', 'state', 'second_factors'];
const PERSON = 'the person’s id';
const REASON = 'why; recorded in the audit trail';

const ON_MACHINE = `
The first owner is made on the machine of the service, with its settings:
  $ payment-orders people create-owner --name NAME --email ADDRESS`;

/** Sends fields, and shows the person with the link, if there is one. */
const change = (pathname: string, request: Request): Parameters<Perform>[0] => ({
  call: (client) => client.operator(pathname, { method: 'POST', ...request }),
  show: ({ link, ...person }, view) => {
    const { url, kind, expires_at } = objectOf(link);
    const shown =
      link === undefined ? {} : { link: url, link_kind: kind, link_expires_at: expires_at };
    return record({ ...person, ...shown }, view);
  },
});

function addChanges(people: Command, perform: Perform): void {
  const role = people.command('role').description('change a role; sessions and tokens end');
  role
    .argument('<person>', PERSON)
    .argument('<role>', 'the new role')
    .option('--merchant-id <merchant>', `for people of a merchant: ${MERCHANT}`)
    .requiredOption('--reason <text>', REASON)
    .action((person: string, word: string, options: Options) => {
      const fields = { role: word, ...fieldsOf(options) };
      return perform(change(path`/people/${person}/role`, { method: 'PUT', fields }));
    });
  examples(role, ['people role PERSON finance --reason "Moved to finance"']);
  for (const [name, description] of [
    ['disable', 'end all access of a person at once'],
    ['enable', 'let a disabled person sign in again'],
  ] as const) {
    people
      .command(name)
      .description(description)
      .argument('<person>', PERSON)
      .requiredOption('--reason <text>', REASON)
      .action((person: string, options: Options) =>
        perform(change(`${path`/people/${person}`}/${name}`, { fields: fieldsOf(options) })),
      );
  }
  people
    .command('reset-link')
    .description('make a new link for a password; it is shown only now')
    .argument('<person>', PERSON)
    .action((person: string) => perform(change(path`/people/${person}/link`, {})));
}

const TIE_COLUMNS = ['person_id', 'name', 'way', 'opened_by_other', 'made_at'];

function addTies(people: Command, perform: Perform): void {
  const show: Parameters<Perform>[0]['show'] = (body, view) =>
    table(arrayOf(body.data), TIE_COLUMNS, view);
  people
    .command('ties')
    .description('who is tied to a person: two who are tied approve nothing of each other')
    .argument('<person>', PERSON)
    .action((person: string) =>
      perform({ call: (client) => client.operator(path`/people/${person}/ties`), show }),
    );
  const untie = people
    .command('untie')
    .description('say that two people who are tied are two; you must be tied to neither')
    .argument('<person>', PERSON)
    .argument('<other>', 'the other person’s id, or nobody: for a token that belongs to nobody')
    .requiredOption('--reason <text>', REASON)
    .action((person: string, other: string, options: Options) => {
      const from_person_id = other === 'nobody' ? null : other;
      const fields = { ...fieldsOf(options), from_person_id };
      const place = path`/people/${person}/untie`;
      return perform({
        call: (client) => client.operator(place, { method: 'POST', fields }),
        show,
      });
    });
  examples(untie, ['people untie PERSON OTHER --reason "I know both"']);
}

function addFactors(people: Command, perform: Perform): void {
  people
    .command('factors')
    .description('the second factors of a person')
    .argument('<person>', PERSON)
    .action((person: string) =>
      perform({
        call: (client) => client.operator(path`/people/${person}/factors`),
        show: record,
      }),
    );
  const reset = people
    .command('reset-factors')
    .description('remove the second factors of a person who lost them; the link is shown only now');
  reset
    .argument('<person>', PERSON)
    .requiredOption('--reason <text>', REASON)
    .action((person: string, options: Options) =>
      perform({
        call: (client) =>
          client.operator(path`/people/${person}/reset_factors`, {
            method: 'POST',
            fields: fieldsOf(options),
          }),
        show: record,
      }),
    );
  examples(reset, ['people reset-factors PERSON --reason "Lost the phone"']);
}

function addAccept(people: Command, perform: Perform, terminal: Terminal): void {
  const accept = people
    .command('accept')
    .description('set a password by a link; reads the link and the password, a line each')
    .action(() =>
      perform({
        open: true,
        call: async (client) => {
          const [link = '', password = ''] = await readInputLines(terminal);
          const fields = { link, password };
          return await client.operator('/session/link', { method: 'POST', fields });
        },
        show: record,
      }),
    );
  examples(accept, ['people accept < link-and-password.txt']);
}

export function addPeopleCommands(program: Command, perform: Perform, terminal: Terminal): void {
  const people = program
    .command('people')
    .description('people who work with the service')
    .addHelpText('after', ON_MACHINE);
  withPaging(people.command('list').description('people, newest first'))
    .option('--merchant-id <merchant>', 'the people of one merchant')
    .option('--q <words>', 'words, or parts of them, in the name or e-mail address')
    .action((options: Options) =>
      perform({
        call: (client) => client.operator('/people', { query: fieldsOf(options) }),
        show: (body, view) => table(arrayOf(body.data), COLUMNS, view),
      }),
    );
  people
    .command('show')
    .description('a person')
    .argument('<person>', PERSON)
    .action((person: string) =>
      perform({ call: (client) => client.operator(path`/people/${person}`), show: record }),
    );
  const invite = people
    .command('invite')
    .description('invite a person; the link is shown only now');
  invite
    .requiredOption('--name <name>', 'as others see it')
    .requiredOption('--email <address>', 'by which the person signs in')
    .requiredOption('--role <role>', 'owner, operator, finance, viewer, merchant_admin …')
    .option('--merchant-id <merchant>', `for people of a merchant: ${MERCHANT}`)
    .action((options: Options) => perform(change('/people', { fields: fieldsOf(options) })));
  examples(invite, [
    'people invite --name "Ada Lovelace" --email ada@example.com --role finance',
    'people invite --name Mia --email mia@shop.example --role merchant_viewer --merchant-id MERCHANT',
  ]);
  const review = people
    .command('review')
    .description('who and what has access now, people and tokens, as CSV')
    .option(...XLSX)
    .option(...OUT)
    .action((options: Options) => downloadTable(perform, '/access_review', options));
  examples(review, ['people review --out access.csv', 'people review --xlsx --out access.xlsx']);
  addChanges(people, perform);
  addFactors(people, perform);
  addTies(people, perform);
  addAccept(people, perform, terminal);
}
