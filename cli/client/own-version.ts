// The version of this program, which the service of the same release has too.
import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../../package.json', import.meta.url);

export function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8'));
  return String(version);
}
