// Checks of the proof on months with an archive: the sums that are kept of them are what their
// entries moved, and the audit trail names the file.
import { ENTRY_LEGS } from '../ledger/entry-postings.ts';

/** `months`: rows with the two proofs of each month. */
export const monthSumsText = (months: string): string => `
  select h.merchant_id, m.proof_number, leg.account, leg.currency, e.act,
    count(*)::bigint as entries, sum(leg.amount)::bigint as amount_cents
  from ${months} m
  join proof_heads h on h.proof_number = m.proof_number
  left join proof_heads a on a.merchant_id = h.merchant_id and a.proof_number = m.after_proof
  cross join lateral (
    select * from ledger_entries l where l.merchant_id = h.merchant_id
      and l.entry_number > coalesce(a.book_number, 0) and l.entry_number <= h.book_number
    order by l.entry_number
  ) e
  ${ENTRY_LEGS}
  group by h.merchant_id, m.proof_number, leg.account, leg.currency, e.act`;

/** Of the sums of one month: an aggregate over the rows `c` of archived_sums. */
export const SUMS_HASH = `sha256(convert_to(coalesce(string_agg(
  concat_ws(' ', c.merchant_id, c.account, c.currency, c.act, c.entries, c.amount_cents), E'\\n'
  order by c.merchant_id, c.account collate "C", c.currency collate "C", c.act collate "C"),
  ''), 'UTF8'))`;

/** Each query returns no rows if the months are correct; each row describes one problem. */
export const ARCHIVE_GAPS = {
  archived_sums: `
    select format('%s up to proof %s: %s moved %s %s in %s postings, its entries say %s in %s',
      merchant_id, proof_number, act, account, coalesce(c.amount_cents, 0), coalesce(c.entries, 0),
      coalesce(e.amount_cents, 0), coalesce(e.entries, 0)) as problem
    from (select c.*, m.stage from archived_sums c left join archived_months m
      using (proof_number)) c
    full join (${monthSumsText('archived_months')}) e
      using (merchant_id, proof_number, account, currency, act)
    where (c.entries is distinct from e.entries or c.amount_cents is distinct from e.amount_cents)
      -- Of a removed month some entries are left. Its sums lead from one signed head to the other.
      and (c.stage is null or c.stage = 'noted' or e.entries > c.entries)`,
  // The audit trail has, in its chain, what the row of the month says, and of which sums.
  archived_months: `
    select format('the archive of %s: what is noted is not what the audit trail has',
      coalesce(m.month, a.detail->>'month')) as problem
    from (
      select m.*, (
        select ${SUMS_HASH} from archived_sums c where c.proof_number = m.proof_number
      ) as rows_hash from archived_months m
    ) m full join (
      select detail from audit_entries where action = 'month_archived'
    ) a on a.detail->>'month' = m.month
    where a.detail->>'after_proof' is distinct from m.after_proof::text
      or a.detail->>'proof' is distinct from m.proof_number::text
      or a.detail->>'file_sha256' is distinct from encode(m.file_hash, 'hex')
      or a.detail->>'manifest_sha256' is distinct from encode(m.manifest_hash, 'hex')
      or a.detail->>'sums_sha256' is distinct from encode(m.sums_hash, 'hex')
      or m.rows_hash is distinct from m.sums_hash`,
} as const;
