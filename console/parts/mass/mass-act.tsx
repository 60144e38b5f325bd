// One act on many rows: a summary of the frozen set before, and the result of each row after.
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { ACT_TEXTS as acts } from '../../texts/acts.ts';
import { MASS_TEXTS as mass } from '../../texts/parts.ts';
import { WAITS_TEXTS } from '../../texts/waits.ts';
import { Reason } from '../act/reason.tsx';
import { useAct } from '../act/use-act.ts';
import { Amount } from '../amount/amount-text.tsx';
import { Dialog } from '../dialog.tsx';
import { AnchorLink } from '../links.tsx';
import { ProblemNote } from '../problem.tsx';
import { type Frozen, freeze, type Money } from './frozen.ts';

/** What became of one row. `refused` is the service's own sentence. */
export type RowResult = {
  readonly name: string;
  readonly refused: string | null;
  /** Not done: it waits for a second person. */
  readonly waits?: boolean;
};

export type MassActProps<Row> = {
  readonly label: string;
  /** What will happen to each. */
  readonly what: string;
  readonly rows: readonly Row[];
  /** Null if a row has no amount. */
  readonly moneyOf: (row: Row) => Money | null;
  readonly run: (
    rows: readonly Row[],
    note: string,
    idempotency_key: string,
  ) => Promise<readonly RowResult[]>;
  readonly is_dangerous?: true;
  /** It asks for no reason of its own. */
  readonly has_no_reason?: true;
  /** A reason can be given, and need not be. */
  readonly reason_is_optional?: true;
  /** Fields of the act itself, above the reason. */
  readonly children?: ReactNode;
  /** The usual reasons; any other may be typed. */
  readonly reasons?: readonly string[];
  /** The same, of the rows that were frozen. */
  readonly fields?: (rows: readonly Row[]) => ReactNode;
  /** False as long as these fields lack something. */
  readonly is_ready?: boolean;
  /** Before it asks: its own fields begin anew. */
  readonly onOpen?: (rows: readonly Row[]) => void;
};

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

function Results({ results }: { results: readonly RowResult[] }) {
  const refused = results.filter((one) => one.waits !== true && one.refused !== null);
  const waiting = results.filter((one) => one.waits === true);
  const done = results.length - refused.length - waiting.length;
  return (
    <Alert
      role="status"
      color={refused.length + waiting.length === 0 ? 'teal' : 'orange'}
      title={mass.result(done, refused.length)}
    >
      {waiting.length === 0 ? null : (
        <Text size="sm">
          {WAITS_TEXTS.many(waiting.length)}:{' '}
          <AnchorLink to="/approvals" search={{ view: 'by_you' }} underline="always">
            {WAITS_TEXTS.list}
          </AnchorLink>
        </Text>
      )}
      <List size="sm">
        {waiting.map(({ name }) => (
          <List.Item key={name}>
            <b>{name}</b>: {mass.states.proposed}
          </List.Item>
        ))}
        {refused.map(({ name, refused: why }) => (
          <List.Item key={name}>
            <b>{name}</b>: {why}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function Content<Row>({
  act,
  frozen,
  close,
  hold,
}: {
  act: MassActProps<Row>;
  frozen: Frozen<Row>;
  close: () => void;
  /** Called while the answer is awaited, so that nobody closes the dialog without it. */
  hold: (is_held: boolean) => void;
}) {
  const [note, setNote] = useState('');
  const needs_none = act.has_no_reason === true || act.reason_is_optional === true;
  const [results, setResults] = useState<readonly RowResult[] | null>(null);
  const { mutate, isPending, error } = useAct(
    async (given: string, key) => {
      hold(true);
      try {
        const answer = await act.run(frozen.rows, given, key);
        setResults(answer);
        return answer;
      } finally {
        hold(false);
      }
    },
    mass.done,
    () => undefined,
  );
  return (
    <Stack>
      <Summary frozen={frozen} />
      <Text size="sm">{act.what}</Text>
      {results === null ? act.children : <Results results={results} />}
      {results === null && act.has_no_reason !== true ? (
        <>
          {act.fields?.(frozen.rows)}
          <Reason
            reasons={act.reasons ?? []}
            note={note}
            change={setNote}
            is_optional={needs_none}
          />
        </>
      ) : null}
      {error === null ? null : <ProblemNote error={error} act={act.label} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={close} disabled={isPending}>
          {results === null ? acts.not_now : mass.close}
        </Button>
        {results === null ? (
          <Button
            loading={isPending}
            disabled={act.is_ready === false || (!needs_none && note.trim() === '')}
            {...(act.is_dangerous === true ? { color: 'red' } : {})}
            onClick={() => mutate(note.trim())}
          >
            {act.label} ({frozen.rows.length})
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}

export function MassAct<Row>(act: MassActProps<Row>) {
  const [frozen, setFrozen] = useState<Frozen<Row> | null>(null);
  const [is_open, dialog] = useDisclosure(false);
  const [is_held, hold] = useState(false);
  const open = () => {
    act.onOpen?.(act.rows);
    setFrozen(freeze(act.rows, act.moneyOf));
    dialog.open();
  };
  return (
    <>
      <Button
        size="xs"
        variant={act.is_dangerous === true ? 'light' : 'filled'}
        {...(act.is_dangerous === true ? { color: 'red' } : {})}
        disabled={act.rows.length === 0}
        onClick={open}
      >
        {act.label}
      </Button>
      <Dialog
        is_open={is_open}
        close={dialog.close}
        title={act.label}
        size="lg"
        must_answer={is_held}
      >
        {frozen === null ? null : (
          <Content act={act} frozen={frozen} close={dialog.close} hold={hold} />
        )}
      </Dialog>
    </>
  );
}
