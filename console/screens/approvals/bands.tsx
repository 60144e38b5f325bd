// The bands: from which amount an act needs two people. Who may, asks for another one here.
import { Badge, Group, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { readOf } from '../../api/keys.ts';
import type { ApprovalBand, ApprovalBands } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { Loading } from '../../parts/loading.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { BAND_TEXTS as texts } from '../../texts/approvals/bands.ts';
import { APPROVAL_TEXTS } from '../../texts/approvals.ts';
import { shownBand, shownSum } from './band-rule.ts';
import { ChangeBand } from './change-band.tsx';

type Of = { readonly data: ApprovalBands; readonly may_change: boolean };

const SetBy = ({ is_default }: { readonly is_default: boolean }) => (
  <Badge variant="light" color={is_default ? 'gray' : 'indigo'} tt="none">
    {is_default ? texts.is_default : texts.is_set}
  </Badge>
);

function Rows({ rows, data, may_change }: Of & { rows: readonly ApprovalBand[] }) {
  const has_amounts = rows.some(({ has_amount }) => has_amount);
  return (
    <Table.ScrollContainer minWidth={has_amounts ? 800 : 480}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.act}</Table.Th>
            {has_amounts ? <Table.Th>{texts.currency}</Table.Th> : null}
            <Table.Th>{texts.needs}</Table.Th>
            {has_amounts ? <Table.Th>{texts.needs_sum}</Table.Th> : null}
            <Table.Th>{texts.set_by}</Table.Th>
            {may_change ? <Table.Td /> : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((band) => (
            <Table.Tr key={`${band.act} ${band.currency}`}>
              <Table.Td>{APPROVAL_TEXTS.acts[band.act]}</Table.Td>
              {has_amounts ? <Table.Td>{band.currency ?? texts.every}</Table.Td> : null}
              <Table.Td fw={band.is_default ? 400 : 600}>{shownBand(band, data.defaults)}</Table.Td>
              {has_amounts ? (
                <Table.Td fw={band.sum_is_default ? 400 : 600}>
                  {shownSum(band, data.defaults)}
                </Table.Td>
              ) : null}
              <Table.Td>
                <SetBy is_default={band.is_default && band.sum_is_default} />
              </Table.Td>
              {may_change ? (
                <Table.Td className="number">
                  <ChangeBand data={data} band={band} />
                </Table.Td>
              ) : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** A currency with so many decimals, as the example. */
const EXAMPLES: Readonly<Record<number, string>> = { 0: 'JPY', 2: 'EUR', 3: 'KWD', 4: 'CLF' };

function Defaults({ defaults }: Pick<ApprovalBands, 'defaults'>) {
  const facts = defaults.map(({ decimals, from_cents, sum_from_cents }): Fact => {
    const currency = EXAMPLES[decimals] ?? 'EUR';
    const value =
      from_cents === null || sum_from_cents === null ? (
        texts.rules.never
      ) : (
        <>
          {texts.from} <Amount amount_cents={from_cents} currency={currency} />, {texts.sum}{' '}
          <Amount amount_cents={sum_from_cents} currency={currency} />
        </>
      );
    return [texts.decimals(decimals), value];
  });
  return (
    <CardSection title={texts.default_title}>
      <Text size="sm">{texts.default_what}</Text>
      <Facts facts={facts} columns={2} />
    </CardSection>
  );
}

function Content({ data }: { data: ApprovalBands }) {
  const { can } = useSession();
  const may_change = can('approval_bands.change');
  const { bands, defaults } = data;
  const own = bands.find(({ act }) => act === 'bands');
  const of = { data, may_change };
  return (
    <>
      <Text size="sm">{own?.from_cents === null ? texts.intro_alone : texts.intro}</Text>
      <CardSection title={texts.money} acts={may_change ? <ChangeBand data={data} /> : null}>
        <Rows {...of} rows={bands.filter(({ has_amount }) => has_amount)} />
      </CardSection>
      {defaults.every(({ from_cents }) => from_cents === null) ? null : (
        <Defaults defaults={defaults} />
      )}
      <CardSection title={texts.settings}>
        <Rows {...of} rows={bands.filter(({ has_amount }) => !has_amount)} />
      </CardSection>
    </>
  );
}

export function Screen(): ReactNode {
  const { data, error, refetch } = useRead(readOf('getApprovalBands', {}));
  return (
    <Stack>
      <div>
        <AnchorLink to="/approvals" size="sm">
          {texts.back}
        </AnchorLink>
        <Group>
          <Title order={1} size="h2">
            {texts.title}
          </Title>
        </Group>
      </div>
      {error === null ? null : <ProblemNote error={error} retry={() => void refetch()} />}
      {data === undefined ? error === null && <Loading height={320} /> : <Content data={data} />}
    </Stack>
  );
}
