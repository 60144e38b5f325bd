// Says what went wrong and what is still true, in the service's own words if it gave any.
import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { NotDone, Problem as Refused, Unreachable, Waits } from '../api/client.ts';
import { COMMON_TEXTS as common, ERROR_TEXTS as errors } from '../texts/common.ts';
import { SIGN_IN_TEXTS as sign_in } from '../texts/sign-in.ts';
import { WaitsNote } from './waits.tsx';

const SECONDS_A_MINUTE = 60;
const FORBIDDEN = 403;
const NOT_FOUND = 404;

function Words({ error }: { error: unknown }) {
  if (error instanceof Refused) {
    const { detail, errors: fields, type, request_id } = error.body;
    const { wait_s } = error;
    return (
      <>
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
  const detail = error instanceof Unreachable ? errors.unreachable_detail : errors.broken_detail;
  return <Text size="sm">{detail}</Text>;
}

function titleOf(error: unknown): string {
  if (error instanceof Refused) return error.body.title;
  if (error instanceof NotDone) return errors.not_done;
  return error instanceof Unreachable ? errors.unreachable : errors.broken;
}

const isRefusal = (error: unknown, status: number): boolean =>
  error instanceof Refused && error.body.status === status;

type ProblemProps = { readonly error: unknown; readonly retry?: () => void };

function Body({ error, retry }: ProblemProps) {
  return (
    <>
      <Words error={error} />
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

export function ProblemNote({ error, retry }: ProblemProps) {
  // No problem: a form that shows what went wrong shows this in its place.
  if (error instanceof Waits) return <WaitsNote waits={error} />;
  return (
    <Alert color="red" title={titleOf(error)} role="alert" my="md">
      <Body error={error} {...(retry === undefined ? {} : { retry })} />
    </Alert>
  );
}

/** In place of a screen whose thing could not be read. */
export function ScreenProblem({ error, retry }: Required<ProblemProps>) {
  const is_missing = isRefusal(error, NOT_FOUND);
  return (
    <Stack align="flex-start">
      <Title order={1} size="h2">
        {titleOf(error)}
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
