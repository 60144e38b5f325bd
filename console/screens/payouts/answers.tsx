// Imports what the bank answered: the file is looked at first, then each answer has its result.
import { Alert, Button, Group, List, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { PayoutAnswer, PayoutAnswers } from '../../api/schema.gen.ts';
import { useAct } from '../../parts/act/use-act.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { ChooseFile, type ChosenFile, FilePreview } from '../../parts/file/chosen-file.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import type { Column } from '../../parts/list/columns.ts';
import { ListTable } from '../../parts/list/list-table.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TradeLink } from '../../parts/trade-link.tsx';
import { PAYOUT_TEXTS } from '../../texts/payouts/payouts.ts';
import { NAV_TEXTS } from '../../texts/shell/frame.ts';
import { TRADE_COLUMN_TEXTS } from '../../texts/trade-words.ts';

const { answers: texts } = PAYOUT_TEXTS;

const COLUMNS: readonly Column<PayoutAnswer>[] = [
  { name: 'line', label: texts.line, is_number: true, cell: ({ line }) => line },
  {
    name: 'payout',
    label: texts.payout,
    cell: ({ merchant_id, trade_id, end_to_end_id }) =>
      trade_id === null ? (
        end_to_end_id
      ) : (
        <TradeLink merchant_id={merchant_id} trade_id={trade_id} name={end_to_end_id} />
      ),
  },
  {
    name: 'status',
    label: texts.status,
    cell: ({ status, reason }) => [status, reason].filter(Boolean).join(' · '),
  },
  { name: 'effect', label: texts.effect, cell: ({ effect }) => texts.effects[effect] },
  {
    name: 'state',
    label: TRADE_COLUMN_TEXTS.state,
    cell: ({ state }) => (state === null ? null : <StateBadge state={state} />),
  },
];

const COUNTS = ['paid', 'rejected', 'noted', 'known', 'conflict', 'unknown_id'] as const;

/** Only contradictions and strangers need somebody. */
const needsPerson = (result: PayoutAnswers): boolean =>
  result.conflict + result.unknown_id + result.not_understood.length > 0;

function Result({ result }: { result: PayoutAnswers }) {
  return (
    <Stack>
      <Alert role="status" color={needsPerson(result) ? 'orange' : 'teal'} title={texts.imported}>
        <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="xs">
          {COUNTS.map((name) => (
            <Text size="sm" key={name}>
              {texts[name]}: <b>{result[name].toLocaleString()}</b>
            </Text>
          ))}
        </SimpleGrid>
        {result.not_understood.length === 0 ? null : (
          <>
            <Text size="sm" mt="sm">
              {texts.not_understood}
            </Text>
            <List size="sm">
              {result.not_understood.map((words) => (
                <List.Item key={words}>{words}</List.Item>
              ))}
            </List>
          </>
        )}
      </Alert>
      <ListTable
        label={texts.title}
        columns={COLUMNS}
        keyOf={({ line, end_to_end_id }) => `${line} ${end_to_end_id}`}
        nameOf={({ end_to_end_id }) => end_to_end_id}
        rows={result.answers}
        is_reading={false}
        selection={null}
      />
      {result.answers_left_out === 0 ? null : (
        <Text size="sm">{texts.left_out(result.answers_left_out)}</Text>
      )}
    </Stack>
  );
}

export function Screen(): React.ReactNode {
  const [chosen, choose] = useState<ChosenFile | null>(null);
  const [result, setResult] = useState<PayoutAnswers | null>(null);
  const { mutate, isPending, error } = useAct(
    async (file: File) => {
      const answer = await call('importPayoutAnswers', { body: file, query: {} });
      setResult(answer);
      return answer;
    },
    texts.imported,
    () => undefined,
  );
  return (
    <Stack>
      <div>
        <AnchorLink to="/payouts">{NAV_TEXTS.payouts}</AnchorLink>
        <Title order={1} size="h2">
          {texts.title}
        </Title>
      </div>
      <CardSection title={texts.file}>
        <Text size="sm">{texts.what}</Text>
        <Group>
          <ChooseFile
            accept=".xml,.csv,.txt,text/csv,application/xml"
            choose={(file) => {
              setResult(null);
              choose(file);
            }}
          />
          <Button
            disabled={chosen === null || result !== null}
            loading={isPending}
            onClick={() => (chosen === null ? undefined : mutate(chosen.file))}
          >
            {texts.import}
          </Button>
        </Group>
        {chosen === null || result !== null ? null : <FilePreview chosen={chosen} />}
        {error === null ? null : <ProblemNote error={error} act={texts.import} />}
      </CardSection>
      {result === null ? null : <Result result={result} />}
    </Stack>
  );
}
