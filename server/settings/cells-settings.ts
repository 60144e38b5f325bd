// The setting CELLS: the databases of one installation, of which each has the whole set of tables.
import { CELL_NAME, CELLS_MOST } from '../domain/service/cell-identity.ts';
import { isRecord } from '../lib/is-record.ts';
import type { AnyRow } from './setting-text.ts';
import { parseDatabaseUrl } from './setting-values.ts';

export type CellPlace = {
  readonly name: string;
  readonly url: string;
  /** With the role that owns the tables; without it the role of `url` migrates, too. */
  readonly migration_url: string | undefined;
};

export type CellsSettings = {
  /** The first is the control cell; empty without CELLS. */
  readonly cells: readonly CellPlace[];
};

const NAME = new RegExp(CELL_NAME.pattern);
const isName = (text: string) => text.length <= CELL_NAME.maxLength && NAME.test(text);
const URL_MAX = 2_000;
const MEMBERS = ['name', 'url', 'migration_url'];
const FORM = '[{"name": "main", "url": "postgres://…", "migration_url": "postgres://…"}, …]';

/** What is wrong is a sentence that shows nothing of an address, which has a password. */
export type ReadCells = {
  readonly places: readonly CellPlace[];
  readonly problems: readonly string[];
};

export const CELLS_ROW = {
  name: 'CELLS',
  default_words: 'none: one database',
  takes: `a JSON list of at most ${CELLS_MOST} cells: ${FORM}`,
  sentence:
    'The databases of several cells in place of DATABASE_URL; the first one is the control cell.',
  is_secret: true,
  parse: readCells,
} satisfies AnyRow;

function parseList(text: string): readonly unknown[] | null {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read : null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

const addressOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= URL_MAX ? parseDatabaseUrl(value) : undefined;

function readCell(given: unknown, number: number): CellPlace | string {
  if (!isRecord(given)) return `cell ${number} is not an object.`;
  const { name, url, migration_url } = given;
  if (typeof name !== 'string' || !isName(name)) {
    const takes = 'up to 32 letters a-z, digits and hyphens, a letter first';
    return `the name of cell ${number} must be ${takes}.`;
  }
  const unknown = Object.keys(given).find((member) => !MEMBERS.includes(member));
  if (unknown !== undefined) {
    return `the cell ${name} has a member that is none of ${MEMBERS.join(', ')}.`;
  }
  const place = addressOf(url);
  if (place === undefined) return `url of the cell ${name} must be an address like DATABASE_URL.`;
  const owner = migration_url === undefined ? undefined : addressOf(migration_url);
  if (migration_url !== undefined && owner === undefined) {
    return `migration_url of the cell ${name} must be an address like DATABASE_URL.`;
  }
  return { name, url: place, migration_url: owner };
}

function repeated<Value>(values: readonly Value[]): Value | undefined {
  return values.find((value, index) => values.indexOf(value) !== index);
}

function readCells(text: string): ReadCells {
  const list = parseList(text);
  const refused = (problem: string): ReadCells => ({ places: [], problems: [`CELLS: ${problem}`] });
  if (list === null) return refused(`it must be a JSON list like ${FORM}.`);
  if (list.length === 0) return refused('it must name at least one cell.');
  if (list.length > CELLS_MOST) return refused(`it may name at most ${CELLS_MOST} cells.`);
  const read = list.map((given, index) => readCell(given, index + 1));
  const problems = read.filter((one) => typeof one === 'string');
  if (problems.length > 0) return { places: [], problems: problems.map((one) => `CELLS: ${one}`) };
  const places = read.filter((one) => typeof one !== 'string');
  const name = repeated(places.map((place) => place.name));
  if (name !== undefined) return refused(`two cells have the name ${name}.`);
  const url = repeated(places.map((place) => place.url));
  if (url !== undefined) {
    const same = places.filter((place) => place.url === url).map((place) => place.name);
    return refused(`${same.join(' and ')} have the same url: each cell is a schema of its own.`);
  }
  return { places, problems: [] };
}

/** Settings that say the same in another way, or that do not go together with cells yet. */
export function cellsProblems({
  has_database,
  workers,
}: {
  has_database: boolean;
  workers: number;
}): string[] {
  const problems: string[] = [];
  if (has_database) {
    problems.push(
      'CELLS names the databases: DATABASE_URL and MIGRATION_DATABASE_URL must not be given ' +
        'beside it.',
    );
  }
  if (workers > 1) {
    problems.push(
      'CELLS needs WORKERS=1: several processes of one machine do not serve cells yet. Start the ' +
        'service on several machines, or on several ports.',
    );
  }
  return problems;
}
