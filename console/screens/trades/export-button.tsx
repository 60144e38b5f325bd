// The list as a file: exactly what its filters leave.
import { Button, Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { saveFile } from '../../api/save-file.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { choicesOf } from '../../parts/list/choices.ts';
import { type Filter, type Search, setFilters, valueShown } from '../../parts/list/filters.ts';
import { ProblemNote } from '../../parts/problem.tsx';
import { ACT_TEXTS } from '../../texts/acts.ts';
import { STATE_NAMES, TRADE_COLUMN_TEXTS } from '../../texts/trade-words.ts';
import { TRADE_SCREEN_TEXTS } from '../../texts/trades/trades.ts';

const texts = TRADE_SCREEN_TEXTS.export;

type Form = { format: string; separator: string; decimal: string };

async function fetchFile(search: Search, { format, separator, decimal }: Form) {
  const { cursor: _page, ...query } = search;
  if (format === 'xlsx') {
    saveFile(await call('exportTradesWorkbook', { query }), 'trades.xlsx');
  } else {
    const asked: Search = { ...query, separator, decimal };
    saveFile(await call('exportTradesCsv', { query: asked }), 'trades.csv');
  }
}

function Content({ filters, search, close }: Props & { close: () => void }) {
  const [form, change] = useState<Form>({ format: 'xlsx', separator: 'comma', decimal: 'point' });
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => fetchFile(search, form),
    onSuccess: () => {
      notifications.show({ color: 'teal', message: texts.saved });
      close();
    },
  });
  const state = search.state ?? '';
  const set = [
    ...(state === '' ? [] : [`${TRADE_COLUMN_TEXTS.state}: ${stateName(state)}`]),
    ...setFilters(filters, search).map(
      (filter) => `${filter.label}: ${valueShown(filter, search[filter.name] ?? '', search)}`,
    ),
  ];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) mutate();
      }}
    >
      <Stack>
        <Text size="sm">{texts.what}</Text>
        <Text size="sm">
          <b>{texts.filters}</b>: {set.length === 0 ? texts.no_filters : set.join(' · ')}
        </Text>
        <SegmentedControl
          aria-label={texts.format}
          value={form.format}
          onChange={(format) => change({ ...form, format })}
          data={[...choicesOf(texts.formats)]}
        />
        {form.format === 'csv' ? (
          <>
            <Group grow>
              <NativeSelect
                label={texts.separator}
                value={form.separator}
                data={[...choicesOf(texts.separators)]}
                onChange={(event) => change({ ...form, separator: event.currentTarget.value })}
              />
              <NativeSelect
                label={texts.decimal}
                value={form.decimal}
                data={[...choicesOf(texts.decimals)]}
                onChange={(event) => change({ ...form, decimal: event.currentTarget.value })}
              />
            </Group>
            <Text size="xs" c="dimmed">
              {texts.local}
            </Text>
          </>
        ) : null}
        {error === null ? null : <ProblemNote error={error} act={texts.label} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {ACT_TEXTS.not_now}
          </Button>
          <Button type="submit" loading={isPending}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const stateName = (state: string): string =>
  Object.entries(STATE_NAMES).find(([name]) => name === state)?.[1] ?? state;

type Props = { readonly filters: readonly Filter[]; readonly search: Search };

export function ExportButton(props: Props) {
  const [is_open, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={dialog.open}>
        {texts.label}
      </Button>
      <Dialog is_open={is_open} close={dialog.close} title={texts.title}>
        <Content {...props} close={dialog.close} />
      </Dialog>
    </>
  );
}
