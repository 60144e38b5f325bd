// One field to go, find and act: places, objects that were opened last, acts of the screen, and
// whatever the service finds by an id, an order, a UTR, an amount or a name.
import { Kbd, TextInput, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { ENTRY_BOUNDS } from '../../api/entry-bounds.gen.ts';
import { Icon } from '../../parts/icon.tsx';
import { SHELL_TEXTS } from '../../texts/shell/frame.ts';
import { OptionList, optionId } from './option-list.tsx';
import type { Option } from './options.ts';
import { useOptions } from './use-options.ts';

const { palette } = SHELL_TEXTS;

/** As the service bounds it. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Where a chosen option leads. */
function useChoice(): (target: Option['target']) => void {
  const navigate = useNavigate();
  return (target) => {
    if ('press' in target) target.press();
    else if ('go' in target) void navigate({ to: target.go });
    else if ('search' in target) void navigate({ to: '/search', search: { q: target.search } });
    else {
      const { to, params = {}, search = {} } = target.open;
      void navigate({ to, params, search });
    }
  };
}

/** The option that Enter means: none before something is typed or chosen. */
const activeOf = (all: readonly Option[], at: number | null, text: string): Option | null =>
  all[at ?? (text.trim() === '' ? -1 : 0)] ?? null;

function moved(at: number, step: number, length: number): number {
  if (length === 0) return 0;
  return at + step < 0 ? length - 1 : (at + step) % length;
}

type Field = { readonly field: RefObject<HTMLInputElement | null> };

/** What is typed, what is found for it, which of that is active, and what keys do to all of it. */
function usePalette({ field }: Field) {
  const [is_open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [at, setAt] = useState<number | null>(null);
  const follow = useChoice();
  const { groups, is_looking } = useOptions(text, is_open);
  const all = groups.flatMap(({ options }) => options);
  const active = activeOf(all, at, text);
  const write = (next: string) => {
    setText(next);
    setAt(null);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    setText('');
    setAt(null);
    field.current?.blur();
  };
  const choose = (option: Option) => {
    close();
    follow(option.target);
  };
  const move = (step: number) => {
    const before_first = step > 0 ? -1 : 0;
    setOpen(true);
    setAt(moved(active === null ? before_first : all.indexOf(active), step, all.length));
  };
  const pressed = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.key === 'Escape') close();
    if (event.nativeEvent.isComposing) return;
    if (step !== undefined) {
      event.preventDefault();
      move(step);
    } else if (event.key === 'Enter' && active !== null) {
      event.preventDefault();
      choose(active);
    }
  };
  const pasted = (event: ClipboardEvent) => {
    // Whoever pastes an id wants its page, not a list.
    const given = event.clipboardData.getData('text').trim();
    if (!ID.test(given)) return;
    event.preventDefault();
    close();
    follow({ search: given });
  };
  const count = all.length;
  return {
    is_open,
    setOpen,
    text,
    groups,
    is_looking,
    count,
    active,
    write,
    choose,
    pressed,
    pasted,
  };
}

export function Palette({ field }: Field) {
  const id = useId();
  // A phone has no such key, and no room to say so.
  const has_keys = useMediaQuery('(min-width: 48em)');
  const { is_open, setOpen, text, groups, active, ...found } = usePalette({ field });
  return (
    <search className="palette">
      <TextInput
        ref={field}
        type="search"
        role="combobox"
        size="xs"
        value={text}
        maxLength={ENTRY_BOUNDS.search.q.maxLength}
        autoComplete="off"
        aria-label={palette.label}
        aria-keyshortcuts="/ Control+K Meta+K"
        aria-autocomplete="list"
        aria-expanded={is_open}
        {...(is_open ? { 'aria-controls': id } : {})}
        {...(is_open && active !== null ? { 'aria-activedescendant': optionId(id, active) } : {})}
        placeholder={palette.hint}
        leftSection={<Icon name="search" />}
        rightSection={has_keys ? <Kbd size="xs">/</Kbd> : undefined}
        onChange={(event) => found.write(event.currentTarget.value)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onPaste={found.pasted}
        onKeyDown={found.pressed}
      />
      {is_open ? (
        <OptionList id={id} groups={groups} active={active} choose={found.choose} />
      ) : null}
      <VisuallyHidden role="status">
        {is_open && !found.is_looking ? palette.count(found.count) : ''}
      </VisuallyHidden>
    </search>
  );
}
