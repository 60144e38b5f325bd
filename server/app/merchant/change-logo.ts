// Operators set or remove the logo on a merchant's pages: its type is known by its content, and
// metadata is removed.
import { BRANDING_LIMITS, LOGO_TYPES, type Logo } from '../../domain/merchant/branding.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../../domain/service/refusal.ts';
import { CONTENT_TYPES } from '../../lib/picture/picture-content.ts';
import { pictureSize } from '../../lib/picture/picture-size.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { readPictureApart } from '../threads/read-apart.ts';
import { type BrandingBody, brandingBody } from './branding.ts';
import { merchantRecord } from './merchants.ts';

const { logo_max_bytes, logo_max_pixels } = BRANDING_LIMITS;

const wrong = (message: string): Refusal =>
  refuseFields([{ field: 'logo', code: 'format', message }]);

const TOO_LARGE = refuse('body_too_large', `A logo may have at most ${logo_max_bytes} bytes.`);

const BUSY = refuse('unavailable', 'Many files are being read. Send the logo again.', {
  retry_after_s: 10,
});

async function bytesOf(upload: AsyncIterable<Uint8Array>): Promise<Uint8Array | Refusal> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of upload) {
    size += piece.length;
    if (size > logo_max_bytes) return TOO_LARGE;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

type Picture = { logo: Logo; bytes: Uint8Array };

/** Judged by its content, whatever its name; rewritten with only what the picture needs. */
async function readLogoFile(file: Uint8Array): Promise<Picture | Refusal> {
  const read = await readPictureApart(file, logo_max_bytes);
  if (read.kind === 'busy') return BUSY;
  if (read.kind === 'unfit') {
    return wrong('must be a complete PNG, JPEG or WebP picture without animation');
  }
  const size = pictureSize(read.type, read.bytes);
  if (size === null) return wrong('has no readable width and height');
  if (Math.max(size.width, size.height) > logo_max_pixels) {
    return wrong(`must be at most ${logo_max_pixels} pixels wide and high`);
  }
  const content_type = LOGO_TYPES.find((type) => type === CONTENT_TYPES[read.type]);
  if (content_type === undefined) throw new Error(`A logo of type ${read.type}`);
  const { bytes, sha256: hash } = read;
  return { logo: { hash, content_type, ...size }, bytes };
}

export async function putLogo(
  app: App,
  operator: OperatorCaller,
  id: string,
  upload: AsyncIterable<Uint8Array>,
): Promise<BrandingBody | Refusal> {
  const record = await merchantRecord(app, id);
  if (isRefusal(record)) return record;
  const file = await bytesOf(upload);
  if (isRefusal(file)) return file;
  const picture = await readLogoFile(file);
  if (isRefusal(picture)) return picture;
  const { merchant_id } = record;
  const request = { merchant_id, ...picture };
  const set = await changeSetting(app, operator, SETTINGS_ACTS.set_logo, request);
  return isRefusal(set) ? set : brandingBody(app, set);
}

export async function removeLogo(
  app: App,
  operator: OperatorCaller,
  id: string,
): Promise<BrandingBody | Refusal> {
  const record = await merchantRecord(app, id);
  if (isRefusal(record)) return record;
  const { merchant_id } = record;
  const removed = await changeSetting(app, operator, SETTINGS_ACTS.remove_logo, { merchant_id });
  return isRefusal(removed) ? removed : brandingBody(app, removed);
}
