// What the layout lacks of the paying account, filled in right here: each gap has its field, and is
// saved as a change of the account on the version that was read.
import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import type { LayoutProblem, PayoutBatch, UsedReceivingAccount } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { useAct } from '../../parts/act/use-act.ts';
import { textWrong } from '../../parts/form/field-bounds.ts';
import type { SentValues } from '../../parts/form/field-table.ts';
import { FormProblem } from '../../parts/form/form-problem.tsx';
import { requestForm } from '../../parts/form/forms.ts';
import {
  carried,
  leftOutIfEmpty,
  type TypedField,
  typedText,
} from '../../parts/form/typed-fields.ts';
import { useRequestForm } from '../../parts/form/use-request-form.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { useSession } from '../../session/session.tsx';
import { WRONG_TEXTS as wrong } from '../../texts/forms.ts';
import { PAYOUT_TEXTS } from '../../texts/payouts/payouts.ts';

const { gaps: texts } = PAYOUT_TEXTS.batch;

const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;
const LATIN = /[A-Za-z]/;

const asRequired = () => ({ required: true });

/** The IFSC stands behind the bank's name, which stays. */
const typedIfsc = (bank_name: string | null): TypedField<string, string> => ({
  empty: '',
  attributes: asRequired,
  read(typed, path, bounds) {
    const ifsc = typed.trim().toUpperCase();
    const whole = [bank_name, ifsc].filter(Boolean).join(' ');
    const problem = IFSC.test(ifsc) ? textWrong(whole, bounds[path] ?? {}) : wrong.form;
    return problem === null ? { sent: whole } : { wrong: { [path]: problem } };
  },
});

const typedLatin = (): TypedField<string, string> => {
  const text = typedText();
  return {
    ...text,
    read: (typed, path, bounds) =>
      LATIN.test(typed) ? text.read(typed, path, bounds) : { wrong: { [path]: wrong.form } },
  };
};

type Term = 'name' | 'bank_name';
type Gap = { readonly term: Term; readonly label: string; readonly hint: string };

/** What can be filled in: a number never changes, and the day and the sums are the batch's own. */
const GAPS: Readonly<Partial<Record<LayoutProblem['field'], Gap>>> = {
  debit_ifsc: { ...texts.debit_ifsc, term: 'bank_name' },
  debit_name: { ...texts.debit_name, term: 'name' },
};

const gapsIn = (problems: readonly LayoutProblem[]): readonly Gap[] =>
  problems.flatMap(({ field }) => GAPS[field] ?? []);

/** A term that the layout does not lack has no field, and is left as it is. */
const formOf = ({ bank_name }: UsedReceivingAccount, gaps: readonly Gap[]) =>
  requestForm(
    'updateReceivingAccount',
    {
      name: leftOutIfEmpty(typedLatin()),
      bank_name: leftOutIfEmpty(typedIfsc(bank_name)),
      note: carried<string>(texts.reason),
    },
    (typed) =>
      Object.fromEntries(
        gaps
          .filter(({ term }) => typed[term].trim() === '')
          .map(({ term }) => [term, wrong.required]),
      ),
  );

function Form({ account, gaps }: { account: UsedReceivingAccount; gaps: readonly Gap[] }) {
  const request = formOf(account, gaps);
  const { element, form, above, submit, refusing } = useRequestForm(request);
  const seen = { expected_version: account.version };
  const { mutate, isPending, error } = useAct(
    (sent: SentValues<typeof request.fields>, idempotency_key) =>
      refusing(sent, () =>
        call('updateReceivingAccount', {
          path: { id: account.id },
          body: { ...sent, ...seen },
          idempotency_key,
        }),
      ),
    texts.done,
    () => undefined,
  );
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) submit(mutate);
      }}
    >
      <Group align="end">
        {gaps.map(({ term, label, hint }) => (
          <TextInput
            key={term}
            label={label}
            description={hint}
            spellCheck={false}
            {...form.field(term)}
            required
          />
        ))}
        <Button type="submit" loading={isPending}>
          {texts.save}
        </Button>
      </Group>
      <FormProblem error={error} act={texts.save} above={above} />
    </form>
  );
}

function Fill({ id, gaps }: { id: string; gaps: readonly Gap[] }) {
  const { can } = useSession();
  const { data } = useRead(readOf('getReceivingAccount', { path: { id } }));
  if (!can('receiving_accounts.change')) return <Text size="sm">{texts.who_can}</Text>;
  return data === undefined || gaps.length === 0 ? null : <Form account={data} gaps={gaps} />;
}

export function AccountGaps({
  batch,
  problems,
}: {
  batch: PayoutBatch;
  problems: readonly LayoutProblem[];
}) {
  if (problems.length === 0) return null;
  const { receiving_account_id: id } = batch;
  return (
    <Stack gap="xs" mb="xs">
      <List size="sm">
        {problems.map(({ field, problem }) => (
          <List.Item key={field}>{texts.account_problem(problem)}</List.Item>
        ))}
      </List>
      <Fill id={id} gaps={gapsIn(problems)} />
      <AnchorLink to="/accounts/$id" params={{ id }} size="sm">
        {texts.account}
      </AnchorLink>
    </Stack>
  );
}
