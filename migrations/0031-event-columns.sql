-- Columns in which an event can have its standing instead of JSON, for reading only: 0032 lets them
-- be written.
-- Processes that know 0029 go on.

-- A standing has either all of these, with null for no, none and zero, or JSON. They are in an
-- order that leaves no gaps in the row.
alter table events add column amount_cents bigint;

alter table events add column received_amount_cents bigint;

alter table events add column refunded_amount_cents bigint;

alter table events add column recalled_amount_cents bigint;

alter table events add column fee_cents bigint;

alter table events add column settlement_amount_cents bigint;

alter table events add column expires_at timestamptz;

alter table events add column closed_at timestamptz;

alter table events add column completed_at timestamptz;

alter table events add column final_at timestamptz;

alter table events add column utr_claims integer;

alter table events add column receiving_account_id uuid;

alter table events add column exclusive boolean;

alter table events add column state text;

alter table events add column state_reason text;

alter table events add column utr text;

alter table events add column disputed_from text;

-- A row with JSON has a state nowhere else, so that nobody can read two of them.
alter table events add constraint events_standing check (
  (standing is null) = (state is not null)
) not valid;
