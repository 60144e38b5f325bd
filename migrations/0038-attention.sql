-- What waits for an operator is found through indexes that only waiting rows are in; the last check
-- of the books and the operator's thresholds are kept.

create index trades_verifying on trades (changed_at) where state = 'verifying';

create index payout_attempts_unbacked on payout_attempts (receiving_account_id, changed_at)
  where debit_line_id is null and state = 'paid';

create index deliveries_failing on deliveries (merchant_id, number)
  where status = 'waiting' and is_next and attempts > attempts_before;

create index deliveries_exhausted on deliveries (finished_at) where status = 'exhausted';

create index statement_imports_open on statement_imports (progress_at)
  where completed_at is null;

create table book_checks (
  -- Who checked: a request to verify, or the daily proof.
  source text not null,
  checked_at timestamptz not null,
  problem_count integer not null,
  -- Since when every check has found problems.
  failing_since timestamptz,
  constraint book_checks_pk primary key (source),
  constraint book_checks_source check (source in ('verify', 'proof')),
  constraint book_checks_problems
    check (problem_count >= 0 and (problem_count = 0) = (failing_since is null))
);

-- Only of kinds whose default was changed.
create table attention_thresholds (
  kind text not null,
  threshold integer not null,
  enabled boolean not null,
  changed_at timestamptz not null,
  constraint attention_thresholds_pk primary key (kind),
  constraint attention_thresholds_threshold check (threshold between 1 and 1000000)
);
