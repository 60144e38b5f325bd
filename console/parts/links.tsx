// Mantine's links and buttons as links of the router: real addresses, so that a new tab works.
import { Anchor, Button, NavLink } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

export const AnchorLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink(Button<'a'>);
export const NavigationLink = createLink(NavLink<'a'>);
