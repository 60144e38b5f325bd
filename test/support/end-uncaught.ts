// Runs as a separate process: ends with an uncaught error of the kind given as its argument, with a
// planted value in every part of the error.
import { createLog } from '../../server/programs/log.ts';
import { endAtUncaught, failProcess } from '../../server/programs/run-process.ts';

const [way = '', planted = ''] = process.argv.slice(2);

const failure = Object.assign(new SyntaxError(`Unexpected token in ${planted}`), {
  detail: `Key (number)=(${planted}) already exists.`,
  client: { secretKey: planted, query: `select '${planted}'` },
  cause: new AggregateError([new RangeError(planted)], 'Several'),
});

const WAYS: Readonly<Record<string, () => unknown>> = {
  exception: () =>
    setImmediate(() => {
      throw failure;
    }),
  rejection: () => void Promise.reject(failure),
  'no error': () => void Promise.reject(planted),
  start: () => failProcess(failure),
};

endAtUncaught(createLog('info'));
WAYS[way]?.();
