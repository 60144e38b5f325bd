// One chosen file on its way: the proposal, the preview, the import with its progress, the result.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callLines, type Step } from '../../../api/call-lines.ts';
import { call } from '../../../api/client.ts';
import { readAllAgain, readKey } from '../../../api/keys.ts';
import type { StatementGuess, StatementResult } from '../../../api/schema.gen.ts';
import { useRead } from '../../../api/use-read.ts';
import { ProblemNote } from '../../../parts/problem.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { ImportResult } from './import-result.tsx';
import { ImportLost, ImportRunning } from './import-running.tsx';
import { IMPORTING, lacks, NO_READING, queryOf, type Reading, readingOf } from './reading.ts';
import { ReadingFields } from './reading-fields.tsx';

const { import: texts } = BANK_TEXTS;
const NAME_MOST = 60;

/** The service recognises files by their content; browsers name types that it does not know. */
const bytesOf = (file: File): Blob => new Blob([file], { type: 'application/octet-stream' });

/** People always get the whole result; only a feed's token gets less. */
function asResult(answer: object): StatementResult {
  if (!('matched' in answer)) throw new Error('The result of an import lacks its matches');
  return answer as StatementResult;
}

function useGuess(file: File) {
  const { name, size, lastModified } = file;
  return useRead({
    queryKey: readKey('guessStatement', {}, name, String(size), String(lastModified)),
    queryFn: ({ signal }) => call('guessStatement', { body: bytesOf(file), signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

function useImport(file: File) {
  const client = useQueryClient();
  const [step, setStep] = useState<Step | null>(null);
  const mutation = useMutation({
    mutationKey: IMPORTING,
    mutationFn: async ({ reading, dry_run }: { reading: Reading; dry_run: boolean }) => {
      setStep(null);
      const query = { ...queryOf(reading, file.name), dry_run, progress: true };
      return asResult(await callLines('importStatement', { query, body: bytesOf(file) }, setStep));
    },
    onSettled: () => readAllAgain(client, 'guessStatement'),
  });
  return { ...mutation, step };
}

function Head({
  file,
  guess,
  other,
}: {
  file: File;
  guess: StatementGuess | undefined;
  other: () => void;
}) {
  return (
    <Group justify="space-between">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {file.name.slice(0, NAME_MOST)}
        {guess === undefined ? '' : ` · ${guess.format}`}
      </Text>
      <Button variant="default" size="xs" onClick={other}>
        {texts.other}
      </Button>
    </Group>
  );
}

type Import = ReturnType<typeof useImport>;

type WorkProps = {
  readonly guess: StatementGuess | undefined;
  readonly reading: Reading;
  readonly preview: Import;
  readonly real: Import;
};

function Buttons({ guess, reading, preview, real }: WorkProps) {
  const previewed = preview.data;
  const is_busy = preview.isPending || real.isPending;
  return (
    <Group>
      <Button
        variant={previewed === undefined ? 'filled' : 'default'}
        loading={preview.isPending}
        disabled={is_busy || lacks(guess, reading) !== null}
        onClick={() => preview.mutate({ reading, dry_run: true })}
      >
        {previewed === undefined ? texts.preview : texts.preview_again}
      </Button>
      {previewed === undefined ? null : (
        <Button
          disabled={is_busy || previewed.imported + previewed.duplicate === 0}
          onClick={() => real.mutate({ reading, dry_run: false })}
        >
          {texts.run(previewed.imported)}
        </Button>
      )}
    </Group>
  );
}

function Outcome({ preview, real }: WorkProps) {
  return (
    <>
      {preview.isPending ? <ImportRunning step={preview.step} is_preview /> : null}
      {preview.error === null ? null : <ProblemNote error={preview.error} act={texts.preview} />}
      <ImportLost error={real.error} />
      {preview.data === undefined ? null : <ImportResult result={preview.data} />}
    </>
  );
}

export function ImportFile({ file, other }: { file: File; other: () => void }) {
  const guess = useGuess(file);
  const [changed, change] = useState<Reading | null>(null);
  const reading = changed ?? (guess.data === undefined ? NO_READING : readingOf(guess.data));
  const preview = useImport(file);
  const real = useImport(file);
  const work = { guess: guess.data, reading, preview, real };
  if (real.data !== undefined) return <ImportResult result={real.data} other={other} />;
  if (guess.isPending) return <Text>{texts.looking}</Text>;
  return (
    <Stack>
      <Head file={file} guess={guess.data} other={other} />
      {guess.error === null ? null : <ProblemNote error={guess.error} />}
      {real.isPending ? (
        <ImportRunning step={real.step} />
      ) : (
        <>
          <ReadingFields
            guess={guess.data}
            reading={reading}
            change={(next) => {
              change(next);
              preview.reset();
              real.reset();
            }}
          />
          <Buttons {...work} />
          <Outcome {...work} />
        </>
      )}
    </Stack>
  );
}
