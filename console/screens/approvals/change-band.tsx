// Asks for another band: what it is now beside what it would be, before anything is asked.
import { Alert, NativeSelect, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { call } from '../../api/client.ts';
import type { ApprovalBand, ApprovalBands, SetApprovalBand } from '../../api/schema.gen.ts';
import { ChangeTable } from '../../parts/act/change-table.tsx';
import { FormAct } from '../../parts/act/form-act.tsx';
import { NONE_YET } from '../../parts/act/seen-version.ts';
import type { Rows, Setting, SettingNow } from '../../parts/act/setting.ts';
import { writtenAmount } from '../../parts/amount/amount.ts';
import { AmountField } from '../../parts/amount/amount-field.tsx';
import type { FieldPlace } from '../../parts/form/form-inputs.ts';
import { requestForm } from '../../parts/form/forms.ts';
import { type TypedField, typedText, type Wrong } from '../../parts/form/typed-fields.ts';
import { BAND_TEXTS as texts } from '../../texts/approvals/bands.ts';
import { APPROVAL_TEXTS } from '../../texts/approvals.ts';
import { WRONG_TEXTS as wrong } from '../../texts/forms.ts';
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
  readonly place: FieldPlace;
};

function Choice({ of: { has_amount, currency }, chosen, choose, place }: ChosenProps) {
  const has_limit = chosen.rule === 'from' && currency !== null;
  return (
    <>
      <Radio.Group
        label={texts.needs}
        value={chosen.rule}
        {...(has_limit ? {} : place)}
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
      {has_limit ? (
        <AmountField
          label={texts.amount}
          currency={currency}
          text={chosen.amount}
          change={(amount) => choose({ ...chosen, amount })}
          wrong={texts.wrong}
          place={place}
        />
      ) : null}
    </>
  );
}

type SubjectProps = {
  readonly acts: readonly ApprovalBand[];
  readonly of: Subject;
  readonly choose: (subject: Subject) => void;
  readonly at: (path: 'bands.act' | 'bands.currency') => FieldPlace;
};

function SubjectFields({ acts, of, choose, at }: SubjectProps) {
  return (
    <>
      <NativeSelect
        label={texts.act}
        {...at('bands.act')}
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
        {...at('bands.currency')}
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
  return { rule: 'from', amount: writtenAmount(from_cents, currency) };
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

/** What is asked for, and what it is now. */
type Draft = { readonly subject: Subject; readonly chosen: Chosen };

const fieldOf = ({ of_sum }: Subject) => (of_sum ? 'sum_from_cents' : 'from_cents');

const isNamed = ({ currency }: Subject): boolean => currency === null || CODE.test(currency);

function wordsOfDraft(data: ApprovalBands, { subject, chosen }: Draft) {
  const { currency } = subject;
  const is_named = isNamed(subject);
  const from_cents = is_named ? limitOf(chosen, currency ?? '') : undefined;
  const before = wordsNow(data, subject, is_named ? currency : null);
  const after = from_cents === undefined ? before : wordsOf(from_cents, currency);
  return { from_cents, before, after };
}

function wrongDraft(data: ApprovalBands, draft: Draft, path: string): Wrong {
  const { from_cents, before, after } = wordsOfDraft(data, draft);
  if (!isNamed(draft.subject)) return { [`${path}.currency`]: wrong.code };
  const own = `${path}.${fieldOf(draft.subject)}`;
  if (from_cents === undefined) return { [own]: texts.wrong };
  return before === after ? { [own]: texts.same } : {};
}

const typedBand = (
  data: ApprovalBands,
  empty: Draft,
): TypedField<Draft, readonly [SetApprovalBand]> => ({
  empty,
  attributes: () => ({ required: true }),
  read(draft, path) {
    const { subject } = draft;
    const found = wrongDraft(data, draft, path);
    if (Object.keys(found).length > 0) return { wrong: found };
    const { from_cents = null } = wordsOfDraft(data, draft);
    const { act, currency } = subject;
    return { sent: [{ act, currency, [fieldOf(subject)]: from_cents }] };
  },
});

type Fields = {
  readonly bands: ReturnType<typeof typedBand>;
  readonly note: ReturnType<typeof typedText>;
};

/** What holds now, of one act and of all of a day. */
const rowsOf = (data: ApprovalBands, subject: Subject): Rows =>
  [false, true].map((of_sum) => {
    const one = { ...subject, of_sum };
    return [nameOf(one), wordsNow(data, one, isNamed(one) ? one.currency : null)];
  });

function namedBand(data: ApprovalBands, { subject }: Draft): SettingNow<Fields> {
  const { act, currency, of_sum } = subject;
  const rows = rowsOf(data, subject);
  const own = data.bands.find((one) => one.act === act && one.currency === currency);
  if (own === undefined) return { version: NONE_YET, values: {}, rows };
  const draft = { subject: { ...own, of_sum }, chosen: chosenOf(own) };
  return { version: own.version, values: { bands: draft }, rows };
}

function settingOf({ data, band }: Given, first: Draft): Setting<Fields> {
  const shown: Setting<Fields>['shown'] = ({ bands }) => [
    [nameOf(bands.subject), wordsOfDraft(data, bands).after],
  ];
  if (band === undefined) return { shown, named: ({ bands }) => namedBand(data, bands) };
  return { shown, ...namedBand(data, first) };
}

function startOf({ data, band }: Given): Draft {
  const acts = data.bands.filter(({ has_amount, currency }) => has_amount && currency === null);
  const named = band ?? { act: acts[0]?.act ?? 'pay_out', currency: '', has_amount: true };
  return {
    subject: { ...named, of_sum: false },
    chosen: band === undefined ? NEW : chosenOf(band),
  };
}

export function ChangeBand({ data, band }: Given) {
  const acts = data.bands.filter(({ has_amount, currency }) => has_amount && currency === null);
  const given = { data, ...(band === undefined ? {} : { band }) };
  const first = startOf(given);
  const form = requestForm('setApprovalBands', {
    bands: typedBand(data, first),
    note: typedText(),
  });
  return (
    <FormAct
      about={null}
      label={band === undefined ? texts.add : texts.change}
      what={band === undefined ? `${texts.add_what} ${texts.what}` : texts.what}
      submit={texts.submit}
      done={texts.done}
      {...(band === undefined ? {} : { of: nameOf(first.subject), is_small: true, is_quiet: true })}
      form={form}
      setting={settingOf(given, first)}
      run={(sent, idempotency_key, seen) =>
        call('setApprovalBands', { body: { ...sent, ...seen }, idempotency_key })
      }
    >
      {({ values, field, at, set }) => {
        const { subject, chosen } = values.bands;
        const { before, after } = wordsOfDraft(data, values.bands);
        const choose = (change: Partial<Draft>) => set('bands', { ...values.bands, ...change });
        const choosing = (given: Subject) => choose({ subject: given });
        return (
          <>
            {band === undefined ? (
              <SubjectFields acts={acts} of={subject} choose={choosing} at={at} />
            ) : null}
            {subject.has_amount ? <Extent of={subject} choose={choosing} /> : null}
            {isNamed(subject) ? (
              <Choice
                of={subject}
                chosen={chosen}
                choose={(given) => choose({ chosen: given })}
                place={at(`bands.${fieldOf(subject)}`)}
              />
            ) : null}
            <Preview of={subject} before={before} after={after} />
            <Textarea
              label={texts.reason}
              description={texts.reason_hint}
              {...field('note')}
              autosize
            />
          </>
        );
      }}
    </FormAct>
  );
}
