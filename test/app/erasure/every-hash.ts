// Where keyed hashes of a word stand in the database: of each text with it that the service hashed.
import type { OpenApp } from '../../../server/app/open-app.ts';
import * as scene from '../scene.ts';

type Lookup = OpenApp['store']['cipher']['lookup'];

/** Notes the hash of each text from now on that has the word. */
export function noteHashes(app: OpenApp, word: string): ReadonlySet<Buffer> {
  const noted = new Set<Buffer>();
  const { cipher } = app.store;
  const lookup: Lookup = cipher.lookup.bind(cipher);
  Object.assign(cipher, {
    lookup: (text: string) => {
      const hash = lookup(text);
      if (text.toLowerCase().includes(word)) noted.add(hash);
      return hash;
    },
  });
  return noted;
}

const CONDITIONS: Readonly<Record<string, string>> = {
  bytea: '@ = any($1::bytea[])',
  text: `exists (select from unnest($1::bytea[]) as h(known)
    where strpos(@, encode(h.known, 'hex')) > 0
    or strpos(@, translate(rtrim(encode(h.known, 'base64'), '='), E'+/\\n', '-_')) > 0)`,
  bigint: '@ = any($2::bigint[])',
  'bigint[]': '@ && $2::bigint[]',
};

/** The columns that have one of the hashes, whole or as the number that it begins with. */
export async function columnsWithHash(
  app: OpenApp,
  hashes: ReadonlySet<Buffer>,
): Promise<string[]> {
  const columns = await scene.sql<{ table: string; column: string; type: string }>(
    app,
    `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and a.attnum > 0 and not a.attisdropped order by 1, 2`,
  );
  const list = [...hashes];
  const numbers = list.map((hash) => hash.readBigInt64BE(0));
  const found: string[] = [];
  for (const { table, column, type } of columns) {
    const condition = CONDITIONS[type]?.replaceAll('@', `t.${column}`);
    if (condition === undefined) continue;
    const rows = await app.store.db.query(
      '',
      `select 1 as found from ${table} t where ${condition}
       and ($1::bytea[] is not null or $2::bigint[] is not null) limit 1`,
      [list, `{${numbers.join()}}`],
    );
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}
