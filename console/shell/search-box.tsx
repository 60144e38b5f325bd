// One box for anything that somebody may hold: an id, an order, a UTR, an amount, a name.
import { Kbd, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { BOUNDS } from '../api/bounds.gen.ts';
import { Icon } from '../parts/icon.tsx';
import { TEXTS } from '../texts/en.ts';

/** As the service bounds it. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function SearchBox({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const navigate = useNavigate();
  // A phone has no such key, and no room to say so.
  const has_keys = useMediaQuery('(min-width: 48em)');
  const search = (text: string) => {
    const q = text.trim();
    if (q !== '') void navigate({ to: '/search', search: { q } });
  };
  return (
    <search style={{ flex: 1, maxWidth: 420 }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search(field.current?.value ?? '');
          field.current?.blur();
        }}
      >
        <TextInput
          ref={field}
          type="search"
          size="xs"
          maxLength={BOUNDS.search.q.maxLength}
          aria-label={TEXTS.search.label}
          aria-keyshortcuts="/"
          placeholder={TEXTS.search.hint}
          leftSection={<Icon name="search" />}
          rightSection={has_keys ? <Kbd size="xs">/</Kbd> : undefined}
          onPaste={(event) => {
            // Whoever pastes an id wants its page, not a list.
            const pasted = event.clipboardData.getData('text').trim();
            if (!ID.test(pasted)) return;
            event.preventDefault();
            event.currentTarget.value = pasted;
            event.currentTarget.blur();
            search(pasted);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
          }}
        />
      </form>
    </search>
  );
}
