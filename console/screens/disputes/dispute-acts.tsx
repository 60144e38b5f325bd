// What can be done with a dispute, and why an act is not possible now.
import { Alert, Group, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { call } from '../../api/client.ts';
import type { DisputeEffect, OperatorDispute } from '../../api/schema.gen.ts';
import { aboutDispute } from '../../parts/act/about.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { FormAct } from '../../parts/act/form-act.tsx';
import { AmountField } from '../../parts/amount/amount-field.tsx';
import { requestForm } from '../../parts/form/forms.ts';
import { nullIfEmpty, typedAmount, typedChoice, typedText } from '../../parts/form/typed-fields.ts';
import { useServiceNow } from '../../parts/live/service-now.ts';
import { useSession } from '../../session/session.tsx';
import { DISPUTE_TEXTS } from '../../texts/disputes.ts';
import { WRONG_TEXTS as wrong } from '../../texts/forms.ts';
import { closingOf, effectOf, isCredited, OUTCOMES } from './effects.ts';

const { acts: texts, why_not: reasons, outcomes, reasons: usual } = DISPUTE_TEXTS;

type Of = { readonly dispute: OperatorDispute };
type WithEffects = Of & { readonly effects: readonly DisputeEffect[] };

const optional = (why_not: string | undefined) => (why_not === undefined ? {} : { why_not });

const pathOf = ({ merchant_id, id }: OperatorDispute) => ({ merchant_id, id });

function whyNoDecision({ state }: OperatorDispute): string | undefined {
  if (state === 'closed') return reasons.closed;
  return state === 'decided' ? reasons.decided : undefined;
}

const { upheld, partly_upheld, rejected } = outcomes;

const DECIDE = requestForm(
  'decideDispute',
  {
    outcome: typedChoice({ upheld, partly_upheld, rejected }),
    amount_cents: nullIfEmpty(typedAmount()),
    evidence_utr: nullIfEmpty(typedText()),
    note: typedText(),
  },
  ({ outcome, amount_cents: { text } }) =>
    outcome === 'partly_upheld' && text.trim() === '' ? { amount_cents: wrong.required } : {},
);

function Decide({ dispute, effects }: WithEffects) {
  const { amount_currency: currency } = dispute;
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
      form={DECIDE}
      values={{ amount_cents: { text: '', currency } }}
      run={(sent, idempotency_key) =>
        call('decideDispute', {
          path: pathOf(dispute),
          body: { ...sent, expected_sequence: dispute.sequence },
          idempotency_key,
        })
      }
    >
      {({ values: { outcome, amount_cents }, field, at, set }) => (
        <>
          <Radio.Group
            label={texts.outcome}
            {...field('outcome')}
            onChange={(value) => {
              field('outcome').onChange(value);
              // Only a part has an amount.
              set('amount_cents', { text: '', currency });
            }}
          >
            <Stack gap={6} mt={6}>
              {choices.map((one) => (
                <Radio key={one} value={one} label={outcomes[one]} />
              ))}
            </Stack>
          </Radio.Group>
          {outcome === 'partly_upheld' ? (
            <AmountField
              label={texts.amount}
              currency={currency}
              text={amount_cents.text}
              change={(text) => set('amount_cents', { text, currency })}
              wrong={texts.amount_wrong}
              place={at('amount_cents')}
            />
          ) : null}
          {outcome === '' ? null : (
            <Alert title={texts.consequence}>{effectOf(dispute, effects, outcome)}</Alert>
          )}
          <TextInput label={texts.evidence} {...field('evidence_utr')} />
          <Textarea label={texts.note} {...field('note')} autosize />
        </>
      )}
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
