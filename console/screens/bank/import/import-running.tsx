// How far an import is, while its answer is still coming, and what is true if the answer was lost.
import { Alert, Progress, Stack, Text } from '@mantine/core';
import type { Step } from '../../../api/call-lines.ts';
import { Unreachable } from '../../../api/client.ts';
import { ProblemNote } from '../../../parts/problem.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';

const { import: texts } = BANK_TEXTS;

type Props = { readonly step: Step | null; readonly is_preview?: true };

export function ImportRunning({ step, is_preview }: Props) {
  const percent = step === null || step.of === 0 ? 0 : (100 * step.done) / step.of;
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">{is_preview === true ? texts.previewing : texts.running}</Text>
      <Progress
        value={step === null ? 100 : percent}
        animated={step === null}
        aria-label={texts.progress}
        size="lg"
      />
      <Text size="sm">{step === null ? texts.sending : texts.of(step.done, step.of)}</Text>
      {is_preview === true ? null : (
        <Text size="sm" c="dimmed">
          {texts.may_close}
        </Text>
      )}
    </Stack>
  );
}

export function ImportLost({ error }: { error: Error | null }) {
  if (error === null) return null;
  if (!(error instanceof Unreachable)) return <ProblemNote error={error} act={texts.title} />;
  return (
    <Alert color="orange" title={texts.cut} role="alert">
      {texts.cut_detail}
    </Alert>
  );
}
