// The account to which a merchant's settlements are paid; its number is masked.
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { call, Problem } from '../../api/client.ts';
import { readKey } from '../../api/keys.ts';
import type { SettlementAccount } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { FormAct } from '../../parts/act/form-act.tsx';
import { ReasonField } from '../../parts/act/reason-field.tsx';
import type { Setting } from '../../parts/act/setting.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { Facts } from '../../parts/facts.tsx';
import { requestForm } from '../../parts/form/forms.ts';
import { nullIfEmpty, typedChoice, typedText } from '../../parts/form/typed-fields.ts';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';
import { TYPE_NAMES } from '../../texts/trade-words.ts';
import { TYPES } from './tariff-rows.ts';

const { balance: texts } = MERCHANT_TEXTS;
const { set_account: set } = texts;

const FIELDS = {
  type: typedChoice(TYPE_NAMES),
  number: typedText(),
  name: typedText(),
  bank_name: nullIfEmpty(typedText()),
  note: typedText(),
};
const FORM = requestForm('putSettlementAccount', FIELDS);
const FIRST = { type: 'account' } as const;

async function readAccount(id: string, signal: AbortSignal): Promise<SettlementAccount | null> {
  try {
    return await call('getSettlementAccount', { path: { id }, signal });
  } catch (error) {
    if (error instanceof Problem && error.body.status === 404) return null;
    throw error;
  }
}

const shown: Setting<typeof FIELDS>['shown'] = ({ type, number, name, bank_name }) => [
  [set.type, type === '' ? '' : TYPE_NAMES[type]],
  [set.number, number],
  [set.holder, name],
  [set.bank, bank_name],
];

/** Its fields begin empty: the number is masked, and another account is typed as a whole. */
const settingOf = (account: SettlementAccount): Setting<typeof FIELDS> => ({
  version: account.version,
  values: FIRST,
  rows: shown({
    ...account,
    name: account.name ?? '',
    bank_name: account.bank_name ?? '',
    note: '',
  }),
  shown,
});

type SetProps = { readonly id: string; readonly account: SettlementAccount | null | undefined };

function SetAccount({ id, account }: SetProps) {
  return (
    <FormAct
      about={null}
      label={set.label}
      is_quiet
      what={set.what}
      done={set.done}
      form={FORM}
      values={FIRST}
      {...(account ? { setting: settingOf(account) } : {})}
      run={(sent, idempotency_key, seen) =>
        call('putSettlementAccount', {
          path: { id },
          body: { ...sent, ...seen },
          idempotency_key,
        })
      }
    >
      {({ field }) => (
        <>
          <NativeSelect label={set.type} data={TYPES} {...field('type')} />
          <TextInput label={set.number} {...field('number')} autoComplete="off" />
          <TextInput label={set.holder} {...field('name')} autoComplete="off" />
          <TextInput label={set.bank} {...field('bank_name')} autoComplete="off" />
          <ReasonField {...field('note')} />
        </>
      )}
    </FormAct>
  );
}

export function SettlementAccountCard({ merchant_id: id }: { merchant_id: string }) {
  const { can } = useSession();
  const { data, error, refetch } = useRead({
    queryKey: readKey('getSettlementAccount', { path: { id } }, 'or none'),
    queryFn: ({ signal }) => readAccount(id, signal),
  });
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  return (
    <CardSection
      title={texts.account_of}
      acts={
        can('settlement_accounts.change') ? (
          <>
            {data === null || data === undefined ? null : (
              <ActButton
                about={null}
                {...texts.remove_account}
                is_dangerous
                run={(note, idempotency_key) =>
                  call('removeSettlementAccount', { path: { id }, body: { note }, idempotency_key })
                }
              />
            )}
            <SetAccount id={id} account={data} />
          </>
        ) : null
      }
    >
      {data === null ? <Text c="dimmed">{texts.no_account}</Text> : null}
      {data === null || data === undefined ? null : (
        <Facts
          facts={[
            [set.type, TYPE_NAMES[data.type]],
            [set.number, data.number],
            [set.holder, data.name],
            [set.bank, data.bank_name],
          ]}
        />
      )}
    </CardSection>
  );
}
