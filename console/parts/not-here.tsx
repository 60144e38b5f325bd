// Shown at an address without a screen.
import { Title } from '@mantine/core';
import { TEXTS } from '../texts/en.ts';

export function NotHere() {
  return <Title order={2}>{TEXTS.errors.not_found}</Title>;
}
