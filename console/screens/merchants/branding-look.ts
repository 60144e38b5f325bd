// The look of payment pages as texts of a form.
import type { Branding } from '../../api/schema.gen.ts';

export const FIELDS = [
  'display_name',
  'color',
  'footer',
  'contact_email',
  'contact_phone',
  'contact_url',
  'frame_ancestors',
] as const;

export type Name = (typeof FIELDS)[number];
export type Look = Readonly<Record<Name, string>>;

export const lookOf = ({ frame_ancestors, ...rest }: Branding): Look => ({
  display_name: rest.display_name ?? '',
  color: rest.color ?? '',
  footer: rest.footer ?? '',
  contact_email: rest.contact_email ?? '',
  contact_phone: rest.contact_phone ?? '',
  contact_url: rest.contact_url ?? '',
  frame_ancestors: frame_ancestors.join('\n'),
});
