// Proposals: the acts that wait for a second person. Their content is encrypted.
import type { Change } from '../../domain/batch/decision.ts';
import type {
  ApprovalAct,
  ApprovalAsk,
  Checker,
  Identity,
  Proposal,
  ProposalState,
  ProposedRequest,
} from '../../domain/record/proposal.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';

/** `request` is null if the content can no longer be decrypted. */
export type ProposalRecord = {
  proposal: Proposal;
  request: ProposedRequest | null;
  note: string;
  maker_person_id: string | null;
  maker_token_id: string | null;
  maker_session_id: string | null;
  created_at: number;
  checker_person_id: string | null;
  checker_token_id: string | null;
  checker_session_id: string | null;
  decided_at: number | null;
  decision_note: string | null;
  /** What the act showed once waits for its maker. */
  has_secret: boolean;
};

type Row = Omit<ProposalRecord, 'proposal' | 'request'> & {
  proposal_id: string;
  act: ApprovalAct;
  currency: string | null;
  amount_cents: bigint | null;
  merchant_id: string | null;
  target: string;
  content: Buffer;
  state: ProposalState;
  maker_key: Identity;
  expires_at: number;
};

type Sealed = { request: ProposedRequest; ask: Record<string, string | null> };

const COLUMNS = `proposal_id, act, currency, amount_cents, merchant_id, target, content, note,
  state, maker_key, maker_person_id, maker_token_id, maker_session_id, created_at, expires_at,
  checker_person_id, checker_token_id, checker_session_id, decided_at, decision_note,
  secret is not null as has_secret`;

const place = (proposal_id: string) => `proposals/content/${proposal_id}`;

function sealedText(request: ProposedRequest, ask: ApprovalAsk): string {
  const amount_cents = ask.amount_cents === null ? null : String(ask.amount_cents);
  return JSON.stringify({ request, ask: { ...ask, amount_cents } });
}

/** What it is bound to is read from the sealed content only. */
function askOf({ ask }: Sealed): ApprovalAsk {
  const amount = ask.amount_cents ?? null;
  const amount_cents = amount === null ? null : BigInt(amount);
  // Older proposals do not have them; approved acts count in no sum.
  const parties = { payee_number: null, receiving_account_id: null };
  return { ...parties, ...ask, amount_cents } as ApprovalAsk;
}

function recordOf(cipher: Cipher, row: Row): ProposalRecord {
  const { proposal_id, act, currency, amount_cents, merchant_id, target, content, ...rest } = row;
  const { state, maker_key: maker, expires_at, ...kept } = rest;
  const opened = cipher.tryOpen(content, place(proposal_id));
  const sealed: Sealed | null = opened === null ? null : JSON.parse(opened);
  // Without its content nothing is equal to it, so it cannot be approved.
  const parties = { merchant_id, payee_number: null, receiving_account_id: null };
  const lost = { act, currency, amount_cents, ...parties, target, version: '', content: '' };
  const ask = sealed === null ? lost : askOf(sealed);
  const proposal = { proposal_id, state, maker, expires_at, ask };
  return { ...kept, proposal, request: sealed?.request ?? null };
}

export type NewProposal = Pick<
  ProposalRecord,
  'note' | 'maker_person_id' | 'maker_token_id' | 'maker_session_id' | 'created_at'
> & { proposal: Proposal; request: ProposedRequest; request_hash: Buffer };

/** False if the same maker waits for the same act already. */
export async function insertProposal(
  tx: Queryable,
  cipher: Cipher,
  given: NewProposal,
): Promise<boolean> {
  const { proposal, request } = given;
  const { ask, proposal_id } = proposal;
  const rows = await tx.query(
    'insert-proposal',
    `insert into proposals (proposal_id, act, currency, amount_cents, merchant_id, target, content,
       request_hash, note, maker_key, maker_person_id, maker_token_id, maker_session_id, created_at,
       expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (maker_key, request_hash) where state = 'waiting' do nothing
     returning 1 as inserted`,
    [
      proposal_id,
      ask.act,
      ask.currency,
      ask.amount_cents,
      ask.merchant_id,
      ask.target,
      cipher.seal(sealedText(request, ask), place(proposal_id)),
      given.request_hash,
      given.note,
      proposal.maker,
      given.maker_person_id,
      given.maker_token_id,
      given.maker_session_id,
      timestamp(given.created_at),
      timestamp(proposal.expires_at),
    ],
  );
  return rows.length > 0;
}

export async function findWaiting(
  db: Queryable,
  cipher: Cipher,
  maker: Identity,
  request_hash: Buffer,
): Promise<ProposalRecord | null> {
  const rows = await db.query<Row>(
    'find-waiting-proposal',
    `select ${COLUMNS} from proposals
     where maker_key = $1 and request_hash = $2 and state = 'waiting'`,
    [maker, request_hash],
  );
  return rows[0] === undefined ? null : recordOf(cipher, rows[0]);
}

export async function readProposal(
  db: Queryable,
  cipher: Cipher,
  proposal_id: string,
): Promise<ProposalRecord | null> {
  const rows = await db.query<Row>(
    'read-proposal',
    `select ${COLUMNS} from proposals where proposal_id = $1`,
    [proposal_id],
  );
  return rows[0] === undefined ? null : recordOf(cipher, rows[0]);
}

/** Locked before everything else, so that a proposal is decided once. */
export async function lockProposals(
  tx: Queryable,
  cipher: Cipher,
  ids: readonly string[],
): Promise<ProposalRecord[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<Row>(
    'lock-proposals',
    `select ${COLUMNS} from proposals where proposal_id = any($1::uuid[])
     order by proposal_id for update`,
    [[...new Set(ids)]],
  );
  return rows.map((row) => recordOf(cipher, row));
}

type Approved = Extract<Change, { kind: 'proposal_approved' }>;

/** Uses up proposals in the transaction of the acts that they allow. */
export async function approveProposals(tx: Queryable, changes: readonly Approved[]): Promise<void> {
  for (const { proposal, checker, at } of changes) {
    await closeProposal(tx, proposal.proposal_id, { state: 'approved', checker, at, note: null });
  }
}

/** The id of a person; null for a token of nobody. */
const personOf = (identity: Identity | undefined): string | null =>
  identity?.startsWith('person:') === true ? identity.slice('person:'.length) : null;

export type ProposalEnd = {
  state: Exclude<ProposalState, 'waiting'>;
  /** Null if nobody decided. */
  checker: Checker | null;
  at: number;
  note: string | null;
};

/** Throws if it was decided before, which callers see under their lock. Given lines name payers. */
export async function closeProposal(
  tx: Queryable,
  proposal_id: string,
  { state, checker, at, note }: ProposalEnd,
): Promise<void> {
  const rows = await tx.query(
    'close-proposal',
    `update proposals set state = $2, checker_person_id = $3, checker_token_id = $4,
       checker_session_id = $5, decided_at = $6, decision_note = $7,
       content = case when act = 'evidence' then '\\x00' else content end
     where proposal_id = $1 and state = 'waiting' returning 1 as closed`,
    [
      proposal_id,
      state,
      personOf(checker?.identity),
      checker?.actor.origin?.operator_token_id ?? null,
      checker?.actor.origin?.session_id ?? null,
      timestamp(at),
      note,
    ],
  );
  if (rows.length !== 1) throw new Error(`Proposal ${proposal_id} was decided already`);
}

const secretPlace = (proposal_id: string) => `proposals/secret/${proposal_id}`;

/** Keeps what an act showed once, in the transaction of the act. */
export async function keepSecret(
  tx: Queryable,
  cipher: Cipher,
  { proposal_id, secret }: { proposal_id: string; secret: string },
): Promise<void> {
  await tx.query('keep-secret', 'update proposals set secret = $2 where proposal_id = $1', [
    proposal_id,
    cipher.seal(secret, secretPlace(proposal_id)),
  ]);
}

/** What was kept, once; null if there is nothing, or it can no longer be decrypted. */
export async function takeSecret(
  tx: Queryable,
  cipher: Cipher,
  proposal_id: string,
): Promise<string | null> {
  const [row] = await tx.query<{ secret: Buffer }>(
    'take-secret',
    `with kept as materialized (
       select secret from proposals
       where proposal_id = $1 and secret is not null for update
     )
     update proposals p set secret = null from kept
     where p.proposal_id = $1 returning kept.secret`,
    [proposal_id],
  );
  return row === undefined ? null : cipher.tryOpen(row.secret, secretPlace(proposal_id));
}

/** Forgets what nobody collected. */
export async function dropSecrets(tx: Queryable, before: number, limit: number): Promise<void> {
  await tx.query(
    'drop-secrets',
    `update proposals set secret = null where proposal_id = any(array(
       select proposal_id from proposals where secret is not null and decided_at < $1
       order by proposal_id limit $2 for update skip locked
     ))`,
    [timestamp(before), limit],
  );
}

/** The proposals whose time is over, oldest first. */
export async function lockExpired(
  tx: Queryable,
  cipher: Cipher,
  now: number,
  limit: number,
): Promise<ProposalRecord[]> {
  const rows = await tx.query<Row>(
    'lock-expired-proposals',
    `select ${COLUMNS} from proposals where proposal_id = any(array(
       select proposal_id from proposals where state = 'waiting' and expires_at <= $1
       order by expires_at limit $2
     )) and state = 'waiting' order by proposal_id for update`,
    [timestamp(now), limit],
  );
  return rows.map((row) => recordOf(cipher, row));
}

/** A person takes the place of a token that belongs to nobody. */
export async function takeOverProposal(
  tx: Queryable,
  proposal_id: string,
  person_id: string,
): Promise<void> {
  await tx.query(
    'take-over-proposal',
    `update proposals set maker_key = $2, maker_person_id = $3
     where proposal_id = $1 and state = 'waiting'`,
    [proposal_id, `person:${person_id}`, person_id],
  );
}

/** `rest` follows the list of columns. */
export async function readProposalRows(
  db: Queryable,
  cipher: Cipher,
  { name, rest, values }: { name: string; rest: string; values: readonly unknown[] },
): Promise<ProposalRecord[]> {
  const rows = await db.query<Row>(name, `select ${COLUMNS} from proposals ${rest}`, [...values]);
  return rows.map((row) => recordOf(cipher, row));
}
