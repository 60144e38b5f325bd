// An act on many that was refused for some: each of them is named with why, in a note that stays
// until somebody closes it, because what the dialog was about may be gone by then.
import { Box, List } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** The answer to such an act; the others have been done. */
export class Partly {
  readonly title: string;
  /** Each that was refused: its name, and why. */
  readonly refused: readonly (readonly [name: string, why: string])[];

  constructor(title: string, refused: Partly['refused']) {
    this.title = title;
    this.refused = refused;
  }
}

export function tellPartly({ title, refused }: Partly): void {
  notifications.show({
    color: 'orange',
    title,
    autoClose: false,
    message: (
      <Box mah="40vh" tabIndex={0} role="region" aria-label={title} style={{ overflowY: 'auto' }}>
        <List size="sm" c="var(--mantine-color-text)">
          {refused.map(([name, why]) => (
            <List.Item key={name}>
              <b>{name}</b>: {why}
            </List.Item>
          ))}
        </List>
      </Box>
    ),
  });
}
