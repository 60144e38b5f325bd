// How the sendings of a scheduled report went: each, and those of one time together.
import { Badge, Stack, Text } from '@mantine/core';
import type { ReportSending } from '../../api/schema.gen.ts';
import { sendingProblem, SCHEDULED_TEXTS as texts } from '../../texts/reports/scheduled.ts';

const COLOURS: Readonly<Record<ReportSending['status'], string>> = {
  waiting: 'blue',
  delivered: 'teal',
  exhausted: 'red',
};

type Shown = Pick<ReportSending, 'status' | 'problem'>;

/** One that failed and is tried again needs somebody's eye before it is given up. */
function StateOf({ of: { status, problem }, words }: { of: Shown; words?: string }) {
  const is_retried = status === 'waiting' && problem !== null;
  return (
    <Badge
      color={is_retried ? 'orange' : COLOURS[status]}
      variant="light"
      tt="none"
      miw="max-content"
    >
      {words ?? (is_retried ? texts.retried : texts.states[status])}
    </Badge>
  );
}

/** While something is on its way, its end is waited for. */
const LOOKS_EVERY_MS = 5_000;

export const looksAgain = (sendings: readonly ReportSending[] = []): number | false =>
  sendings.some(({ status }) => status === 'waiting') ? LOOKS_EVERY_MS : false;

/** What the last attempt failed for, also while others follow. */
function Problem({ of: { problem } }: { of: ReportSending }) {
  return problem === null ? null : (
    <Text size="xs" c="dimmed">
      {sendingProblem(problem)}
    </Text>
  );
}

export function SendingState({ sending }: { sending: ReportSending }) {
  return (
    <Stack gap={2} align="flex-start">
      <StateOf of={sending} />
      <Problem of={sending} />
    </Stack>
  );
}

/** The worst of them: nobody has to look at those that arrived. */
export function LastState({ last }: { last: readonly ReportSending[] }) {
  const failed = last.filter(({ status }) => status === 'exhausted');
  const waiting = last.filter(({ status }) => status === 'waiting');
  const retried = waiting.filter(({ problem }) => problem !== null);
  const [worst] = [...failed, ...retried, ...waiting, ...last];
  if (worst === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {texts.never}
      </Text>
    );
  }
  return (
    <Stack gap={2} align="flex-start">
      {failed.length > 0 ? (
        <StateOf of={worst} words={texts.some_failed(failed.length, last.length)} />
      ) : (
        <StateOf of={worst} />
      )}
      <Problem of={worst} />
    </Stack>
  );
}
