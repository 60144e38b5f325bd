// Light or dark; the choice stays in this browser.
import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Icon } from '../parts/icon.tsx';
import { TEXTS } from '../texts/en.ts';

export function ColourSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light');
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={TEXTS.common.colours}
      onClick={() => setColorScheme(shown === 'dark' ? 'light' : 'dark')}
    >
      <Icon name={shown === 'dark' ? 'sun' : 'moon'} />
    </ActionIcon>
  );
}
