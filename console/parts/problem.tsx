// Says what went wrong and what is still true, in the service's own words if it gave any.
import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { NotDone, NotSent, Problem as Refused, Unreachable, Waits } from '../api/client.ts';
import { COMMON_TEXTS as common, ERROR_TEXTS as errors } from '../texts/common.ts';
import { SIGN_IN_TEXTS as sign_in } from '../texts/sign-in.ts';
import { LostWords } from './act/lost-words.tsx';
import { problemTitle } from './problem-title.ts';
import { WaitsNote } from './waits.tsx';

/** A field that was refused, and why. */
type Above = readonly { readonly field: string; readonly message: string }[];

const SECONDS_A_MINUTE = 60;
const FORBIDDEN = 403;
const NOT_FOUND = 404;

type WordsProps = {
  readonly error: unknown;
  readonly act: string | null;
  readonly above?: Above | undefined;
};

function Words({ error, act, above }: WordsProps) {
  if (error instanceof Refused) {
    const { title, detail, errors: refused, type, request_id } = error.body;
    const fields = above ?? refused;
    const { wait_s } = error;
    return (
      <>
        {act === null ? null : (
          <Text size="sm" fw={600}>
            {title}
          </Text>
        )}
        <Text size="sm">{detail}</Text>
        {wait_s === null ? null : (
          <Text size="sm">{sign_in.wait(Math.ceil(wait_s / SECONDS_A_MINUTE))}</Text>
        )}
        {fields.map(({ field, message }) => (
          <Text size="sm" key={`${field} ${message}`}>
            <b>{field}</b> {message}
          </Text>
        ))}
        <Text size="xs" c="dimmed">
          <Anchor href={type} underline="always">
            {errors.problem_page}
          </Anchor>{' '}
          · {errors.request_id} {request_id}
        </Text>
      </>
    );
  }
  if (error instanceof NotDone) return <Text size="sm">{error.message}</Text>;
  if (error instanceof NotSent) return <Text size="sm">{errors.act_not_sent_detail}</Text>;
  if (!(error instanceof Unreachable)) return <Text size="sm">{errors.broken_detail}</Text>;
  if (act === null) return <Text size="sm">{errors.unreachable_detail}</Text>;
  return <LostWords asked={error.asked} />;
}

const isRefusal = (error: unknown, status: number): boolean =>
  error instanceof Refused && error.body.status === status;

type ProblemProps = {
  readonly error: unknown;
  /** Of a form: what stands beside no field of it; the others are not said twice. */
  readonly above?: Above;
  readonly retry?: () => void;
  /** What the person wanted to do, as the button says it. */
  readonly act?: string;
};

function Body({
  error,
  retry,
  above,
  act = null,
}: Omit<ProblemProps, 'act'> & { act?: string | null }) {
  return (
    <>
      <Words error={error} act={act} above={above} />
      {isRefusal(error, FORBIDDEN) ? <Text size="sm">{errors.forbidden_advice}</Text> : null}
      {/* The same question of the same person has the same answer. */}
      {retry === undefined || isRefusal(error, FORBIDDEN) ? null : (
        <Group mt="sm">
          <Button variant="light" color="red" onClick={retry}>
            {common.try_again}
          </Button>
        </Group>
      )}
    </>
  );
}

export function ProblemNote({ error, retry, above, act: asked }: ProblemProps) {
  const act = asked ?? null;
  // No problem: a form that shows what went wrong shows this in its place.
  if (error instanceof Waits) return <WaitsNote waits={error} />;
  return (
    <Alert color="red" title={problemTitle(error, act)} role="alert" my="md">
      <Body
        error={error}
        act={act}
        {...(retry === undefined ? {} : { retry })}
        {...(above === undefined ? {} : { above })}
      />
    </Alert>
  );
}

/** In place of a screen whose thing could not be read. */
export function ScreenProblem({ error, retry }: Required<Omit<ProblemProps, 'act' | 'above'>>) {
  const is_missing = isRefusal(error, NOT_FOUND);
  return (
    <Stack align="flex-start">
      <Title order={1} size="h2">
        {problemTitle(error, null)}
      </Title>
      <Alert color={is_missing ? 'gray' : 'red'} role="alert">
        {is_missing ? <Text size="sm">{errors.not_found_advice}</Text> : null}
        <Body error={error} retry={retry} />
      </Alert>
    </Stack>
  );
}

export function Failed({ error, reset }: ErrorComponentProps) {
  return <ProblemNote error={error} retry={reset} />;
}
