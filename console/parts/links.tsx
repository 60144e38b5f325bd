// Mantine's links and buttons as links of the router: real addresses, so that a new tab works.
import { Anchor, Button, type ButtonProps, Menu, type MenuItemProps, NavLink } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type AsLink = ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>;

export const AnchorLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink((props: AsLink) => <Button component="a" {...props} />);
export const NavigationLink = createLink(NavLink<'a'>);

type ItemAsLink = MenuItemProps & Omit<ComponentPropsWithRef<'a'>, keyof MenuItemProps>;

export const MenuLink = createLink((props: ItemAsLink) => <Menu.Item component="a" {...props} />);
