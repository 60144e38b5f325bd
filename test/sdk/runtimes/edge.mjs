// Runs an edge function as such a runtime does: a world of its own that has the globals of web
// standards and of the language, and no modules but the function's and the SDK's.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { argv, stdout } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import vm from 'node:vm';

/** Of the minimum common API of web-interoperable runtimes, as far as a program can use them. */
const WEB_GLOBALS = [
  ...['AbortController', 'AbortSignal', 'Blob', 'DOMException', 'Event', 'EventTarget', 'File'],
  ...['FormData', 'Headers', 'ReadableStream', 'Request', 'Response', 'TextDecoder'],
  ...['TextEncoder', 'TransformStream', 'URL', 'URLSearchParams', 'WritableStream', 'atob'],
  ...['btoa', 'clearTimeout', 'console', 'crypto', 'fetch', 'performance', 'queueMicrotask'],
  ...['setTimeout', 'structuredClone'],
];

const context = vm.createContext(
  Object.fromEntries(WEB_GLOBALS.map((name) => [name, globalThis[name]])),
);
const sdk = createRequire(import.meta.url).resolve('payment-orders-sdk/package.json');
const { exports } = JSON.parse(readFileSync(sdk, 'utf8'));
const modules = new Map();

function load(url) {
  const known = modules.get(url);
  if (known !== undefined) return known;
  const module = new vm.SourceTextModule(readFileSync(fileURLToPath(url), 'utf8'), {
    context,
    identifier: url,
  });
  modules.set(url, module);
  return module;
}

function link(specifier, { identifier }) {
  if (specifier === 'payment-orders-sdk') {
    return load(new URL(exports['.'].import.default, pathToFileURL(sdk)).href);
  }
  if (/^\.{1,2}\//.test(specifier)) return load(new URL(specifier, identifier).href);
  throw new Error(`An edge runtime has no ${specifier}, which ${identifier} imports`);
}

const { headers, body, given } = JSON.parse(argv[2]);
const worker = load(new URL('./worker.mjs', import.meta.url).href);
await worker.link(link);
await worker.evaluate();
const request = new Request('https://shop.example/callbacks', { method: 'POST', headers, body });
const response = await worker.namespace.answer(request, given);
stdout.write(await response.text());
