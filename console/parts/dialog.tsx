// A dialog over the page. Its title is no heading of the page's own, so that there is one banner.
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { TEXTS } from '../texts/en.ts';

type Props = {
  readonly title: string;
  readonly is_open: boolean;
  readonly close: () => void;
  readonly children: ReactNode;
  readonly size?: 'md' | 'lg' | 'xl';
};

export function Dialog({ title, is_open, close, children, size = 'md' }: Props) {
  return (
    <Modal.Root opened={is_open} onClose={close} size={size}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header role="none">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={TEXTS.common.close} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
