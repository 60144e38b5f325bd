// The bank file of an exported batch: a layout is chosen, names that it writes differently are
// looked at, and then it is saved. Every look at it is in the audit trail.
import {
  Alert,
  Button,
  Checkbox,
  Code,
  Group,
  NativeSelect,
  Stack,
  Table,
  Text,
  Textarea,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import { saveFile } from '../../api/save-file.ts';
import type { ChangedName, PayoutBatch, PayoutLayouts } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { TEXTS } from '../../texts/en.ts';

const { batch: texts } = TEXTS.payouts;

type Layouts = PayoutLayouts['data'];

/** `pain`, `pain_old`, `csv`, `own`, or the name of a built-in layout. */
type Choice = { readonly layout: string; readonly mapping: string };

const OLD_PAIN = '001.001.03';
const PREVIEW_MOST = 4_000;

const isXml = ({ layout }: Choice): boolean => layout === 'pain' || layout === 'pain_old';

function queryOf({ layout, mapping }: Choice): { layout?: string; mapping?: string } {
  if (layout === 'csv') return {};
  return layout === 'own' ? { mapping } : { layout };
}

const versionOf = ({ layout }: Choice): { version?: typeof OLD_PAIN } =>
  layout === 'pain_old' ? { version: OLD_PAIN } : {};

async function readFile(id: string, choice: Choice): Promise<Blob> {
  return isXml(choice)
    ? await call('getPayoutFile', { path: { id }, query: versionOf(choice) })
    : await call('getPayoutCsv', { path: { id }, query: queryOf(choice) });
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
            <Table.Th>{TEXTS.payouts.columns.end_to_end}</Table.Th>
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
    queryKey: ['changed names', batch.id, choice],
    queryFn: ({ signal }) =>
      call('listChangedNames', { path: { id: batch.id }, query: namesQuery(choice), signal }),
    enabled: choice.layout !== 'own' || choice.mapping.trim() !== '',
    retry: false,
  });

function OwnLayout({
  layouts,
  mapping,
  change,
}: {
  layouts: Layouts;
  mapping: string;
  change: (mapping: string) => void;
}) {
  const [typed, setTyped] = useState(mapping);
  const begin = (name: string) => {
    const found = layouts.find((one) => one.name === name);
    if (found !== undefined) setTyped(JSON.stringify(found.mapping, null, 2));
  };
  return (
    <Stack gap="xs">
      <NativeSelect
        label={texts.mapping_from}
        data={[
          { value: '', label: TEXTS.common.nothing },
          ...layouts.map(({ name, title }) => ({ value: name, label: title })),
        ]}
        onChange={(event) => begin(event.currentTarget.value)}
      />
      <Textarea
        label={texts.mapping}
        description={texts.mapping_what}
        autosize
        minRows={4}
        maxRows={16}
        {...BOUNDS.getPayoutCsv.mapping}
        value={typed}
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => change(typed)}
      />
    </Stack>
  );
}

function File({ batch, layouts }: { batch: PayoutBatch; layouts: Layouts }) {
  const [choice, setChoice] = useState<Choice>({ layout: 'pain', mapping: '' });
  const [seen, setSeen] = useState(false);
  const names = useNames(batch, choice);
  const file = useMutation({
    mutationFn: async (to: 'preview' | 'save') => {
      const content = await readFile(batch.id, choice);
      if (to === 'preview') return (await content.slice(0, PREVIEW_MOST).text()).trimEnd();
      saveFile(content, nameOfFile(batch, choice));
      return null;
    },
  });
  const change = (next: Partial<Choice>) => {
    setChoice({ ...choice, ...next });
    setSeen(false);
    file.reset();
  };
  const is_ready = names.data !== undefined && (names.data.data.length === 0 || seen);
  const data = [
    { value: 'pain', label: texts.pain },
    { value: 'pain_old', label: texts.pain_old },
    { value: 'csv', label: texts.csv },
    ...layouts.map(({ name, title }) => ({ value: name, label: title })),
    { value: 'own', label: texts.own },
  ];
  return (
    <Stack>
      <NativeSelect
        label={texts.layout}
        value={choice.layout}
        data={data}
        maw={420}
        onChange={(event) => change({ layout: event.currentTarget.value })}
      />
      {choice.layout === 'own' ? (
        <OwnLayout
          layouts={layouts}
          mapping={choice.mapping}
          change={(mapping) => change({ mapping })}
        />
      ) : null}
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
        {texts.audited}
      </Text>
      {file.error === null ? null : <ProblemNote error={file.error} />}
      {typeof file.data === 'string' ? (
        <Code block dir="ltr" tabIndex={0} role="region" aria-label={texts.preview}>
          {file.data}
        </Code>
      ) : null}
    </Stack>
  );
}

export function BankFile({ batch }: { batch: PayoutBatch }) {
  const { data, error } = useRead({
    queryKey: ['payout layouts'],
    queryFn: ({ signal }) => call('listPayoutLayouts', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <CardSection title={texts.file}>
      {error === null ? null : <ProblemNote error={error} />}
      {batch.exported_at === null ? (
        <Text size="sm">{texts.file_first}</Text>
      ) : (
        <File batch={batch} layouts={data?.data ?? []} />
      )}
    </CardSection>
  );
}
