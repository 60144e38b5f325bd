// The place of what is being loaded, as high as what will stand there; told to screen readers too.
import { Skeleton } from '@mantine/core';
import { COMMON_TEXTS } from '../texts/common.ts';

export function Loading({ height }: { height: number }) {
  // A name without a role would not be read out.
  return <Skeleton height={height} role="progressbar" aria-label={COMMON_TEXTS.loading} />;
}
