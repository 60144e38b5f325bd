// A dialog over the page, which stays as it is behind it. Its title is no heading of the page's own,
// so that there is one banner.
import { Modal } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { isInterrupted, onInterruption } from '../api/interruption.ts';
import { InDialog, useOpenDialog } from '../api/open-dialogs.ts';
import { COMMON_TEXTS } from '../texts/common.ts';

type Props = {
  readonly title: string;
  readonly is_open: boolean;
  readonly close: () => void;
  readonly children: ReactNode;
  readonly size?: 'md' | 'lg' | 'xl';
  /** Over any other dialog, which keeps what was typed: a call of it waits for this one. */
  readonly is_above?: true;
  /** Only what is in it ends it. */
  readonly must_answer?: boolean;
};

const ABOVE = 300;

export function Dialog({ title, is_open, close, children, size = 'md', ...given }: Props) {
  const { is_above = false, must_answer = false } = given;
  const is_interrupted = useSyncExternalStore(onInterruption, isInterrupted);
  const id = useOpenDialog(is_open);
  const has_keys = is_above || !is_interrupted;
  return (
    <Modal.Root
      opened={is_open}
      onClose={close}
      size={size}
      closeOnEscape={has_keys && !must_answer}
      closeOnClickOutside={!must_answer}
      trapFocus={has_keys}
      {...(is_above ? { zIndex: ABOVE } : {})}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header role="none">
          <Modal.Title>{title}</Modal.Title>
          {must_answer ? null : <Modal.CloseButton aria-label={COMMON_TEXTS.close} />}
        </Modal.Header>
        <Modal.Body>
          <InDialog.Provider value={id}>{children}</InDialog.Provider>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
