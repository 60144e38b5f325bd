// The names of those who act: people, operators' tokens, and merchants by their tokens, whether or
// not a token is still valid.
import type { Queryable } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { openPersonName } from './people.ts';

type NameRow = { id: string; sealed: Buffer | null; name: string | null };

/** Ids that nobody has are absent. Tokens of a merchant have the merchant's name. */
export async function readActorNames(
  db: Queryable,
  cipher: Cipher,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.query<NameRow>(
    'read-actor-names',
    `select person_id as id, name as sealed, null::text as name
     from people where person_id = any($1::uuid[])
     union all
     select operator_token_id, null, name
     from operator_tokens where operator_token_id = any($1::uuid[])
     union all
     select t.token_id, null, m.name
     from merchants m join api_tokens t on t.merchant_id = m.merchant_id
     where t.token_id = any($1::uuid[])`,
    [ids],
  );
  return new Map(
    rows.map(({ id, sealed, name }) => [
      id,
      sealed === null ? (name ?? '') : openPersonName(cipher, { person_id: id, name: sealed }),
    ]),
  );
}
