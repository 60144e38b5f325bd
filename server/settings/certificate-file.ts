// Certificates of an operator's own authority, from the file that a setting names.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { StartupError } from '../lib/startup-error.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function readText(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new StartupError(`${setting} cannot be read (${code}).`, { cause: error });
  }
}

/** Only the certificates: a private key that stands beside them is left out. */
export function readCertificates(setting: string, file: string): string {
  const found = readText(setting, file).match(CERTIFICATE) ?? [];
  if (found.length === 0) throw new StartupError(`${setting} has no certificate (PEM).`);
  for (const [index, one] of found.entries()) {
    try {
      new X509Certificate(one);
    } catch (error) {
      const message = `${setting}: certificate ${index + 1} cannot be read.`;
      throw new StartupError(message, { cause: error });
    }
  }
  return found.join('\n');
}

/** What is wrong with the file, in a sentence, for the start; none if no file is named. */
export function certificateProblems(setting: string, file: string | undefined): string[] {
  if (file === undefined) return [];
  try {
    readCertificates(setting, file);
    return [];
  } catch (error) {
    if (error instanceof StartupError) return [error.message];
    throw error;
  }
}
