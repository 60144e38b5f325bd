// Asks for another band: what it is now beside what it would be, before anything is asked.
import { Alert, NativeSelect, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { NOTE } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import type { ApprovalBand, ApprovalBands } from '../../api/schema.gen.ts';
import { ChangeTable } from '../../parts/act/change-table.tsx';
import { FormAct } from '../../parts/act/form-act.tsx';
import { NONE_YET, seenOf } from '../../parts/act/seen-version.ts';
import { bareAmount } from '../../parts/amount.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { CURRENCY_CODE } from '../../parts/typed-bounds.ts';
import { BAND_TEXTS as texts } from '../../texts/approvals/bands.ts';
import { APPROVAL_TEXTS } from '../../texts/approvals.ts';
import {
  type Chosen,
  isRule,
  limitOf,
  rulesFor,
  shownBand,
  shownSum,
  wordsOf,
} from './band-rule.ts';

const CODE = /^[A-Z]{3}$/;

/** `of_sum`: of all such acts in a day, not of one. */
type Subject = Pick<ApprovalBand, 'act' | 'currency' | 'has_amount'> & { readonly of_sum: boolean };

const nameOf = ({ act, currency, of_sum }: Subject): string =>
  [APPROVAL_TEXTS.acts[act], currency, of_sum ? texts.sum : null]
    .filter((part) => part !== null)
    .join(', ');

type ChosenProps = {
  readonly of: Subject;
  readonly chosen: Chosen;
  readonly choose: (chosen: Chosen) => void;
};

function Choice({ of: { has_amount, currency }, chosen, choose }: ChosenProps) {
  return (
    <>
      <Radio.Group
        label={texts.needs}
        value={chosen.rule}
        onChange={(rule) => {
          if (isRule(rule)) choose({ ...chosen, rule });
        }}
      >
        <Stack gap="xs" mt="xs">
          {rulesFor(has_amount, currency).map((rule) => (
            <Radio key={rule} value={rule} label={texts.rules[rule]} />
          ))}
        </Stack>
      </Radio.Group>
      {chosen.rule === 'from' && currency !== null ? (
        <AmountField
          label={texts.amount}
          currency={currency}
          text={chosen.amount}
          change={(amount) => choose({ ...chosen, amount })}
          wrong={texts.wrong}
        />
      ) : null}
    </>
  );
}

type SubjectProps = {
  readonly acts: readonly ApprovalBand[];
  readonly of: Subject;
  readonly choose: (subject: Subject) => void;
};

function SubjectFields({ acts, of, choose }: SubjectProps) {
  return (
    <>
      <NativeSelect
        label={texts.act}
        value={of.act}
        data={acts.map(({ act }) => ({ value: act, label: APPROVAL_TEXTS.acts[act] }))}
        onChange={(event) => {
          const { value } = event.currentTarget;
          const found = acts.find(({ act }) => act === value);
          if (found !== undefined) choose({ ...of, act: found.act });
        }}
      />
      <TextInput
        label={texts.currency}
        value={of.currency ?? ''}
        {...CURRENCY_CODE}
        onChange={(event) => choose({ ...of, currency: event.currentTarget.value.toUpperCase() })}
      />
    </>
  );
}

/** One act, or all of a day. */
function Extent({ of, choose }: { of: Subject; choose: (subject: Subject) => void }) {
  return (
    <Radio.Group
      label={texts.what_for}
      value={of.of_sum ? 'sum' : 'one'}
      onChange={(value) => choose({ ...of, of_sum: value === 'sum' })}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="one" label={texts.one_act} />
        <Radio value="sum" label={texts.many_acts} />
      </Stack>
    </Radio.Group>
  );
}

type PreviewProps = { readonly of: Subject; readonly before: string; readonly after: string };

function Preview({ of, before, after }: PreviewProps) {
  if (before === after) return <Alert color="gray">{texts.same}</Alert>;
  return (
    <section aria-label={texts.preview}>
      <ChangeTable changes={[{ label: nameOf(of), before, after }]} />
    </section>
  );
}

function chosenOf({ from_cents, currency, is_default, has_amount }: ApprovalBand): Chosen {
  if (is_default && has_amount) return { rule: 'always', amount: '' };
  if (from_cents === null) return { rule: 'never', amount: '' };
  if (from_cents === 0 || currency === null) return { rule: 'always', amount: '' };
  return { rule: 'from', amount: bareAmount(from_cents, currency) };
}

/** That of the currency, or else the general one. */
const bandOf = (bands: readonly ApprovalBand[], { act, currency }: Subject) => {
  const own = bands.filter((one) => one.act === act);
  return own.find((one) => one.currency === currency) ?? own.find((one) => one.currency === null);
};

type Given = {
  readonly data: ApprovalBands;
  /** Absent: act and currency are chosen, too. */
  readonly band?: ApprovalBand;
};

const NEW: Chosen = { rule: 'from', amount: '' };

/** What the band or the sum is now, in words; empty if there is no such act. */
function wordsNow(
  { bands, defaults }: ApprovalBands,
  subject: Subject,
  currency: string | null,
): string {
  const now = bandOf(bands, subject);
  if (now === undefined) return '';
  return (subject.of_sum ? shownSum : shownBand)(now, defaults, currency);
}

export function ChangeBand({ data, band }: Given) {
  const acts = data.bands.filter(({ has_amount, currency }) => has_amount && currency === null);
  const named = band ?? { act: acts[0]?.act ?? 'pay_out', currency: '', has_amount: true };
  const first: Subject = { ...named, of_sum: false };
  const [subject, setSubject] = useState(first);
  const [chosen, choose] = useState<Chosen>(NEW);
  const [note, setNote] = useState('');
  const { act, currency, of_sum } = subject;
  const own = data.bands.find((one) => one.act === act && one.currency === currency);
  const is_named = currency === null || CODE.test(currency);
  const from_cents = is_named ? limitOf(chosen, currency ?? '') : undefined;
  const before = wordsNow(data, subject, is_named ? currency : null);
  const field = of_sum ? 'sum_from_cents' : 'from_cents';
  const after = from_cents === undefined ? before : wordsOf(from_cents, currency);
  return (
    <FormAct
      about={null}
      label={band === undefined ? texts.add : texts.change}
      what={band === undefined ? `${texts.add_what} ${texts.what}` : texts.what}
      submit={texts.submit}
      done={texts.done}
      is_ready={from_cents !== undefined && before !== after && note.trim() !== ''}
      {...(band === undefined
        ? { version: NONE_YET }
        : { of: nameOf(first), is_small: true, is_quiet: true, version: band.version })}
      onOpen={() => {
        setSubject(first);
        choose(band === undefined ? NEW : chosenOf(band));
        setNote('');
      }}
      run={(_fields, idempotency_key, seen) =>
        call('setApprovalBands', {
          body: {
            bands: [{ act, currency, [field]: from_cents ?? null }],
            note: note.trim(),
            ...seenOf(seen, band === undefined ? own : undefined),
          },
          idempotency_key,
        })
      }
    >
      {band === undefined ? <SubjectFields acts={acts} of={subject} choose={setSubject} /> : null}
      {subject.has_amount ? <Extent of={subject} choose={setSubject} /> : null}
      {is_named ? <Choice of={subject} chosen={chosen} choose={choose} /> : null}
      <Preview of={subject} before={before} after={after} />
      <Textarea
        label={texts.reason}
        description={texts.reason_hint}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        {...NOTE}
        required
        autosize
      />
    </FormAct>
  );
}
