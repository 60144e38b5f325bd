// `sessions`: who is signed in, and how to end it.
import type { Command } from 'commander';
import { path } from '../../client/client.ts';
import { examples, fieldsOf, type Options, withPaging } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, record, table } from '../../client/show.ts';

const COLUMNS = ['id', 'person_id', 'address', 'user_agent', 'created_at', 'last_seen_at'];

export function addSessionCommands(program: Command, perform: Perform): void {
  const sessions = program.command('sessions').description('open sessions of people');
  withPaging(sessions.command('list').description('open sessions, newest first'))
    .option('--person-id <person>', 'the sessions of one person')
    .action((options: Options) =>
      perform({
        call: (client) => client.operator('/sessions', { query: fieldsOf(options) }),
        show: (body, view) => table(arrayOf(body.data), COLUMNS, view),
      }),
    );
  const revoke = sessions.command('revoke').description('end a session, or all of a person');
  revoke
    .argument('[session]', 'the session’s id')
    .option('--person-id <person>', 'instead: all sessions of this person')
    .action((session: string | undefined, { personId: person }: Options) => {
      if ((session === undefined) === (person === undefined)) {
        revoke.error('error: name either a session or --person-id');
      }
      const pathname =
        session === undefined
          ? path`/people/${String(person)}/sessions`
          : path`/sessions/${session}`;
      return perform({
        call: (client) => client.operator(pathname, { method: 'DELETE' }),
        show: record,
      });
    });
  examples(revoke, ['sessions revoke SESSION', 'sessions revoke --person-id PERSON']);
}
