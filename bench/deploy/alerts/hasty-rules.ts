// The rules of deploy/prometheus in a hurry: the same expressions, with minutes as seconds, so that
// each alert can be caused on a live service while somebody waits.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const RULES = fileURLToPath(new URL('../../../deploy/prometheus/rules.yml', import.meta.url));

/** Of the ranges of an expression; each must hold several scrapes. */
const RANGE_SHARE = 15;
/** Of how long an expression has to be true. */
const WAIT_SHARE = 150;
/** A machine that does much else misses a scrape or two. */
const SHORTEST_WAIT_S = 5;
const MINUTE_S = 60;

/**
 * Thresholds that nobody can wait for, or that would fill the disk. The gauges of the database are
 * read once a minute, so nothing below that counts as not measured.
 */
const LOWER: Readonly<Record<string, readonly [told: string, tried: string]>> = {
  PaymentOrdersNotMeasured: ['> 600', '> 90'],
  PaymentOrdersWalGrows: ['> 17179869184', '> 268435456'],
};

/** Names of the alerts, in the order of the file. */
export const alertsOf = (rules: string): string[] =>
  [...rules.matchAll(/^ {6}- alert: (\S+)$/gm)].map(([, name = '']) => name);

export const publishedRules = (): string => readFileSync(RULES, 'utf8');

function lowered(rules: string): string {
  return Object.entries(LOWER).reduce((text, [alert, [told, tried]]) => {
    const start = text.indexOf(`- alert: ${alert}\n`);
    const at = text.indexOf(told, start);
    if (start < 0 || at < 0) throw new Error(`${alert} no longer asks for ${told}`);
    return text.slice(0, at) + tried + text.slice(at + told.length);
  }, rules);
}

export function hastyRules(rules: string): string {
  const inSeconds = (count: string, unit: string, share: number) =>
    Math.round((Number(count) * (unit === 'h' ? MINUTE_S : 1) * MINUTE_S) / share);
  return lowered(rules)
    .replaceAll(
      /\[(\d+)([mh])\]/g,
      (_all, count: string, unit: string) => `[${inSeconds(count, unit, RANGE_SHARE)}s]`,
    )
    .replaceAll(
      /^( +for: )(\d+)([mh])$/gm,
      (_all, key: string, count: string, unit: string) =>
        `${key}${Math.max(inSeconds(count, unit, WAIT_SHARE), SHORTEST_WAIT_S)}s`,
    );
}
