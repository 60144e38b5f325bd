// The bank file of a batch: a layout is chosen and checked, then the batch is exported, names that it
// writes differently are looked at, and it is saved. Every look at it is in the audit trail.
import { Alert, Button, Checkbox, Code, Group, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { readAgain, readOf } from '../../api/keys.ts';
import { saveFile } from '../../api/save-file.ts';
import type { ChangedName, LayoutProblem, PayoutBatch } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { PAYOUT_TEXTS } from '../../texts/payouts/payouts.ts';
import { FileProblems } from './file-problems.tsx';
import {
  type Choice,
  isChosen,
  isXml,
  LayoutChoice,
  queryOf,
  versionOf,
} from './layout-choice.tsx';

const { batch: texts } = PAYOUT_TEXTS;

const PREVIEW_MOST = 4_000;

/** A preview is cut: only whoever saves the file can hand it to the bank. */
async function readFile(id: string, choice: Choice, to: 'preview' | 'save'): Promise<Blob> {
  const preview = to === 'preview' ? { preview: true } : {};
  return isXml(choice)
    ? await call('getPayoutFile', { path: { id }, query: { ...versionOf(choice), ...preview } })
    : await call('getPayoutCsv', { path: { id }, query: { ...queryOf(choice), ...preview } });
}

function namesQuery(choice: Choice) {
  if (isXml(choice)) return versionOf(choice);
  return choice.layout === 'csv' ? {} : queryOf(choice);
}

const nameOfFile = ({ message_id }: PayoutBatch, choice: Choice): string =>
  `${message_id}${choice.layout === 'pain' || choice.layout === 'csv' ? '' : `-${choice.layout}`}.${isXml(choice) ? 'xml' : 'csv'}`;

function Names({ names }: { names: readonly ChangedName[] }) {
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{PAYOUT_TEXTS.columns.end_to_end}</Table.Th>
            <Table.Th>{texts.names_given}</Table.Th>
            <Table.Th>{texts.names_written}</Table.Th>
            <Table.Th>{texts.names_why}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {names.map(({ end_to_end_id, given, written, changes }) => (
            <Table.Tr key={end_to_end_id}>
              <Table.Td>{end_to_end_id}</Table.Td>
              <Table.Td dir="auto">{given}</Table.Td>
              <Table.Td dir="auto">{written ?? texts.names_nothing}</Table.Td>
              <Table.Td>{changes.map((change) => texts.changes[change]).join(', ')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Names are confirmed before the file can be had. */
function ChangedNames({
  batch,
  choice,
  seen,
  setSeen,
}: {
  batch: PayoutBatch;
  choice: Choice;
  seen: boolean;
  setSeen: (seen: boolean) => void;
}) {
  const { data, error } = useNames(batch, choice);
  if (error !== null) return <ProblemNote error={error} />;
  if (data === undefined) return null;
  if (data.data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.names_none}
      </Text>
    );
  }
  return (
    <Alert color="yellow" title={texts.names_title}>
      <Names names={data.data} />
      <Checkbox
        mt="sm"
        label={texts.names_ok}
        checked={seen}
        onChange={(event) => setSeen(event.currentTarget.checked)}
      />
    </Alert>
  );
}

const useNames = (batch: PayoutBatch, choice: Choice) =>
  useRead({
    ...readOf('listChangedNames', { path: { id: batch.id }, query: namesQuery(choice) }),
    enabled: isChosen(choice),
    retry: false,
  });

type AtOnce = {
  /** Whoever exported it wants to have it, unless names have to be looked at. */
  readonly saves_now: boolean;
  readonly began: () => void;
};

function File({
  batch,
  choice,
  saves_now,
  began,
}: AtOnce & { batch: PayoutBatch; choice: Choice }) {
  const [seen, setSeen] = useState(false);
  const queries = useQueryClient();
  const names = useNames(batch, choice);
  const file = useMutation({
    mutationFn: async (to: 'preview' | 'save') => {
      const content = await readFile(batch.id, choice, to);
      if (to === 'preview') return (await content.slice(0, PREVIEW_MOST).text()).trimEnd();
      saveFile(content, nameOfFile(batch, choice));
      await readAgain(queries, 'payout_batches');
      return null;
    },
  });
  const has_same_names = names.data?.data.length === 0;
  const is_ready = has_same_names || (names.data !== undefined && seen);
  useEffect(() => {
    if (!saves_now || !has_same_names) return;
    began();
    file.mutate('save');
  }, [saves_now, has_same_names, began, file.mutate]);
  return (
    <>
      <ChangedNames batch={batch} choice={choice} seen={seen} setSeen={setSeen} />
      <Group>
        <Button
          variant="default"
          disabled={names.data === undefined}
          loading={file.isPending && file.variables === 'preview'}
          onClick={() => file.mutate('preview')}
        >
          {texts.preview}
        </Button>
        <Button
          disabled={!is_ready}
          loading={file.isPending && file.variables === 'save'}
          onClick={() => file.mutate('save')}
        >
          {texts.save}
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        {batch.handed_at === null ? texts.not_handed : texts.audited}
      </Text>
      {file.error === null ? null : (
        <ProblemNote
          error={file.error}
          act={file.variables === 'preview' ? texts.preview : texts.save}
        />
      )}
      {typeof file.data === 'string' ? (
        <Code block dir="ltr" tabIndex={0} role="region" aria-label={texts.preview}>
          {file.data}
        </Code>
      ) : null}
    </>
  );
}

export function BankFile({
  batch,
  choice,
  change,
  problems,
  ...at_once
}: AtOnce & {
  batch: PayoutBatch;
  choice: Choice;
  change: (choice: Choice) => void;
  /** Undefined while they are being read. */
  problems: readonly LayoutProblem[] | undefined;
}) {
  return (
    <CardSection title={texts.file}>
      <Stack>
        <LayoutChoice choice={choice} change={change} />
        {batch.exported_at === null ? (
          <>
            <FileProblems batch={batch} problems={problems} />
            <Text size="sm">{texts.file_first}</Text>
          </>
        ) : (
          <File key={JSON.stringify(choice)} batch={batch} choice={choice} {...at_once} />
        )}
      </Stack>
    </CardSection>
  );
}
