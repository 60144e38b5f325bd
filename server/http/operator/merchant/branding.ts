// Routes of the operator API: the look of a merchant's pages, and the sites that may frame them.
import {
  type BrandingBody,
  getBranding,
  type LogoBody,
  updateBranding,
} from '../../../app/merchant/branding.ts';
import { putLogo, removeLogo } from '../../../app/merchant/change-logo.ts';
import { BRANDING_LIMITS, LOGO_TYPES } from '../../../domain/merchant/branding.ts';
import { LIMITS } from '../../../domain/service/limits.ts';
import type { Accent, Accents } from '../../../lib/contrast.ts';
import {
  integer,
  list,
  optional,
  orNull,
  request,
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

const name_text = 'The name that payers see; null: the merchant’s name';
const footer_text = 'Plain text at the end of every page, such as whom to ask; null: none';
const color_text = '`#rrggbb`; pages use the nearest readable colour, see `accents`';
const frames_text = [
  'Origins that may show the pages in a frame, such as https://shop.example:',
  `at most ${BRANDING_LIMITS.frame_ancestors_max}; none: nobody`,
].join(' ');

const email_text = 'Where payers write for help; pages show it wherever they say "contact"';
const phone_text = 'Where payers call for help, as +14155550123';
const url_text = 'A page of help for payers';

const BrandingSchema = shape<BrandingBody>('Branding', {
  display_name: orNull('string', { description: name_text }),
  footer: orNull('string', { description: footer_text }),
  color: orNull('string', { description: color_text }),
  accents: {
    ...shape<Accents>('Accents', { light: accent, dark: accent }),
    type: ['object', 'null'],
    description: 'The colours that pages use on light and dark backgrounds; null without a colour',
  },
  frame_ancestors: list(text('An origin'), { description: frames_text }),
  logo: { ...logo, type: ['object', 'null'], description: 'Null: none' },
  contact_email: orNull('string', { description: email_text }),
  contact_phone: orNull('string', { description: phone_text }),
  contact_url: orNull('string', { description: url_text }),
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
    answer: BrandingSchema,
    handle: ({ app, params }) => getBranding(app, params.id),
  }),
  route({
    method: 'PATCH',
    url: '/merchants/:id/branding',
    operation_id: 'updateBranding',
    right: 'branding.change',
    own_merchant: { param: 'id' },
    tag,
    summary: 'Change how a merchant’s pages look',
    description:
      'Fields that are given change, null removes a value. The logo has a request of its own.',
    body: request('UpdateBranding', {
      display_name: optional(
        orNull('string', { maxLength: LIMITS.name_max_length, description: name_text }),
      ),
      footer: optional(
        orNull('string', {
          maxLength: BRANDING_LIMITS.footer_max_length,
          description: footer_text,
        }),
      ),
      color: optional(orNull('string', { pattern: '^#[0-9a-fA-F]{6}$', description: color_text })),
      frame_ancestors: optional(
        list(text('An origin'), {
          maxItems: BRANDING_LIMITS.frame_ancestors_max,
          description: frames_text,
        }),
      ),
      contact_email: optional(orNull('string', { description: email_text })),
      contact_phone: optional(orNull('string', { description: phone_text })),
      contact_url: optional(orNull('string', { description: url_text })),
    }),
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
    answer: BrandingSchema,
    handle: ({ app, operator, params }) => removeLogo(app, operator, params.id),
  }),
];
