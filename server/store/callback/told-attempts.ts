// The attempts of deliveries in SQL. An attempt is a row, or a part of its delivery if it was the
// first one and was accepted, which most are.

/** Of the deliveries `d` that the condition finds, the attempts that their rows have. */
const toldOf = (where: string): string => `select d.merchant_id, d.trade_id, d.sequence,
    d.endpoint_number, 1 as attempt, d.told_at as attempted_at, d.told_status as status,
    null::text as error, d.told_ms as duration_ms, coalesce(d.told_head, '') as reply_head,
    coalesce(d.told_url, '') as sent_to, d.told_signed_at as signed_at,
    case when d.told_url is null then d.told_at end as first_attempted_at, true as is_told
  from deliveries d where d.told_at is not null and ${where}`;

/** All attempts of the deliveries that the condition finds; it names keys of `d`. */
export const storedAttempts = (where: string): string => `(
  select d.merchant_id, d.trade_id, d.sequence, d.endpoint_number, d.attempt, d.attempted_at,
    d.status, d.error, d.duration_ms, d.reply_head, d.url as sent_to, d.signed_at,
    d.first_attempted_at, false as is_told
  from delivery_attempts d where ${where}
  union all
  ${toldOf(where)})`;

/** The one attempt of the delivery `r` was accepted, and its row has it. */
export const isTold = (key: string): string => `exists (
  select from deliveries d where d.merchant_id = ${key}.merchant_id
    and d.trade_id = ${key}.trade_id and d.sequence = ${key}.sequence
    and d.endpoint_number = ${key}.endpoint_number and d.told_at is not null)`;
