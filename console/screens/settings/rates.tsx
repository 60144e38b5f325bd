// The exchange rates of new orders. A change may wait for a second person.
import { SimpleGrid, Table, Text, TextInput } from '@mantine/core';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import type { Rate } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { noteOf, textOf, textOrNull } from '../../parts/act/form-fields.ts';
import { NONE_YET, seenOf } from '../../parts/act/seen-version.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { CURRENCY_CODE } from '../../parts/typed-bounds.ts';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';

const { rates: texts } = SETTINGS_TEXTS;
const RATE_MAX_LENGTH = 24;
const CODE = { ...CURRENCY_CODE, required: true } as const;

function bodyOf(fields: FormData) {
  const code = (name: string) => textOf(fields, name).toUpperCase();
  const source = textOrNull(fields, 'source');
  return {
    ...noteOf(fields),
    rates: [
      {
        trade_currency: code('trade_currency'),
        balance_currency: code('balance_currency'),
        rate: Number(textOf(fields, 'rate')),
        ...(source === null ? {} : { source }),
      },
    ],
  };
}

/** Of the pair that the form names, if it has a rate. */
const rateOf = (rates: readonly Rate[], fields: FormData) => {
  const [named] = bodyOf(fields).rates;
  return rates.find(
    ({ trade_currency, balance_currency }) =>
      trade_currency === named?.trade_currency && balance_currency === named.balance_currency,
  );
};

type SetRateProps = {
  /** Absent: the form names the pair. */
  readonly rate?: Rate;
  readonly rates: readonly Rate[];
};

function SetRate({ rate, rates }: SetRateProps) {
  return (
    <FormAct
      about={null}
      label={rate === undefined ? texts.set : texts.change}
      {...(rate === undefined
        ? { version: NONE_YET }
        : {
            of: `${rate.trade_currency}/${rate.balance_currency}`,
            is_small: true,
            is_quiet: true,
            version: rate.version,
          })}
      what={texts.what}
      done={texts.done}
      asks_why
      run={(fields, idempotency_key, seen) =>
        call('putRates', {
          body: {
            ...bodyOf(fields),
            ...seenOf(seen, rate === undefined ? rateOf(rates, fields) : undefined),
          },
          idempotency_key,
        })
      }
    >
      <SimpleGrid cols={2}>
        <TextInput
          name="trade_currency"
          label={texts.trade}
          defaultValue={rate?.trade_currency}
          readOnly={rate !== undefined}
          {...CODE}
        />
        <TextInput
          name="balance_currency"
          label={texts.balance}
          defaultValue={rate?.balance_currency}
          readOnly={rate !== undefined}
          {...CODE}
        />
      </SimpleGrid>
      <TextInput
        name="rate"
        label={texts.rate}
        description={texts.rate_hint}
        inputMode="decimal"
        pattern="[0-9]{1,12}([.][0-9]{1,8})?"
        maxLength={RATE_MAX_LENGTH}
        defaultValue={rate?.rate}
        required
        data-autofocus
      />
      <TextInput
        name="source"
        label={texts.source}
        description={texts.source_hint}
        {...BOUNDS.putRates['rates.source']}
      />
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
                  <Table.Td className="number">{rate.rate}</Table.Td>
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
