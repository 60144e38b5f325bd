// The limits for every file, each with its reason and a function that reports its breaches.
import { isFunctionLikeDeclaration } from 'typescript/unstable/ast';
import type { Sources } from './checkout.ts';
import { lineAt, type Tree, visit, withTrees } from './syntax.ts';

export type Untidy = { rule: string; path: string; line: number; what: string };

export const MEASURES = {
  file_lines: 300,
  line_columns: 100,
  function_lines: 70,
  folder_files: 25,
} as const;

type Found = { line: number; what: string };
type TextRule = {
  name: string;
  reason: string;
  binds: (path: string) => boolean;
  find: (text: string, path: string) => Found[];
};

const CODE = /\.(?:tsx?|mjs)$/;
const OPENED = /^(?:server|cli|sdk|tools|bench|bin)\/.*\.(?:ts|mjs)$/;
// A generated file is as long as its sources require.
const GENERATED = /^(?:openapi\/|migrations\/schema\.sql$|docs\/reference\/)/;
const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

function linesWith(pattern: RegExp): TextRule['find'] {
  return (text) =>
    linesOf(text).flatMap((line, index) => {
      const match = pattern.exec(line);
      return match === null ? [] : [{ line: index + 1, what: match[0] }];
    });
}

// Breaking these lines would only make them worse: an address, one long literal, an import, a
// test's name.
const UNBREAKABLE = [
  /https?:\/\/\S{40,}/,
  /^\s*(?:\w+: )?(['"`]).*\1[,;)\]]*$/,
  /^(?:import|export) .* from /,
  /^\s*(?:test|it|suite|describe)\('/,
];

const isUnbreakable = (line: string) => UNBREAKABLE.some((form) => form.test(line));

function findLongLines(text: string): Found[] {
  return linesOf(text).flatMap((line, index) => {
    const columns = [...line].length;
    if (columns <= MEASURES.line_columns || isUnbreakable(line)) return [];
    return [{ line: index + 1, what: `${columns} columns` }];
  });
}

function findLongFile(text: string): Found[] {
  const count = linesOf(text).length;
  return count > MEASURES.file_lines ? [{ line: count, what: `${count} lines` }] : [];
}

/** A sentence on one or more lines that starts with a capital and ends with a full stop. */
function findNoOpening(text: string): Found[] {
  const lines = linesOf(text.replace(/^#!.*\n/, ''));
  const end = lines.findIndex((line) => !line.startsWith('// '));
  const opening = lines
    .slice(0, end === -1 ? lines.length : end)
    .map((line) => line.slice(3))
    .join(' ');
  return /^\S.*[.?]$/.test(opening) ? [] : [{ line: 1, what: 'no opening sentence' }];
}

function isLuhnValid(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

// Published by the card schemes and acquirers for tests; they belong to nobody.
const TEST_PANS = new Set([
  '4111111111111111',
  '4242424242424242',
  '4000000000000002',
  '4012888888881881',
  '4222222222222',
  '4917610000000000',
  '5555555555554444',
  '5105105105105100',
  '5200828282828210',
  '2223003122003222',
  '378282246310005',
  '371449635398431',
  '6011111111111117',
  '6011000990139424',
  '3530111333300000',
  '30569309025904',
  '38520000023237',
  '6200000000000005',
  '6304000000000000',
]);

// Each scheme's first digits and lengths, so that an IBAN or account number is not taken for a
// card.
const SCHEMES = [
  /^4\d{12}(?:\d{3}){0,2}$/,
  /^(?:5[1-5]|2[2-7])\d{14}$/,
  /^3[47]\d{13}$/,
  /^3(?:0[0-5]|[68]\d)\d{11}$/,
  /^(?:35|60|62|64|65|81)\d{14}$/,
  /^6\d{15,18}$/,
];

// A number with eight zeros in a row is made up.
const isCardLike = (digits: string): boolean =>
  !digits.includes('00000000') &&
  !TEST_PANS.has(digits) &&
  SCHEMES.some((scheme) => scheme.test(digits)) &&
  isLuhnValid(digits);

function findCardNumbers(text: string): Found[] {
  return linesOf(text).flatMap((line, index) =>
    [...line.matchAll(/(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w.-])/g)]
      .map((match) => match[0].replace(/[ -]/g, ''))
      .filter(isCardLike)
      .map((digits) => ({ line: index + 1, what: `${digits.slice(0, 6)}…${digits.slice(-4)}` })),
  );
}

function findBadName(_text: string, path: string): Found[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const fits = /^\d{0,4}-?[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+)+$/.test(name);
  return fits || /^[A-Z]+(?:\.md)?$/.test(name) ? [] : [{ line: 1, what: name }];
}

const ACTS = 'click|dblclick|tap|press|type|fill|check|uncheck|selectOption|reload';
const ACT = new RegExp(`\\.(?:${ACTS})\\(.*\\);$`);
const READS = 'count|is[A-Z][a-z]+|inputValue|all[A-Z]\\w+|all';
const READ = new RegExp(
  `^\\s*(?:const|equal|deepEqual|match|ok)\\b.*\\bawait\\b.*\\.(?:${READS})\\(`,
);

/** A page is read on the line after the line that acts on it. */
function findHastyReads(text: string): Found[] {
  const lines = linesOf(text);
  return lines.flatMap((line, index) =>
    READ.test(line) && ACT.test(lines[index - 1] ?? '')
      ? [{ line: index + 1, what: line.trim() }]
      : [],
  );
}

/** A browser's wait with a limit of its own below ten seconds, or for a time. */
const SHORT_MS = '(?:\\d{1,3}|\\d_\\d{3})\\b';
const IMPATIENT = new RegExp(
  `\\.(?:waitForTimeout\\(|setDefault\\w*Timeout\\(${SHORT_MS}|.*\\btimeout: ${SHORT_MS})`,
);

// Written in two parts, so that this file does not report itself.
const LATER = new RegExp(`\\b(?:${'TO'}${'DO'}|FIX${'ME'})\\b`);
const HOME = new RegExp(`/(?:ho${'me'}|Us${'ers'}|ro${'ot'}|wo${'rk'}|mn${'t'})/[a-z]`);

export const TEXT_RULES: readonly TextRule[] = [
  {
    name: 'file length',
    reason: 'a file that is read whole is understood whole',
    binds: (path) => CODE.test(path),
    find: findLongFile,
  },
  {
    name: 'line length',
    reason: 'two files fit beside each other',
    binds: (path) => /\.(?:ts|mjs|sql)$/.test(path) && !GENERATED.test(path),
    find: findLongLines,
  },
  {
    name: 'opening sentence',
    reason: 'the map of the project is made of these sentences',
    binds: (path) => OPENED.test(path),
    find: findNoOpening,
  },
  {
    name: 'focused or skipped test',
    reason: 'a test that does not run proves nothing and looks as if it did',
    binds: (path) => /\.test\.ts$/.test(path),
    find: linesWith(
      /\b(?:it|test|describe|suite|t)\.(?:only|skip|todo)\b|\b(?:skip|only|todo): true/,
    ),
  },
  {
    name: 'read at once after an act',
    reason: 'what an act does comes later: wait for it, then read',
    binds: (path) => /^test\/.*\.ts$/.test(path),
    find: findHastyReads,
  },
  {
    name: 'impatient wait',
    reason: 'a loaded machine takes many times as long, and a pause proves nothing',
    binds: (path) => /^test\/.*\.ts$/.test(path),
    find: linesWith(IMPATIENT),
  },
  {
    name: 'month of today',
    reason: 'on its first day nothing has happened in it: take the month of a row',
    binds: (path) => /^test\/.*\.ts$/.test(path),
    find: linesWith(/new Date\((?:Date\.now\(\))?\)\.toISOString\(\)\.slice\(0, 7\)/),
  },
  {
    name: 'left for later',
    reason: 'what is missing is an entry of the backlog, not a note that nobody reads',
    binds: (path) => !GENERATED.test(path),
    find: linesWith(LATER),
  },
  {
    name: 'machine path',
    reason: 'the project runs wherever it is cloned',
    binds: () => true,
    find: linesWith(HOME),
  },
  {
    name: 'migration opening',
    reason: 'the first line of a migration says why it exists',
    binds: (path) => /^migrations\/\d{4}-/.test(path),
    find: (text) => (/^-- \S/.test(text) ? [] : [{ line: 1, what: 'no opening comment' }]),
  },
  {
    name: 'file name',
    reason: 'one spelling on every file system',
    binds: (path) => path.includes('/'),
    find: findBadName,
  },
  {
    name: 'card number',
    reason: 'nobody’s real card belongs into a repository',
    binds: () => true,
    find: findCardNumbers,
  },
];

function findLongFunctions(tree: Tree): Found[] {
  const found: Found[] = [];
  visit(tree.file, (node) => {
    if (!isFunctionLikeDeclaration(node)) return;
    const first = lineAt(tree.text, node.getStart(tree.file));
    const count = lineAt(tree.text, node.end) - first + 1;
    if (count > MEASURES.function_lines) found.push({ line: first, what: `${count} lines` });
  });
  return found;
}

// A suite's callback is a list of tests, not a function to be read as one.
const hasMeasuredFunctions = (path: string): boolean =>
  CODE.test(path) && !path.endsWith('.test.ts');

/** The number of code files in one folder; nobody can take in more at a glance. */
function findCrowdedFolders(sources: Sources): Untidy[] {
  const paths = [...sources.keys()].filter((path) => CODE.test(path));
  const folders = Map.groupBy(paths, (path) => path.slice(0, path.lastIndexOf('/') + 1));
  return [...folders]
    .filter(([, files]) => files.length > MEASURES.folder_files)
    .map(([path, files]) => {
      const what = `${files.length} files beside each other`;
      return { rule: 'crowded folder', path, line: 1, what };
    });
}

export function judgeTidiness(sources: Sources): Untidy[] {
  const texts = [...sources].flatMap(([path, text]) =>
    TEXT_RULES.filter((rule) => rule.binds(path)).flatMap((rule) =>
      rule.find(text, path).map((found) => ({ rule: rule.name, path, ...found })),
    ),
  );
  const code = new Map([...sources].filter(([path]) => hasMeasuredFunctions(path)));
  const functions = withTrees(code, (trees) =>
    trees.flatMap((tree) =>
      findLongFunctions(tree).map((found) => ({
        rule: 'function length',
        path: tree.path,
        ...found,
      })),
    ),
  );
  return [...texts, ...functions, ...findCrowdedFolders(sources)];
}
