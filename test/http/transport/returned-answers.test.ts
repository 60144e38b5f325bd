// Handlers return what they answer with. One that sends by itself and returns nothing is answered
// twice if a hook, such as the one that compresses, answers later than it.
import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { readCheckout } from '../../support/checkout/checkout.ts';

/** A statement that sends an answer, or makes one, and drops what it returns. */
const WORDS = String.raw`^\s*(?:(?:else|await|void)\s+|if \(.*\)\s+)*`;
const OURS = 'answer(?:Body|Query)?|send(?:Refusal|File|Compressed|Page)';
const DROPPED = new RegExp(String.raw`${WORDS}(?:${OURS}|reply(?:\.\w+\([^()]*\))*\.send)\(`);

/** Hooks, which are answered by no handler: a refusal there ends the request. */
const HOOKS: Readonly<Record<string, string>> = {
  'admission/copy-gate.ts': 'calls `done` unless the database is a copy',
  'merchant/authenticate.ts': 'calls `done` unless it has refused',
  'merchant/dispute-files.ts': 'calls `done` unless all places are taken',
  'merchant/sandbox.ts': 'calls `done` unless a fault is scripted',
  'operator/access/open-routes.ts': 'calls `done` unless it has refused',
  'operator/routes.ts': 'calls `done` unless the caller’s share is used up',
  'transport/compressed-bodies.ts': 'calls `done` unless the body is compressed',
};

const FOLDER = 'server/http/';

const droppedIn = (text: string): string[] =>
  text.split('\n').filter((line, at, lines) => {
    const is_continued = /(?:=>|[(:?=,]|&&|\|\||return)\s*$/.test(lines[at - 1] ?? '');
    return DROPPED.test(line) && !is_continued;
  });

test('no handler drops its answer', () => {
  const found = [...readCheckout(['.ts'])]
    .filter(([path, text]) => path.startsWith(FOLDER) && droppedIn(text).length > 0)
    .map(([path]) => path.slice(FOLDER.length));
  deepEqual(found.toSorted(), Object.keys(HOOKS));
});

test('a dropped answer is found', () => {
  deepEqual(droppedIn('    return answer(reply, 200, found);\n  return reply.send(text);'), []);
  deepEqual(
    droppedIn('  scope.get(url, (request, reply) =>\n    answerQuery(request, reply));'),
    [],
  );
  const dropped = [
    '    answer(reply, 200, await list(query));',
    '  await answerQuery(request, reply, Query, list);',
    '  reply.status(200).send(result);',
    '  if (isRefusal(found)) sendRefusal(reply, found);',
  ];
  for (const line of dropped) deepEqual(droppedIn(line), [line]);
});
