// The exchange rates of new orders. A change may wait for a second person.
import { SimpleGrid, Table, Text, TextInput } from '@mantine/core';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import type { NewRate, Rate } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { WhyField } from '../../parts/act/reason-field.tsx';
import type { Setting } from '../../parts/act/setting.ts';
import { shownDecimal, writtenDecimal } from '../../parts/amount/decimal.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { typedRow } from '../../parts/form/field-table.ts';
import { requestForm } from '../../parts/form/forms.ts';
import {
  leftOutIfEmpty,
  typedCurrency,
  typedDecimal,
  typedText,
  typedWhy,
} from '../../parts/form/typed-fields.ts';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';

const { rates: texts } = SETTINGS_TEXTS;

const FIELDS = {
  rates: typedRow<NewRate>()({
    trade_currency: typedCurrency(),
    balance_currency: typedCurrency(),
    rate: typedDecimal(),
    source: leftOutIfEmpty(typedText()),
  }),
  note: typedWhy(),
};
const FORM = requestForm('putRates', FIELDS);

const settingOf = ({ trade_currency, balance_currency, rate, version }: Rate) => ({
  version,
  values: { rates: { trade_currency, balance_currency, rate: writtenDecimal(rate), source: '' } },
});

type Pair = Pick<NewRate, 'trade_currency' | 'balance_currency'>;

const codeOf = (typed: string) => typed.trim().toUpperCase();

/** Of the pair that the form names, if it has a rate. */
const rateOf = (rates: readonly Rate[], named: Pair) =>
  rates
    .filter(({ trade_currency: code }) => code === codeOf(named.trade_currency))
    .filter(({ balance_currency: code }) => code === codeOf(named.balance_currency))
    .map(settingOf)[0];

const shownRate: Setting<typeof FIELDS>['shown'] = ({ rates: { rate, source } }) => [
  [texts.rate, rate],
  [texts.source, source],
];

type SetRateProps = {
  /** Absent: the form names the pair. */
  readonly rate?: Rate;
  readonly rates: readonly Rate[];
};

function SetRate({ rate, rates }: SetRateProps) {
  const setting: Setting<typeof FIELDS> =
    rate === undefined
      ? { shown: shownRate, named: (typed) => rateOf(rates, typed.rates) }
      : { shown: shownRate, ...settingOf(rate) };
  return (
    <FormAct
      about={null}
      label={rate === undefined ? texts.set : texts.change}
      {...(rate === undefined
        ? {}
        : {
            of: `${rate.trade_currency}/${rate.balance_currency}`,
            is_small: true,
            is_quiet: true,
          })}
      what={texts.what}
      done={texts.done}
      form={FORM}
      setting={setting}
      run={(sent, idempotency_key, seen) =>
        call('putRates', {
          body: { ...sent, ...seen },
          idempotency_key,
        })
      }
    >
      {({ field }) => (
        <>
          <SimpleGrid cols={2}>
            <TextInput
              label={texts.trade}
              readOnly={rate !== undefined}
              {...field('rates.trade_currency')}
            />
            <TextInput
              label={texts.balance}
              readOnly={rate !== undefined}
              {...field('rates.balance_currency')}
            />
          </SimpleGrid>
          <TextInput
            label={texts.rate}
            description={texts.rate_hint}
            {...field('rates.rate')}
            data-autofocus
          />
          <TextInput
            label={texts.source}
            description={texts.source_hint}
            {...field('rates.source')}
          />
          <WhyField {...field('note')} />
        </>
      )}
    </FormAct>
  );
}

export function Rates({ may_change }: { may_change: boolean }) {
  const { data, error, refetch } = useRead(readOf('listRates', {}));
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  const rates = data?.rates ?? [];
  return (
    <CardSection title={texts.title} acts={may_change ? <SetRate rates={rates} /> : null}>
      <Text size="sm">{rates.length === 0 ? texts.none : texts.what}</Text>
      {rates.length === 0 ? null : (
        <Table.ScrollContainer minWidth={560}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.trade}</Table.Th>
                <Table.Th>{texts.balance}</Table.Th>
                <Table.Th className="number">{texts.rate}</Table.Th>
                <Table.Th>{texts.source}</Table.Th>
                <Table.Th>{texts.at}</Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rates.map((rate) => (
                <Table.Tr key={`${rate.trade_currency} ${rate.balance_currency}`}>
                  <Table.Td>{rate.trade_currency}</Table.Td>
                  <Table.Td>{rate.balance_currency}</Table.Td>
                  <Table.Td className="number">{shownDecimal(rate.rate)}</Table.Td>
                  <Table.Td>{rate.source}</Table.Td>
                  <Table.Td>
                    <Moment at={rate.rate_at} />
                  </Table.Td>
                  <Table.Td className="number">
                    {may_change ? <SetRate rate={rate} rates={rates} /> : null}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </CardSection>
  );
}
