// Runs the project's command line as an operator would, against a service.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { machineEnvironment } from './machine-environment.ts';

const LAUNCHER = fileURLToPath(new URL('../../bin/payment-orders.mjs', import.meta.url));

export type Ran = { code: number; out: string; told: string };

export function runCommand(url: string, operator_token: string, words: string[]): Promise<Ran> {
  const own = { PAYMENT_ORDERS_URL: url, OPERATOR_TOKEN: operator_token };
  const env = { ...machineEnvironment(), ...own };
  return new Promise((resolve) => {
    execFile(process.execPath, [LAUNCHER, ...words], { env }, (error, out, told) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, told });
    });
  });
}
