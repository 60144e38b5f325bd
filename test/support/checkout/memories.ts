// Finds what outlives the call that made it: module variables that change, and variables of what a
// function makes and hands out, which its parts change later.
import type { Sources } from './checkout.ts';

export type KeptVariable = { path: string; name: string };

const MODULE_LET = /^(?:export )?let (\w+)/;
const MODULE_TABLE = /^(?:export )?const (\w+)[^=]*= new (?:Map|Set|WeakMap|WeakSet)\b/;
const FIELD = /^ {2}(?:readonly )?(#\w+)[^=(]*= new (?:Map|Set|WeakMap|WeakSet)\b/;
const LOCAL = /^ {2}(?:let (\w+)|const (\w+)[^=]*= new (?:Map|Set|WeakMap|WeakSet)\b)/;
const OF_A_STORE = /^ {4}(\w+): new (?:Map|Set|WeakMap|WeakSet)\b/;
/** What is handed out: an object with functions, or a function. */
const HANDS_OUT =
  /^ {2}return (?:\{|Object\.assign|(?:async )?(?:function|\(?[\w, {}:]*\)?(?:: [^=]+)? =>))/;

/** A line further in than the variable that gives it another value, or puts something into it. */
const changes = (name: string, depth: number) =>
  new RegExp(
    `^ {${depth},}.*(?<![\\w.])${name}` +
      '(?: \\?\\?=| [+-]=| =(?!=)|\\+\\+|--|\\.(?:set|add|delete|clear|push)\\()',
  );

/** What these layers make for one call, they make by functions with other names. */
const BY_NAME_ONLY = /^server\/(?:domain|formats|lib)\//;

/** Text between lines that begin at the margin: one declaration of a module. */
function declarations(text: string): string[][] {
  const found: string[][] = [[]];
  for (const line of text.split('\n')) {
    if (/^[^\s})\]]/.test(line)) found.push([]);
    found.at(-1)?.push(line);
  }
  return found;
}

function namesIn(path: string, lines: readonly string[], text: string): string[] {
  const [head = ''] = lines;
  const one = MODULE_LET.exec(head)?.[1];
  if (one !== undefined) return [one];
  const table = MODULE_TABLE.exec(head)?.[1];
  if (table !== undefined) {
    return new RegExp(`\\b${table}\\.(?:set|add|delete|clear)\\(`).test(text) ? [table] : [];
  }
  if (/^(?:export )?(?:abstract )?class /.test(head)) {
    return BY_NAME_ONLY.test(path) ? [] : lines.flatMap((line) => FIELD.exec(line)?.[1] ?? []);
  }
  if (BY_NAME_ONLY.test(path) && !/function create[A-Z]/.test(head)) return [];
  if (!lines.some((line) => HANDS_OUT.test(line))) return [];
  const locals = lines.flatMap((line) => {
    const found = LOCAL.exec(line);
    return found?.[1] ?? found?.[2] ?? [];
  });
  const kept = path.startsWith('server/store/')
    ? lines.flatMap((line) => OF_A_STORE.exec(line)?.[1] ?? [])
    : [];
  return [...locals.filter((name) => lines.some((line) => changes(name, 4).test(line))), ...kept];
}

export function findMemories(sources: Sources): KeptVariable[] {
  return [...sources]
    .filter(([path]) => path.startsWith('server/') && path.endsWith('.ts'))
    .flatMap(([path, text]) =>
      declarations(text)
        .flatMap((lines) => namesIn(path, lines, text))
        .map((name) => ({ path, name })),
    );
}
