// Finds entries of the audit trail by who, what, from where, when and why.
import { BANDS_ACTIONS } from '../../domain/record/audit.ts';
import type { Actor } from '../../domain/record/origin.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import { oneOf, quotedWord } from '../connection/word-list.ts';
import { AUDIT_COLUMNS, type AuditRow, type Chained, chainedOf } from './audit-rows.ts';
import { firstSince } from './first-since.ts';

export type ActionSet = { readonly name: string; readonly words: readonly string[] };

/** Null: any. */
export type AuditSearch = {
  role: Actor['role'] | null;
  actor_id: string | null;
  action: string | null;
  /** Of several kinds: `name` tells sets apart. */
  actions: ActionSet | null;
  /** Not what this person or token did, or the service. */
  except: string | null;
  /** The target itself and everything below it: `trades/MERCHANT` includes all its trades. */
  target: string | null;
  address: string | null;
  request_id: string | null;
  session_id: string | null;
  operator_token_id: string | null;
  /** Words of the reason: entries that have all of them. */
  note: string | null;
  /** What this person, or token of nobody, did, and what happened to their own account. */
  own: string | null;
  from: number | null;
  /** Before this moment. */
  to: number | null;
};

export type AuditRange = { before: bigint | null; after: bigint | null };

/** The words of the reason, as their index has them. */
const WORDS = `to_tsvector('simple',
  coalesce(detail ->> 'note', '') || ' ' || coalesce(detail ->> 'reason', ''))`;

/** `$` is the value. Targets below another sort between its `/` and the character after `/`. */
const CONDITIONS = {
  role: 'actor_role = $',
  actor_id: 'actor_id = $',
  action: 'action = $',
  except: `(actor_id is distinct from $ and actor_role <> 'service')`,
  target: `(target = $ or (target ~>=~ ($ || '/') and target ~<~ ($ || '0')))`,
  address: 'address = $',
  request_id: 'request_id = $',
  session_id: 'session_id = $::uuid',
  operator_token_id: 'operator_token_id = $::uuid',
  note: `${WORDS} @@ plainto_tsquery('simple', $)`,
  own: `(actor_id = $ or target = 'people/' || $)`,
  from: 'at >= $::timestamptz',
  to: 'at < $::timestamptz',
  before: 'number < $::bigint',
  after: 'number > $::bigint',
} as const satisfies Record<Exclude<keyof AuditSearch, 'actions'> | keyof AuditRange, string>;

/**
 * For entries of some actions: by the index of times PostgreSQL would read all that happened since,
 * once for each action.
 */
const OF_ACTIONS = { ...CONDITIONS, from: '(at >= $::timestamptz) is true' };

const CONDITION_NAMES = Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[];

/** The statement contains only the filters that are given, so that it can use indexes. */
function conditionsOf({ actions, ...search }: AuditSearch, range: AuditRange) {
  const texts = actions === null ? CONDITIONS : OF_ACTIONS;
  const given = {
    ...search,
    ...range,
    from: timestamp(search.from),
    to: timestamp(search.to),
  };
  const names = CONDITION_NAMES.filter((name) => given[name] !== null);
  const conditions = names.map((name, index) => texts[name].replaceAll('$', () => `$${index + 2}`));
  return {
    name: names.join('-'),
    where: ['true', ...conditions].join(' and '),
    /** Null without a moment to begin from. */
    first: names.includes('from') ? firstSince(`$${names.indexOf('from') + 2}`) : null,
    values: names.map((one) => given[one]),
  };
}

/** Newest first. */
export async function selectAudit(
  db: Queryable,
  search: AuditSearch,
  { before, limit }: { before: bigint | null; limit: number },
): Promise<Chained[]> {
  const { actions } = search;
  const { name, where, first, values } = conditionsOf(search, { before, after: null });
  const selected = `select ${AUDIT_COLUMNS} from audit_entries`;
  const newest = (from: string) => `${from} order by number desc limit $1`;
  const since = 'number >= (select number from first_since)';
  // The newest of each action are beside each other in an index; as words, because PostgreSQL
  // would otherwise expect many of each and walk through all entries. `offset 0`: it would also
  // walk back through all entries since a moment, which may have none of an action that was usual.
  const of_each = actions?.words.map((word) => {
    const one = `${selected} where action = ${quotedWord(word)} and ${where}`;
    const part = first === null ? one : `select * from (${one} and ${since} offset 0) since`;
    return `(${newest(part)})`;
  });
  // Looked up once, and not for each action.
  const given = first === null ? '' : `with first_since (number) as materialized ${first} `;
  const rows = await db.query<AuditRow>(
    `list-audit-${actions?.name ?? 'all'}-${name}`,
    of_each === undefined
      ? newest(`${selected} where ${where}`)
      : newest(`${given}select e.* from (${of_each.join(' union all ')}) e`),
    [limit, ...values],
  );
  return rows.map(chainedOf);
}

/** Every change of the bands, oldest first. */
export async function selectBandsAudit(db: Queryable): Promise<Chained[]> {
  const rows = await db.query<AuditRow>(
    'list-audit-of-bands',
    `select ${AUDIT_COLUMNS} from audit_entries
     where action in ${oneOf(BANDS_ACTIONS)} order by number`,
    [],
  );
  return rows.map(chainedOf);
}

/** Oldest first, each with the hash of the entry before it, whether that one is found or not. */
export async function selectAuditChain(
  db: Queryable,
  search: AuditSearch,
  { after, before, limit }: AuditRange & { limit: number },
): Promise<(Chained & { previous_hash: string })[]> {
  const { actions } = search;
  const { name, where, first, values } = conditionsOf(search, { before, after });
  const since = first === null ? 'true' : `number >= ${first}`;
  const of_actions = actions === null ? 'true' : `action in ${oneOf(actions.words)}`;
  const rows = await db.query<AuditRow & { previous_hash: Buffer | null }>(
    `export-audit-${actions?.name ?? 'all'}-${name}`,
    `select ${AUDIT_COLUMNS},
       (select p.hash from audit_entries p where p.number = e.number - 1) as previous_hash
     from audit_entries e where ${of_actions} and ${where} and ${since} order by number limit $1`,
    [limit, ...values],
  );
  return rows.map((row) => ({
    ...chainedOf(row),
    previous_hash: row.previous_hash?.toString('hex') ?? '0'.repeat(64),
  }));
}
