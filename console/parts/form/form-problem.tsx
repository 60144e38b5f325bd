// Above the button of a form: why it was refused, and what is wrong that stands beside no field.
import { Alert, Text } from '@mantine/core';
import { WRONG_TEXTS as wrong } from '../../texts/forms.ts';
import { ProblemNote } from '../problem.tsx';
import type { WrongField } from './refused-fields.ts';

type Props = {
  readonly error: unknown;
  /** What the person wanted to do, as the button says it. */
  readonly act: string;
  readonly above: readonly WrongField[];
};

export function FormProblem({ error, act, above }: Props) {
  if (error !== null) return <ProblemNote error={error} act={act} above={above} />;
  if (above.length === 0) return null;
  return (
    <Alert color="red" title={wrong.above} role="alert">
      {above.map(({ path, message }) => (
        <Text size="sm" key={path}>
          {message}
        </Text>
      ))}
    </Alert>
  );
}
