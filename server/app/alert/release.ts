// The version of this release, as package.json has it.
import { readFileSync } from 'node:fs';

export const RELEASE = String(
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version,
);
