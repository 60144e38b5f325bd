// The release archive: unpacked and installed by root, it starts as a user who owns nothing,
// without any network, and serves the console.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DeployPart, needs, needsRoot, outputOfProgram } from './part.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NOBODY = '65534';

/** Prints the seconds until the service answers; the console may not be one that is being built. */
const START = `
  ip link set lo up
  setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups env -i PATH="$PATH" \\
    HOME=/nonexistent DATA_DIR="$DATA_DIR" PORT=18080 \\
    node bin/payment-orders.mjs serve > "$DATA_DIR/log" 2>&1 &
  trap 'kill %1 2> /dev/null; wait' EXIT
  for second in $(seq 60); do
    if PORT=18080 node bin/healthcheck.mjs readyz 2> /dev/null; then
      node -e '
        const { status } = await fetch("http://127.0.0.1:18080/console");
        process.exit(status === 200 ? 0 : 1);' --input-type=module
      status=$?
      [ $status = 0 ] && echo "$second s" || echo "the console is not there"
      exit $status
    fi
    sleep 1
  done
  cat "$DATA_DIR/log"
  exit 1`;

export const ARCHIVE: DeployPart = {
  name: 'archive',
  async run(folder) {
    needsRoot('run the service as another user');
    for (const program of ['unshare', 'setpriv', 'tar']) needs(program, 'util-linux');
    needs('ip', 'iproute2');
    const release = join(folder, 'release');
    const built = await outputOfProgram(process.execPath, ['bin/release.mjs', release], {
      cwd: ROOT,
    });
    await outputOfProgram('chmod', ['755', folder]);
    const here = join(folder, 'opt');
    await outputOfProgram('mkdir', [here, join(folder, 'data')]);
    await outputOfProgram('chown', [NOBODY, join(folder, 'data')]);
    await outputOfProgram('sh', [
      '-c',
      `tar xzf ${release}/*.tar.gz --strip-components=1 -C ${here}`,
    ]);
    await outputOfProgram(process.execPath, ['bin/install-production.mjs'], { cwd: here });
    const env = {
      ...process.env,
      PATH: `${join(process.execPath, '..')}:${process.env['PATH']}`,
      DATA_DIR: join(folder, 'data'),
    };
    const told = await outputOfProgram('unshare', ['--net', 'bash', '-c', START], {
      cwd: here,
      env,
    });
    const [size = ''] = /\d+ kB/.exec(built) ?? [];
    return `${size}; as nobody in a tree of root's, without network: ready in ${told.trim()}`;
  },
};
