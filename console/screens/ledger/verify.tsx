// Checks the books since the last proof, or from the first entry on, with its progress; it can be
// stopped, and changes nothing.
import { Alert, Button, Group, List, Progress, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { BooksProof } from '../../api/schema.gen.ts';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { ERROR_TEXTS } from '../../texts/common.ts';
import { LEDGER_TEXTS as ledger } from '../../texts/ledger/ledger.ts';
import { NAV_TEXTS as nav } from '../../texts/shell/frame.ts';
import { LedgerTabs } from './ledger-tabs.tsx';
import { CutOff, checkBooks, type Step } from './read-lines.ts';

type Check =
  | { readonly is: 'idle' }
  | { readonly is: 'running'; readonly step: Step | null }
  | { readonly is: 'done'; readonly result: BooksProof }
  | { readonly is: 'failed'; readonly error: unknown };

function Running({ step }: { step: Step | null }) {
  const { done, of } = step ?? { done: 0, of: 0 };
  const percent = of === 0 ? 0 : Math.floor((done / of) * 100);
  return (
    <Stack gap="xs">
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label={ledger.verify_running} animated />
      </Progress.Root>
      <Text size="sm" role="status">
        {ledger.verify_running}
        {step === null ? '' : ` ${step.step.replaceAll('_', ' ')}: ${percent} %`}
      </Text>
    </Stack>
  );
}

function Result({ result }: { result: BooksProof }) {
  const { ok, since, books, entries, audit_entries, proofs, problems, not_checked } = result;
  return (
    <Alert
      role="status"
      color={ok ? 'teal' : 'red'}
      title={ok ? ledger.verify_ok(since) : ledger.verify_wrong}
    >
      <Text size="sm">
        {ledger.verify_since(since)} {ledger.verify_read(books, entries, audit_entries, proofs)}
      </Text>
      <List size="sm">
        {problems.map((problem) => (
          <List.Item key={problem}>{problem}</List.Item>
        ))}
      </List>
      {not_checked.length === 0 ? null : (
        <>
          <Text size="sm" mt="xs">
            {ledger.verify_left_out}
          </Text>
          <List size="sm">
            {not_checked.map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  );
}

function Outcome({ check }: { check: Check }) {
  if (check.is === 'running') return <Running step={check.step} />;
  if (check.is === 'done') return <Result result={check.result} />;
  if (check.is === 'idle') return null;
  if (check.error instanceof CutOff) return <Alert color="orange">{ledger.verify_lost}</Alert>;
  return <ProblemNote error={check.error} act={ledger.verify} />;
}

function useCheck() {
  const [check, setCheck] = useState<Check>({ is: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const stop = () => {
    running.current?.abort();
    setCheck({ is: 'idle' });
  };
  const start = (is_full: boolean) => {
    const abort = new AbortController();
    running.current = abort;
    setCheck({ is: 'running', step: null });
    checkBooks(is_full, (step) => setCheck({ is: 'running', step }), abort.signal).then(
      (result) => setCheck({ is: 'done', result }),
      (error: unknown) => {
        if (!abort.signal.aborted) setCheck({ is: 'failed', error });
      },
    );
  };
  return { check, start, stop };
}

function Checking() {
  const { check, start, stop } = useCheck();
  return (
    <>
      <Text size="sm" maw={640}>
        {ledger.verify_what}
      </Text>
      <Group>
        {check.is === 'running' ? (
          <Button variant="default" onClick={stop}>
            {ledger.verify_stop}
          </Button>
        ) : (
          <>
            <Button onClick={() => start(false)}>{ledger.verify}</Button>
            <Button variant="default" onClick={() => start(true)}>
              {ledger.verify_full}
            </Button>
          </>
        )}
      </Group>
      <Outcome check={check} />
    </>
  );
}

export function Screen(): ReactNode {
  const { can } = useSession();
  return (
    <Stack>
      <div>
        <Title order={1} size="h2">
          {nav.ledger}
        </Title>
        <LedgerTabs />
      </div>
      {can('books.verify') ? <Checking /> : <Alert color="gray">{ERROR_TEXTS.forbidden}</Alert>}
    </Stack>
  );
}
