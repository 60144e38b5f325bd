-- Two operators on one thing see each other; pay-outs that were taken are listed by what is next.

-- Who looks at what, kept for a minute. Unlogged: it is nobody's business afterwards, so it is in
-- no archive of the log, and an unclean stop may empty it.
create unlogged table presences (
  person_id uuid not null,
  subject_type text not null,
  subject_id uuid not null,
  since_at timestamptz not null,
  until_at timestamptz not null,
  constraint presences_pk primary key (person_id, subject_type, subject_id),
  constraint presences_subject_type check (subject_type in ('trade', 'bank_line', 'dispute',
    'proposal', 'payout_batch'))
);
create index presences_subject on presences (subject_type, subject_id);
create index presences_until on presences (until_at);

-- Pay-outs under way, the longest-waiting first.
create index payout_attempts_under_way on payout_attempts (payout_attempt_id)
  where state in ('pending', 'sent', 'accepted', 'unknown');
-- And those that ended, the last one first.
create index payout_attempts_ended on payout_attempts (changed_at desc, payout_attempt_id desc)
  where state in ('paid', 'rejected', 'returned');
