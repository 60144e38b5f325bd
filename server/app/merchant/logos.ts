// Merchants' logos for the pages: found by file name, cached in memory.
import type { LogoType } from '../../domain/merchant/branding.ts';
import { readLogo } from '../../store/merchant/brandings.ts';
import type { App } from '../process/app.ts';

export type LogoFile = { content_type: LogoType; bytes: Uint8Array };

/** At most 64 of 256 KiB each; the oldest is dropped first. */
const MOST_KEPT = 64;

const kept = new WeakMap<App['store'], Map<string, LogoFile>>();

function keptBy(app: App): Map<string, LogoFile> {
  const known = kept.get(app.store) ?? new Map<string, LogoFile>();
  kept.set(app.store, known);
  return known;
}

/** Null if no merchant has this logo, or has it no longer. */
export async function findLogo(app: App, name: string): Promise<LogoFile | null> {
  const { logos, brandings } = await app.settings.current();
  const merchant_id = logos.get(name);
  const logo = merchant_id === undefined ? null : brandings.get(merchant_id)?.logo;
  if (merchant_id === undefined || logo == null) return null;
  const { hash, content_type } = logo;
  const known = keptBy(app);
  const before = known.get(hash);
  if (before !== undefined) return before;
  const bytes = await readLogo(app.store.db, merchant_id, hash);
  if (bytes === null) return null;
  const [oldest] = known.keys();
  if (known.size >= MOST_KEPT && oldest !== undefined) known.delete(oldest);
  const file = { content_type, bytes };
  known.set(hash, file);
  return file;
}
