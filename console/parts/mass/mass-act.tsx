// One act on many rows: a summary of the frozen set before, and the result of each row after.
import { Alert, Button, Group, List, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { TEXTS } from '../../texts/en.ts';
import { useAct } from '../act/use-act.ts';
import { Amount } from '../amount-text.tsx';
import { Dialog } from '../dialog.tsx';
import { ProblemNote } from '../problem.tsx';
import { type Frozen, freeze, type Money } from './frozen.ts';

const { mass, acts } = TEXTS;
const NOTE_MAX_LENGTH = 500;

/** What became of one row. `refused` is the service's own sentence. */
export type RowResult = { readonly name: string; readonly refused: string | null };

export type MassActProps<Row> = {
  readonly label: string;
  /** What will happen to each. */
  readonly what: string;
  readonly rows: readonly Row[];
  readonly moneyOf: (row: Row) => Money;
  readonly run: (
    rows: readonly Row[],
    note: string,
    idempotency_key: string,
  ) => Promise<readonly RowResult[]>;
  readonly is_dangerous?: true;
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
  const refused = results.filter((one) => one.refused !== null);
  return (
    <Alert
      color={refused.length === 0 ? 'teal' : 'orange'}
      title={mass.result(results.length - refused.length, refused.length)}
    >
      <List size="sm">
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
}: {
  act: MassActProps<Row>;
  frozen: Frozen<Row>;
  close: () => void;
}) {
  const [note, setNote] = useState('');
  const [results, setResults] = useState<readonly RowResult[] | null>(null);
  const { mutate, isPending, error } = useAct(
    async (given: string, key) => {
      const answer = await act.run(frozen.rows, given, key);
      setResults(answer);
      return answer;
    },
    mass.done,
    () => undefined,
  );
  return (
    <Stack>
      <Summary frozen={frozen} />
      <Text size="sm">{act.what}</Text>
      {results === null ? (
        <Textarea
          label={acts.reason}
          description={acts.reason_stays}
          required
          autosize
          maxLength={NOTE_MAX_LENGTH}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      ) : (
        <Results results={results} />
      )}
      {error === null ? null : <ProblemNote error={error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {results === null ? acts.not_now : mass.close}
        </Button>
        {results === null ? (
          <Button
            loading={isPending}
            disabled={note.trim() === ''}
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
  const open = () => {
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
      <Dialog is_open={is_open} close={dialog.close} title={act.label} size="lg">
        {frozen === null ? null : <Content act={act} frozen={frozen} close={dialog.close} />}
      </Dialog>
    </>
  );
}
