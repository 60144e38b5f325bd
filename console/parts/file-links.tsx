// Links to files of the service: real ones, so that a file can be saved under any name.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSession } from '../session/session.tsx';
import { ERROR_TEXTS } from '../texts/common.ts';

type Right = Parameters<ReturnType<typeof useSession>['can']>[0];
type File = { readonly address: string; readonly words: string };

/** Without the right they are shown, and say that they are not allowed. */
export function FileLinks({
  files,
  right = 'exports.make',
}: {
  readonly files: readonly File[];
  readonly right?: Right;
}): ReactNode {
  const { can } = useSession();
  const is_allowed = can(right);
  return files.map(({ address, words }) => (
    <Button
      key={words}
      component="a"
      variant="default"
      size="xs"
      download
      {...(is_allowed ? { href: address } : {})}
      disabled={!is_allowed}
      title={is_allowed ? undefined : ERROR_TEXTS.forbidden}
    >
      {words}
    </Button>
  ));
}
