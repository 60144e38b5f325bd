// How long each kind of data is kept, what has ended so far, and the change of a period.
import { Stack, Table, Text, TextInput } from '@mantine/core';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import type { RetentionKind, RetentionPeriodChange } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { WhyField } from '../../parts/act/reason-field.tsx';
import type { Setting } from '../../parts/act/setting.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { typedRow } from '../../parts/form/field-table.ts';
import { requestForm } from '../../parts/form/forms.ts';
import { carried, nullIfEmpty, typedWhole, typedWhy } from '../../parts/form/typed-fields.ts';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { RETENTION_TEXTS as texts } from '../../texts/settings/retention.ts';

const FIELDS = {
  periods: typedRow<RetentionPeriodChange>()({
    kind: carried<RetentionPeriodChange['kind']>('receipts'),
    days: nullIfEmpty(typedWhole()),
  }),
  note: typedWhy(),
};
const FORM = requestForm('setRetention', FIELDS);

const shownDays = (days: number | null): string => (days === null ? texts.never : texts.days(days));

function settingOf({ kind, days, version }: RetentionKind): Setting<typeof FIELDS> {
  return {
    version,
    values: { periods: { kind, days: days === null ? '' : String(days) } },
    shown: ({ periods: typed }) => [[texts.field, typed.days === '' ? texts.never : typed.days]],
  };
}

function Change({ row }: { row: RetentionKind }) {
  const { kind, min_days, max_days, may_stay, stays, why } = row;
  return (
    <FormAct
      about={null}
      label={texts.change}
      of={texts.kinds[kind]}
      submit={texts.save}
      done={texts.changed}
      is_quiet
      is_small
      form={FORM}
      setting={settingOf(row)}
      run={(sent, idempotency_key, seen) =>
        call('setRetention', { body: { ...sent, ...seen }, idempotency_key })
      }
    >
      {({ field }) => (
        <>
          <TextInput
            inputMode="numeric"
            label={texts.field}
            description={texts.bounds(min_days, max_days, may_stay)}
            {...field('periods.days')}
            data-autofocus
          />
          <Text size="sm">
            {texts.stays}: {stays}.
          </Text>
          <Text size="sm" c="dimmed">
            {why}
          </Text>
          <Text size="sm">{texts.shorter}</Text>
          <WhyField {...field('note')} />
        </>
      )}
    </FormAct>
  );
}

function Row({ row, may_change }: { row: RetentionKind; may_change: boolean }) {
  const { kind, days, default_days, oldest_at, looked_at, rows_ended, ends } = row;
  return (
    <Table.Tr>
      <Table.Td miw={190}>
        <Text size="sm">{texts.kinds[kind]}</Text>
        <Text size="xs" c="dimmed">
          {ends}.
        </Text>
      </Table.Td>
      <Table.Td className="number">{shownDays(days)}</Table.Td>
      <Table.Td className="number">{shownDays(default_days)}</Table.Td>
      <Table.Td>{oldest_at === null ? texts.none_kept : <Moment at={oldest_at} />}</Table.Td>
      <Table.Td className="number">{rows_ended.toLocaleString()}</Table.Td>
      <Table.Td>{looked_at === null ? texts.not_yet : <Moment at={looked_at} />}</Table.Td>
      <Table.Td className="number">{may_change ? <Change row={row} /> : null}</Table.Td>
    </Table.Tr>
  );
}

export function Retention() {
  const { can } = useSession();
  const { data, error, refetch } = useRead(readOf('getRetention', {}));
  const may_change = can('retention.change');
  return (
    <CardSection title={texts.title}>
      <Stack gap="sm">
        <Text size="sm">{texts.what}</Text>
        {error === null ? null : <ProblemNote error={error} retry={() => void refetch()} />}
        {data === undefined ? null : (
          <Table.ScrollContainer minWidth={640}>
            <Table aria-label={texts.title}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{texts.kind}</Table.Th>
                  <Table.Th className="number">{texts.kept}</Table.Th>
                  <Table.Th className="number">{texts.usual}</Table.Th>
                  <Table.Th>{texts.oldest}</Table.Th>
                  <Table.Th className="number">{texts.ended}</Table.Th>
                  <Table.Th>{texts.looked}</Table.Th>
                  <Table.Td />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.kinds.map((row) => (
                  <Row key={row.kind} row={row} may_change={may_change} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Stack>
    </CardSection>
  );
}
