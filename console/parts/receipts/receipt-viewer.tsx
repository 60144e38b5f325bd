// The pictures that a payer sent, shown one at a time: larger, smaller, turned. The service has
// rewritten each file; here it is only ever an image, never a page.
import { Alert, Anchor, Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { readOf } from '../../api/keys.ts';
import type { Receipt } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { VERIFY_TEXTS } from '../../texts/verify/verify.ts';
import { useScreenKeys } from '../keys/screen-keys.ts';
import { Loading } from '../loading.tsx';
import { Moment } from '../moment.tsx';
import { ProblemNote } from '../problem.tsx';
import { isShown, type Look, NO_LOOK, transformOf, turned, zoomed } from './look.ts';

const { viewer: texts } = VERIFY_TEXTS;

/** The file as an address of this page alone; it ends with the page. */
function useFile(receipt: Receipt) {
  const { merchant_id, id } = receipt;
  const file = useRead({
    ...readOf('downloadReceipt', { path: { merchant_id, id } }),
    // Each download is in the audit trail: it is not read again when other things are.
    enabled: ({ state }) => state.data === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const [address, setAddress] = useState<string | null>(null);
  const blob = file.data;
  useEffect(() => {
    if (!(blob instanceof Blob)) return;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return { address, type: blob?.type ?? null, error: file.error };
}

function Tools({ change }: { change: (next: (look: Look) => Look) => void }) {
  const tools = [
    ['+', texts.zoom_in, () => change((look) => zoomed(look, 1))],
    ['-', texts.zoom_out, () => change((look) => zoomed(look, -1))],
    ['t', texts.rotate, () => change(turned)],
    ['0', texts.fit, () => change(() => NO_LOOK)],
  ] as const;
  useScreenKeys(tools.map(([key, label, press]) => ({ key, label, press })));
  return (
    <Group gap={6}>
      {tools.map(([key, label, press]) => (
        <Button
          key={key}
          size="compact-xs"
          variant="default"
          aria-keyshortcuts={key}
          rightSection={<Kbd size="xs">{key}</Kbd>}
          onClick={press}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}

function Picture({ receipt, alt }: { receipt: Receipt; alt: string }) {
  const { address, type, error } = useFile(receipt);
  const [look, change] = useState(NO_LOOK);
  if (error !== null) return <ProblemNote error={error} />;
  if (address === null) return <Loading height={240} />;
  if (!isShown(type)) {
    return (
      <Alert color="orange">
        {texts.not_shown}{' '}
        <Anchor href={address} download={`receipt-${receipt.id}`} underline="always">
          {texts.download}
        </Anchor>
      </Alert>
    );
  }
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Tools change={change} />
        <Anchor href={address} download={`receipt-${receipt.id}`} size="sm">
          {texts.download}
        </Anchor>
      </Group>
      <section
        aria-label={alt}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a picture that is larger than its frame is scrolled by keyboard
        tabIndex={0}
        style={{
          overflow: 'auto',
          height: 'min(60vh, 480px)',
          border: '1px solid var(--mantine-color-default-border)',
          borderRadius: 'var(--mantine-radius-md)',
        }}
      >
        <img
          src={address}
          alt={alt}
          style={{
            display: 'block',
            maxWidth: '100%',
            margin: 'auto',
            transform: transformOf(look),
            transformOrigin: look.zoom > 1 ? 'top left' : 'center',
          }}
        />
      </section>
    </Stack>
  );
}

export function ReceiptViewer({ receipts }: { receipts: readonly Receipt[] }) {
  const [at, setAt] = useState(0);
  const here = receipts.filter(({ removed_at }) => removed_at === null);
  const receipt = here[at % Math.max(here.length, 1)];
  useScreenKeys(
    here.length > 1 ? [{ key: 'n', label: texts.next, press: () => setAt(at + 1) }] : [],
  );
  if (receipts.length === 0) return <Text c="dimmed">{texts.none}</Text>;
  if (receipt === undefined) return <Text c="dimmed">{texts.removed}</Text>;
  return (
    <Stack gap="xs">
      <Picture
        key={receipt.id}
        receipt={receipt}
        alt={texts.alt((at % here.length) + 1, here.length)}
      />
      {here.length > 1 ? (
        <Button size="compact-xs" variant="default" onClick={() => setAt(at + 1)}>
          {texts.next} <Kbd size="xs">n</Kbd>
        </Button>
      ) : null}
      <Text size="xs" c="dimmed">
        {texts.given} <Moment at={receipt.given_at} />. {texts.beware} {texts.opening}
      </Text>
    </Stack>
  );
}
