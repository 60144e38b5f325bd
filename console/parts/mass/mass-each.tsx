// One act on many rows, one request for each: a summary of the frozen set before, progress, and
// what is known of each row after. A lost connection stops it; continuing uses the same keys.
import { Alert, Button, Group, List, Progress, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readAllAgain } from '../../api/keys.ts';
import { ACT_TEXTS as acts } from '../../texts/acts.ts';
import { MASS_TEXTS as mass } from '../../texts/parts.ts';
import { Reason } from '../act/reason.tsx';
import { Amount } from '../amount/amount-text.tsx';
import { Dialog } from '../dialog.tsx';
import { actOnEach, countOf, type Item, type ItemState, itemsOf, openItems } from './each.ts';
import { type Frozen, freeze, type Money } from './frozen.ts';

export type MassEachProps<Row> = {
  readonly label: string;
  /** What will happen to each. */
  readonly what: string;
  readonly reasons: readonly string[];
  readonly rows: readonly Row[];
  readonly moneyOf: (row: Row) => Money;
  readonly nameOf: (row: Row) => string;
  readonly act: (row: Row, note: string, idempotency_key: string) => Promise<unknown>;
  readonly is_dangerous?: true;
};

function wordsOf(state: ItemState): string {
  return state.kind === 'refused' ? state.why : mass.states[state.kind];
}

function Known<Row>({
  items,
  nameOf,
}: {
  items: readonly Item<Row>[];
  nameOf: (row: Row) => string;
}) {
  const open = openItems(items);
  const refused = countOf(items, 'refused');
  const settled = refused > 0 ? 'orange' : 'teal';
  const colour = open > 0 ? 'yellow' : settled;
  return (
    <Alert color={colour} title={mass.known(countOf(items, 'done'), refused, open)} role="status">
      {countOf(items, 'unknown') === 0 ? null : (
        <Text size="sm" mb="xs">
          {mass.lost}
        </Text>
      )}
      <List size="sm">
        {items.map((item) => (
          <List.Item key={item.key}>
            <b>{nameOf(item.row)}</b>: {wordsOf(item.state)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function Summary<Row>({ frozen: { rows, sums } }: { frozen: Frozen<Row> }) {
  return (
    <Text fw={600}>
      {mass.count(rows.length)}
      {sums.map(({ amount_cents, currency }) => (
        <span key={currency}>
          {' · '}
          <Amount amount_cents={amount_cents} currency={currency} />
        </span>
      ))}
    </Text>
  );
}

function Content<Row>({
  props,
  frozen,
  close,
  hold,
}: {
  props: MassEachProps<Row>;
  frozen: Frozen<Row>;
  close: () => void;
  /** As long as something is under way or unknown, nobody closes the dialog by mistake. */
  hold: (is_held: boolean) => void;
}) {
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const [items, setItems] = useState<readonly Item<Row>[]>(() => itemsOf(frozen.rows));
  const [phase, setPhase] = useState<'asking' | 'acting' | 'ended'>('asking');
  const run = async () => {
    setPhase('acting');
    hold(true);
    const known = await actOnEach(items, (row, key) => props.act(row, note.trim(), key), setItems);
    setPhase('ended');
    hold(openItems(known) > 0);
    // Whatever happened, the list shows what is true now.
    await readAllAgain(client);
  };
  const open = openItems(items);
  const is_over = phase === 'ended' && open === 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (phase !== 'acting' && note.trim() !== '' && open > 0) void run();
      }}
    >
      <Stack>
        <Summary frozen={frozen} />
        <Text size="sm">{props.what}</Text>
        {phase === 'asking' ? (
          <Reason reasons={props.reasons} note={note} change={setNote} />
        ) : (
          <>
            <Progress
              value={(100 * (items.length - open)) / items.length}
              aria-label={mass.progress}
            />
            <Known items={items} nameOf={props.nameOf} />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} disabled={phase === 'acting'}>
            {phase === 'asking' ? acts.not_now : mass.close}
          </Button>
          {is_over ? null : (
            <Button
              type="submit"
              loading={phase === 'acting'}
              disabled={note.trim() === ''}
              {...(props.is_dangerous === true ? { color: 'red' } : {})}
            >
              {phase === 'asking' ? `${props.label} (${frozen.rows.length})` : mass.go_on(open)}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

export function MassEach<Row>(props: MassEachProps<Row>) {
  const [frozen, setFrozen] = useState<Frozen<Row> | null>(null);
  const [is_open, dialog] = useDisclosure(false);
  const [is_held, hold] = useState(false);
  const close = () => {
    hold(false);
    dialog.close();
  };
  const open = () => {
    setFrozen(freeze(props.rows, props.moneyOf));
    dialog.open();
  };
  return (
    <>
      <Button
        size="xs"
        variant={props.is_dangerous === true ? 'light' : 'filled'}
        {...(props.is_dangerous === true ? { color: 'red' } : {})}
        disabled={props.rows.length === 0}
        onClick={open}
      >
        {props.label}
      </Button>
      <Dialog is_open={is_open} close={close} title={props.label} size="lg" must_answer={is_held}>
        {frozen === null ? null : (
          <Content props={props} frozen={frozen} close={close} hold={hold} />
        )}
      </Dialog>
    </>
  );
}
