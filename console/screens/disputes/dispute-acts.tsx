// What can be done with a dispute, and why an act is not possible now.
import { Alert, Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import type { DisputeEffect, OperatorDispute } from '../../api/schema.gen.ts';
import { aboutDispute } from '../../parts/act/about.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { FormAct } from '../../parts/act/form-act.tsx';
import { textOf, textOrNull } from '../../parts/act/form-fields.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { useServiceNow } from '../../parts/live/service-now.ts';
import { readAmount } from '../../parts/read-amount.ts';
import { useSession } from '../../session/session.tsx';
import { DISPUTE_TEXTS } from '../../texts/disputes.ts';
import { closingOf, effectOf, isCredited, OUTCOMES, type Outcome } from './effects.ts';

const { acts: texts, why_not: reasons, outcomes, reasons: usual } = DISPUTE_TEXTS;

type Of = { readonly dispute: OperatorDispute };
type WithEffects = Of & { readonly effects: readonly DisputeEffect[] };

const optional = (why_not: string | undefined) => (why_not === undefined ? {} : { why_not });

const pathOf = ({ merchant_id, id }: OperatorDispute) => ({ merchant_id, id });

function whyNoDecision({ state }: OperatorDispute): string | undefined {
  if (state === 'closed') return reasons.closed;
  return state === 'decided' ? reasons.decided : undefined;
}

function Decide({ dispute, effects }: WithEffects) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [note, setNote] = useState('');
  const [amount, setAmount] = useState('');
  const is_part = outcome === 'partly_upheld';
  const amount_cents = is_part ? readAmount(amount, dispute.amount_currency) : null;
  const choices = OUTCOMES.filter(
    (one) => one !== 'partly_upheld' || dispute.direction === 'payin',
  );
  return (
    <FormAct
      about={aboutDispute(dispute)}
      label={texts.decide}
      what={texts.decide_what}
      done={texts.decided}
      {...optional(whyNoDecision(dispute))}
      is_ready={outcome !== null && note.trim() !== '' && is_part === (amount_cents !== null)}
      onOpen={() => {
        setOutcome(null);
        setNote('');
        setAmount('');
      }}
      run={async (fields, idempotency_key) => {
        if (outcome === null) throw new Error('No outcome is chosen');
        return await call('decideDispute', {
          path: pathOf(dispute),
          body: {
            outcome,
            note: textOf(fields, 'note'),
            amount_cents,
            evidence_utr: textOrNull(fields, 'evidence_utr'),
            expected_sequence: dispute.sequence,
          },
          idempotency_key,
        });
      }}
    >
      <NativeSelect
        label={texts.outcome}
        value={outcome ?? ''}
        required
        data={[
          { value: '', label: texts.choose },
          ...choices.map((value) => ({ value, label: outcomes[value] })),
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setOutcome(choices.find((one) => one === value) ?? null);
        }}
      />
      {is_part ? (
        <AmountField
          label={texts.amount}
          currency={dispute.amount_currency}
          text={amount}
          change={setAmount}
          wrong={texts.amount_wrong}
        />
      ) : null}
      {outcome === null ? null : (
        <Alert title={texts.consequence}>{effectOf(dispute, effects, outcome)}</Alert>
      )}
      <TextInput
        name="evidence_utr"
        label={texts.evidence}
        {...BOUNDS.decideDispute.evidence_utr}
      />
      <Textarea
        name="note"
        label={texts.note}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        {...BOUNDS.decideDispute.note}
        autosize
      />
    </FormAct>
  );
}

function Handling({ dispute }: Of) {
  const { me } = useSession();
  const path = pathOf(dispute);
  const is_closed = dispute.state === 'closed' ? reasons.closed : undefined;
  return (
    <>
      <ActButton
        about={aboutDispute(dispute)}
        label={texts.assign}
        what={texts.assign_what}
        done={texts.assigned}
        reasons={[]}
        has_no_reason
        is_quiet
        {...optional(is_closed)}
        run={(_note, idempotency_key) =>
          call('assignDispute', {
            path,
            body: {
              to: me.person_id ?? me.operator_token_id,
              expected_sequence: dispute.sequence,
            },
            idempotency_key,
          })
        }
      />
      {(['merchant', 'customer'] as const).map((party) => (
        <ActButton
          about={aboutDispute(dispute)}
          key={party}
          label={texts[`ask_${party}`]}
          what={texts.ask_what}
          done={texts.asked}
          reasons={[]}
          has_no_reason
          is_quiet
          {...optional(whyNoDecision(dispute))}
          run={(_note, idempotency_key) =>
            call('askDispute', {
              path,
              body: { party, expected_sequence: dispute.sequence },
              idempotency_key,
            })
          }
        />
      ))}
    </>
  );
}

function whyNoAppeal({ state, appeal_until }: OperatorDispute, now: number): string | undefined {
  if (state !== 'decided') return state === 'closed' ? reasons.closed : reasons.not_decided;
  return appeal_until === null || Date.parse(appeal_until) < now ? reasons.over : undefined;
}

function whyNotClose(dispute: OperatorDispute, now: number): string | undefined {
  const { state } = dispute;
  if (state !== 'decided') return state === 'closed' ? reasons.closed : reasons.not_decided;
  return whyNoAppeal(dispute, now) === undefined ? reasons.appealable : undefined;
}

function whyNotAccept(dispute: OperatorDispute): string | undefined {
  if (!isCredited(dispute)) return reasons.not_credited;
  return dispute.is_carried_out ? reasons.decided : undefined;
}

function Ending({ dispute, effects }: WithEffects) {
  const { me, can } = useSession();
  const now = useServiceNow()();
  const path = pathOf(dispute);
  const is_closed = dispute.state === 'closed' ? reasons.closed : undefined;
  const closing = closingOf(dispute, effects);
  const is_theirs = me.merchant_id === null || dispute.opened_by === 'merchant';
  const act = { reasons: usual, is_dangerous: true } as const;
  const body = (note: string) => ({ note, expected_sequence: dispute.sequence });
  return (
    <>
      <ActButton
        about={aboutDispute(dispute)}
        {...act}
        label={texts.accept}
        what={texts.accept_what}
        done={texts.accepted}
        {...optional(is_closed ?? whyNotAccept(dispute))}
        run={(note, idempotency_key) =>
          call('acceptDispute', { path, body: body(note), idempotency_key })
        }
      />
      <ActButton
        about={aboutDispute(dispute)}
        {...act}
        label={texts.withdraw}
        what={texts.withdraw_what}
        done={texts.withdrawn}
        {...optional(whyNoDecision(dispute) ?? (is_theirs ? undefined : reasons.not_yours))}
        run={(note, idempotency_key) =>
          call('withdrawDispute', { path, body: body(note), idempotency_key })
        }
      />
      <ActButton
        about={aboutDispute(dispute)}
        label={texts.appeal}
        what={texts.appeal_what}
        done={texts.appealed}
        reasons={usual}
        is_quiet
        {...optional(whyNoAppeal(dispute, now))}
        run={(note, idempotency_key) =>
          call('appealDispute', { path, body: body(note), idempotency_key })
        }
      />
      {can('disputes.decide') ? (
        <ActButton
          about={aboutDispute(dispute)}
          {...act}
          label={texts.close}
          what={closing === null ? texts.close_what : `${closing} ${texts.close_what}`}
          done={texts.closed}
          {...optional(whyNotClose(dispute, now))}
          run={(note, idempotency_key) =>
            call('closeDispute', { path, body: body(note), idempotency_key })
          }
        />
      ) : null}
    </>
  );
}

export function DisputeActs({ dispute, effects }: WithEffects) {
  const { me, can } = useSession();
  if (!can('disputes.write')) return null;
  return (
    <Group gap="xs">
      {can('disputes.decide') ? <Decide dispute={dispute} effects={effects} /> : null}
      {me.merchant_id === null ? <Handling dispute={dispute} /> : null}
      <Ending dispute={dispute} effects={effects} />
    </Group>
  );
}
