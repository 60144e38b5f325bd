// The SDK as merchants install it: emitted, it runs without Node's types or anything beside it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test('what is published has its types, imports nothing, and checks a proof', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'payment-orders-sdk-'));
  try {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, '--project', join(ROOT, 'sdk'), '--outDir', folder]);
    const files = await readdir(folder);
    const described = JSON.parse(await readFile(join(ROOT, 'sdk/package.json'), 'utf8'));
    for (const path of Object.values<string>(described.exports['./verify-proof'])) {
      assert.ok(files.includes(path.replace('./dist/', '')), path);
    }
    for (const file of files.filter((name) => name.endsWith('.js'))) {
      const text = await readFile(join(folder, file), 'utf8');
      const imports = [...text.matchAll(/from '([^']+)'/g)].map((match) => match[1] ?? '');
      for (const name of imports) assert.match(name, /^\.\/[a-z-]+\.js$/, file);
    }
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    const golden = join(ROOT, 'test/golden/proof/own-second.json');
    const script = `
      import { readFileSync } from 'node:fs';
      import { verifyProof } from './verify-proof.js';
      const document = JSON.parse(readFileSync(${JSON.stringify(golden)}, 'utf8'));
      console.log((await verifyProof(document, document.public_key)).ok);`;
    const args = ['--no-experimental-strip-types', '--input-type=module', '--eval', script];
    const out = execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    assert.equal(out.trim(), 'true');
  } finally {
    await rm(folder, { recursive: true });
  }
});
