// Routes of the operator API: the look of a merchant's pages, and the sites that may frame them.

import {
  type BrandingBody,
  getBranding,
  type LogoBody,
  updateBranding,
} from '../../../app/merchant/branding.ts';
import { putLogo, removeLogo } from '../../../app/merchant/change-logo.ts';
import { BRANDING_LIMITS, LOGO_TYPES } from '../../../domain/merchant/branding.ts';
import { BRANDING_TOLD, UPDATE_BRANDING } from '../../../domain/merchant/branding-requests.ts';
import type { Accent, Accents } from '../../../lib/contrast.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import {
  integer,
  list,
  orNull,
  settingVersionText,
  shape,
  text,
  words,
} from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const accent = shape<Accent>('Accent', {
  accent: text('`#rrggbb`: links and buttons'),
  on_accent: text('`#rrggbb`: the words on a button'),
});

const logo = shape<LogoBody>('Logo', {
  url: text('The address that pages use; changes with the picture'),
  content_type: words(LOGO_TYPES, 'By its content'),
  width: integer('In pixels'),
  height: integer('In pixels'),
});

const BrandingSchema = shape<BrandingBody>('Branding', {
  display_name: orNull('string', { description: BRANDING_TOLD.display_name }),
  footer: orNull('string', { description: BRANDING_TOLD.footer }),
  color: orNull('string', { description: BRANDING_TOLD.color }),
  accents: {
    ...shape<Accents>('Accents', { light: accent, dark: accent }),
    type: ['object', 'null'],
    description: 'The colours that pages use on light and dark backgrounds; null without a colour',
  },
  frame_ancestors: list(text('An origin'), { description: BRANDING_TOLD.frame_ancestors }),
  logo: { ...logo, type: ['object', 'null'], description: 'Null: none' },
  contact_email: orNull('string', { description: BRANDING_TOLD.contact_email }),
  contact_phone: orNull('string', { description: BRANDING_TOLD.contact_phone }),
  contact_url: orNull('string', { description: BRANDING_TOLD.contact_url }),
  version: settingVersionText(),
});

const tag = 'Branding';

export const BRANDING_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/merchants/:id/branding',
    operation_id: 'getBranding',
    right: 'branding.read',
    own_merchant: { param: 'id' },
    tag,
    summary: 'Get how a merchant’s pages look',
    description:
      'Fields that nobody has set are null. `accents` has the readable colours nearest to ' +
      '`color`, which pages use.',
    answer: BrandingSchema,
    handle: ({ app, params }) => getBranding(app, params.id),
  }),
  route({
    method: 'PATCH',
    url: '/merchants/:id/branding',
    operation_id: 'updateBranding',
    takes_version: true,
    right: 'branding.change',
    own_merchant: { param: 'id' },
    tag,
    summary: 'Change how a merchant’s pages look',
    description:
      'Fields that are given change, null removes a value. The logo has a request of its own.',
    body: strictBodyOf(UPDATE_BRANDING),
    answer: BrandingSchema,
    handle: ({ app, operator, params, fields }) => updateBranding(app, operator, params.id, fields),
  }),
  route({
    method: 'PUT',
    url: '/merchants/:id/logo',
    operation_id: 'putLogo',
    right: 'branding.change',
    own_merchant: { param: 'id' },
    tag,
    summary: 'Set a merchant’s logo',
    description: [
      'The picture is the body: PNG, JPEG or WebP by its content,',
      `at most ${BRANDING_LIMITS.logo_max_bytes} bytes and`,
      `${BRANDING_LIMITS.logo_max_pixels} pixels wide and high.`,
      'Metadata about devices, places and people is removed.',
    ].join(' '),
    upload: [...LOGO_TYPES, 'application/octet-stream'],
    answer: BrandingSchema,
    handle: ({ app, operator, params, upload }) => putLogo(app, operator, params.id, upload),
  }),
  route({
    method: 'DELETE',
    url: '/merchants/:id/logo',
    operation_id: 'removeLogo',
    right: 'branding.change',
    own_merchant: { param: 'id' },
    tag,
    summary: 'Remove a merchant’s logo',
    description:
      'Pages show the merchant’s name alone from then on; other branding stays. Without a logo ' +
      'nothing changes.',
    answer: BrandingSchema,
    handle: ({ app, operator, params }) => removeLogo(app, operator, params.id),
  }),
];
