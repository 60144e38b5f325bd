// The tariffs of a merchant: rows to edit, and what would change before anything does.
import { ActionIcon, Button, Group, NativeSelect, Table, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import type { Merchant, Tariffs as Saved, Tariff } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { ChangeTable } from '../../parts/act/change-table.tsx';
import { ChangedNote } from '../../parts/act/changed-note.tsx';
import { type Edited, useEdited } from '../../parts/act/use-edited.ts';
import { shownPercent } from '../../parts/amount/decimal.ts';
import { Loading } from '../../parts/loading.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { CURRENCY_CODE } from '../../parts/typed-bounds.ts';
import { useSession } from '../../session/session.tsx';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';
import { DIRECTION_NAMES } from '../../texts/trade-words.ts';
import { MerchantFrame } from './merchant-frame.tsx';
import {
  changesOf,
  NEW_ROW,
  percentProblem,
  type Row,
  rowOf,
  TYPES,
  tariffOf,
  wrongRow,
} from './tariff-rows.ts';

const { tariffs: texts, change } = MERCHANT_TEXTS;

type Edit = { readonly row: Row; readonly set: (row: Row) => void; readonly remove: () => void };

function EditedRow({ row, set, remove, number }: Edit & { number: number }) {
  const name = (label: string) => `${label}, ${texts.row(number)}`;
  return (
    <Table.Tr>
      <Table.Td>
        <NativeSelect
          aria-label={name(texts.direction)}
          value={row.direction}
          data={Object.entries(DIRECTION_NAMES).map(([value, label]) => ({ value, label }))}
          onChange={(event) =>
            set({ ...row, direction: event.currentTarget.value === 'payout' ? 'payout' : 'payin' })
          }
        />
      </Table.Td>
      <Table.Td>
        <NativeSelect
          aria-label={name(texts.type)}
          value={row.type}
          data={[{ value: '', label: texts.any }, ...TYPES]}
          onChange={(event) => set({ ...row, type: event.currentTarget.value })}
        />
      </Table.Td>
      <Table.Td>
        <TextInput
          aria-label={name(texts.currency)}
          placeholder={texts.any}
          {...CURRENCY_CODE}
          value={row.currency}
          onChange={(event) => set({ ...row, currency: event.currentTarget.value.toUpperCase() })}
        />
      </Table.Td>
      <Table.Td>
        <TextInput
          aria-label={name(texts.percent)}
          inputMode="decimal"
          maxLength={12}
          error={percentProblem(row)}
          value={row.percent}
          onChange={(event) => set({ ...row, percent: event.currentTarget.value })}
        />
      </Table.Td>
      <Table.Td>
        <ActionIcon variant="subtle" color="gray" aria-label={name(texts.remove)} onClick={remove}>
          ×
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}

type SaveProps = {
  readonly id: string;
  readonly version: string;
  readonly before: readonly Row[];
  readonly rows: readonly Row[];
  readonly onDone: () => void;
};

function Save({ id, version, before, rows, onDone }: SaveProps) {
  const changes = changesOf(before, rows);
  return (
    <ActButton
      about={null}
      version={version}
      label={change.label}
      done={change.done}
      reasons={change.reasons}
      size="lg"
      why_not={changes.length === 0 ? change.nothing : (wrongRow(rows) ?? undefined)}
      onDone={onDone}
      what={
        <>
          {texts.what}
          <ChangeTable changes={changes} />
        </>
      }
      run={(note, idempotency_key, seen) =>
        call('putTariffs', {
          path: { id },
          body: { tariffs: rows.map(tariffOf), note, ...seen },
          idempotency_key,
        })
      }
    />
  );
}

type Rows = readonly Row[];
type EditorProps = Pick<Edited<Saved, Rows>, 'first' | 'edit'> & { id: string; saved: Saved };

function Editor({ id, saved: { tariffs, version }, first, edit }: EditorProps) {
  const before = tariffs.map(rowOf);
  const [rows, setRows] = useState(first);
  const changeTo = (next: Rows) => {
    edit(next);
    setRows(next);
  };
  const setAt = (at: number, row: Row) => changeTo(rows.map((one, i) => (i === at ? row : one)));
  return (
    <>
      {rows.length === 0 ? <Text c="dimmed">{texts.empty}</Text> : null}
      <Table.ScrollContainer minWidth={560}>
        <Table>
          <Head />
          <Table.Tbody>
            {rows.map((row, at) => (
              <EditedRow
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
                key={at}
                number={at + 1}
                row={row}
                set={(next) => setAt(at, next)}
                remove={() => changeTo(rows.filter((_one, i) => i !== at))}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group>
        <Button variant="default" onClick={() => changeTo([...rows, NEW_ROW])}>
          {texts.add}
        </Button>
        <Save id={id} version={version} before={before} rows={rows} onDone={() => edit(null)} />
        <Button variant="subtle" onClick={() => changeTo(before)}>
          {change.reset}
        </Button>
      </Group>
    </>
  );
}

function Head() {
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{texts.direction}</Table.Th>
        <Table.Th>{texts.type}</Table.Th>
        <Table.Th>{texts.currency}</Table.Th>
        <Table.Th>{texts.percent}</Table.Th>
        <Table.Td />
      </Table.Tr>
    </Table.Thead>
  );
}

function Shown({ tariffs }: { tariffs: readonly Tariff[] }) {
  if (tariffs.length === 0) return <Text c="dimmed">{texts.empty}</Text>;
  return (
    <Table.ScrollContainer minWidth={400}>
      <Table>
        <Head />
        <Table.Tbody>
          {tariffs.map(({ direction, type, currency, percent }) => (
            <Table.Tr key={`${direction} ${type} ${currency}`}>
              <Table.Td>{DIRECTION_NAMES[direction]}</Table.Td>
              <Table.Td>{type ?? texts.any}</Table.Td>
              <Table.Td>{currency ?? texts.any}</Table.Td>
              <Table.Td>{shownPercent(percent)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const KIND = {
  typedOf: ({ tariffs }: Saved): Rows => tariffs.map(rowOf),
  changesOf,
  // A list is one whole: what was typed replaces it, after both have been seen.
  merge: (_before: Rows, _now: Rows, typed: Rows) => typed,
};

function Edit({ id, saved }: { id: string; saved: Saved }) {
  const { seen, first, meeting, edit } = useEdited(saved, KIND);
  return (
    <>
      <ChangedNote meeting={meeting} />
      <Editor key={seen.version} id={id} saved={seen} first={first} edit={edit} />
    </>
  );
}

function Tariffs({ merchant: { id } }: { merchant: Merchant }) {
  const { can } = useSession();
  const { data, error, refetch } = useRead(readOf('getTariffs', { path: { id } }));
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loading height={160} />;
  return (
    <>
      <Text size="sm">{texts.what}</Text>
      {can('tariffs.change') ? (
        <Edit key={id} id={id} saved={data} />
      ) : (
        <>
          <Text c="dimmed">{change.not_yours}</Text>
          <Shown tariffs={data.tariffs} />
        </>
      )}
    </>
  );
}

export function Screen(): ReactNode {
  return <MerchantFrame>{(merchant) => <Tariffs merchant={merchant} />}</MerchantFrame>;
}
