// What the layout lacks of the paying account, filled in right here: each gap has its field, and is
// saved as a change of the account on the version that was read.
import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import type { LayoutProblem, PayoutBatch, UsedReceivingAccount } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { useAct } from '../../parts/act/use-act.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { PAYOUT_TEXTS } from '../../texts/payouts/payouts.ts';

const { gaps: texts } = PAYOUT_TEXTS.batch;

const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;
const LATIN = /[A-Za-z]/;

type Terms = { readonly name?: string; readonly bank_name?: string };

type Gap = {
  readonly label: string;
  readonly hint: string;
  /** The account's terms with it; null if what was typed cannot be it. */
  readonly terms: (typed: string, account: UsedReceivingAccount) => Terms | null;
};

/** The IFSC stands behind the bank's name, which stays. */
function withIfsc(typed: string, { bank_name }: UsedReceivingAccount): Terms | null {
  const ifsc = typed.trim().toUpperCase();
  if (!IFSC.test(ifsc)) return null;
  const whole = [bank_name, ifsc].filter(Boolean).join(' ');
  return whole.length <= BOUNDS.updateReceivingAccount.bank_name.maxLength
    ? { bank_name: whole }
    : null;
}

function withName(typed: string): Terms | null {
  const name = typed.trim();
  const fits = name.length <= BOUNDS.updateReceivingAccount.name.maxLength;
  return LATIN.test(name) && fits ? { name } : null;
}

/** What can be filled in: a number never changes, and the day and the sums are the batch's own. */
const GAPS: Readonly<Partial<Record<LayoutProblem['field'], Gap>>> = {
  debit_ifsc: { ...texts.debit_ifsc, terms: withIfsc },
  debit_name: { ...texts.debit_name, terms: withName },
};

type GapField = readonly [field: LayoutProblem['field'], gap: Gap];

const gapsIn = (problems: readonly LayoutProblem[]): readonly GapField[] =>
  problems.flatMap(({ field }) => {
    const gap = GAPS[field];
    return gap === undefined ? [] : [[field, gap] as const];
  });

function Form({ account, gaps }: { account: UsedReceivingAccount; gaps: readonly GapField[] }) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const seen = { expected_version: account.version };
  const { mutate, isPending, error } = useAct(
    (terms: Terms, idempotency_key) =>
      call('updateReceivingAccount', {
        path: { id: account.id },
        body: { ...terms, note: texts.reason, ...seen },
        idempotency_key,
      }),
    texts.done,
    () => setTyped({}),
  );
  const terms = gaps.map(([field, gap]) => gap.terms(typed[field] ?? '', account));
  const is_ready = terms.every((one) => one !== null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (is_ready && !isPending) mutate(Object.assign({}, ...terms));
      }}
    >
      <Group align="end">
        {gaps.map(([field, { label, hint }]) => (
          <TextInput
            key={field}
            label={label}
            description={hint}
            value={typed[field] ?? ''}
            maxLength={BOUNDS.updateReceivingAccount.bank_name.maxLength}
            spellCheck={false}
            onChange={(event) => setTyped({ ...typed, [field]: event.currentTarget.value })}
          />
        ))}
        <Button type="submit" loading={isPending} disabled={!is_ready}>
          {texts.save}
        </Button>
      </Group>
      {error === null ? null : <ProblemNote error={error} act={texts.save} />}
    </form>
  );
}

function Fill({ id, gaps }: { id: string; gaps: readonly GapField[] }) {
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
