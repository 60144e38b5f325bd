// Light or dark; the choice stays in this browser.
import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Icon } from '../parts/icon.tsx';
import { COMMON_TEXTS } from '../texts/common.ts';

export function ColourSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light');
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={COMMON_TEXTS.colours}
      onClick={() => setColorScheme(shown === 'dark' ? 'light' : 'dark')}
    >
      <Icon name={shown === 'dark' ? 'sun' : 'moon'} />
    </ActionIcon>
  );
}
