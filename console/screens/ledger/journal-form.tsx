// The form of the journal's columns: which a file has, under which names, and its first rows.
import { ActionIcon, Button, Checkbox, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { respond } from '../../api/client.ts';
import { linesOf } from '../../api/lines.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { useKeptJournal } from '../../parts/list/kept.ts';
import { ProblemNote } from '../../parts/problem.tsx';
import { ACT_TEXTS } from '../../texts/acts.ts';
import {
  JOURNAL_TEXTS as texts,
  JOURNAL_COLUMN_TEXTS as words,
} from '../../texts/ledger/journal.ts';
import {
  ALL_CHOSEN,
  type Choices,
  type ColumnChoice,
  faultOf,
  movedChoice,
  readChoices,
  writeChoices,
} from './journal-columns.ts';

export type JournalOf = {
  readonly month: string;
  readonly query: Readonly<Record<string, string>>;
};

const SHOWN_ROWS = 5;

/** The names and some rows; the rest of the file is not read. */
async function firstRows({ month, query }: JournalOf, columns: string) {
  const asked = { ...query, ...(columns === '' ? {} : { columns }) };
  const { body } = await respond('exportJournal', { path: { month }, query: asked });
  const rows: string[] = [];
  if (body === null) return { columns, rows };
  for await (const line of linesOf(body)) {
    rows.push(line);
    if (rows.length > SHOWN_ROWS) break;
  }
  return { columns, rows };
}

type RowProps = {
  readonly choice: ColumnChoice;
  readonly change: (choice: ColumnChoice) => void;
  readonly move: (by: 1 | -1) => void;
};

function OneColumn({ choice, change, move }: RowProps) {
  const { column, title, is_chosen } = choice;
  const label = words[column];
  return (
    <Group component="li" gap="xs" wrap="nowrap">
      <Checkbox
        flex={1}
        size="xs"
        label={label}
        checked={is_chosen}
        onChange={() => change({ ...choice, is_chosen: !is_chosen })}
      />
      <TextInput
        size="xs"
        w={{ base: 110, xs: 180 }}
        aria-label={texts.name_of(label)}
        placeholder={column}
        value={title}
        disabled={!is_chosen}
        error={title.includes(',')}
        onChange={(event) => change({ ...choice, title: event.currentTarget.value })}
      />
      <Group gap={2} wrap="nowrap">
        <ActionIcon variant="subtle" aria-label={texts.up(label)} onClick={() => move(-1)}>
          ↑
        </ActionIcon>
        <ActionIcon variant="subtle" aria-label={texts.down(label)} onClick={() => move(1)}>
          ↓
        </ActionIcon>
      </Group>
    </Group>
  );
}

function Preview({ of, choices }: { of: JournalOf; choices: Choices }) {
  const columns = writeChoices(choices);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => firstRows(of, columns),
  });
  const shown = data?.columns === columns ? data.rows : null;
  return (
    <Stack gap="xs">
      <Group>
        <Button
          size="xs"
          variant="default"
          loading={isPending}
          disabled={faultOf(choices) !== null}
          onClick={() => mutate()}
        >
          {texts.preview}
        </Button>
      </Group>
      {error === null ? null : <ProblemNote error={error} act={texts.preview} />}
      {shown === null ? null : (
        <>
          <Code block aria-label={texts.preview_of} role="region" tabIndex={0}>
            {shown.join('\n')}
          </Code>
          {shown.length > 1 ? null : <Text size="sm">{texts.preview_empty}</Text>}
        </>
      )}
    </Stack>
  );
}

function Form({ of, close }: { of: JournalOf; close: () => void }) {
  const [kept, keep] = useKeptJournal();
  const [choices, choose] = useState<Choices>(() => readChoices(kept));
  const fault = faultOf(choices);
  const replaced = (at: number, choice: ColumnChoice) =>
    choices.map((one, index) => (index === at ? choice : one));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (fault !== null) return;
        keep(writeChoices(choices));
        notifications.show({ color: 'teal', message: texts.saved });
        close();
      }}
    >
      <Stack>
        <Text size="sm">{texts.what}</Text>
        <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
          {choices.map((choice, index) => (
            <OneColumn
              key={choice.column}
              choice={choice}
              change={(next) => choose(replaced(index, next))}
              move={(by) => choose(movedChoice(choices, index, by))}
            />
          ))}
        </Stack>
        {fault === null ? null : (
          <Text size="sm" c="red" role="alert">
            {texts[fault]}
          </Text>
        )}
        <Preview of={of} choices={choices} />
        <Group justify="space-between">
          <Button variant="subtle" onClick={() => choose(ALL_CHOSEN)}>
            {texts.reset}
          </Button>
          <Group gap="xs">
            <Button variant="default" onClick={close}>
              {ACT_TEXTS.not_now}
            </Button>
            <Button type="submit" disabled={fault !== null}>
              {texts.save}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

/** Says how many columns the files have, if it is not all. */
export function JournalColumns(of: JournalOf) {
  const [kept] = useKeptJournal();
  const [is_open, dialog] = useDisclosure(false);
  const count = readChoices(kept).filter(({ is_chosen }) => is_chosen).length;
  return (
    <>
      <Button variant="default" size="xs" onClick={dialog.open}>
        {kept === '' ? texts.choose : texts.chosen(count)}
      </Button>
      <Dialog title={texts.choose} is_open={is_open} close={dialog.close} size="lg">
        <Form of={of} close={dialog.close} />
      </Dialog>
    </>
  );
}
