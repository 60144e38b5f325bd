// Shown in place of a screen whose code failed.
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ProblemNote } from './problem.tsx';

export function Failed({ error, reset }: ErrorComponentProps) {
  return <ProblemNote error={error} retry={reset} />;
}
