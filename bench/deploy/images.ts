// The images of deploy/Dockerfile, built and run by buildah. The public base images are not at hand
// on every machine: a Debian that debootstrap makes, with this Node in it, stands in for them.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DeployPart, needs, needsRoot, outputOfProgram } from './part.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BASE = 'localhost/payment-orders-check-base';
const WITH_NODE = 'localhost/payment-orders-check-node';
const MEGABYTE = 1_000_000;
/** Of the whole image, if its base is the public one. */
const MOST_MB = 200;
/** What gcr.io/distroless/cc-debian12 takes. */
const PUBLIC_BASE_MB = 25;

const buildah = (parameters: readonly string[]) =>
  outputOfProgram('buildah', ['--storage-driver=vfs', ...parameters], { cwd: ROOT });

const isThere = async (image: string): Promise<boolean> =>
  (await buildah(['images', '--format', '{{.Name}}'])).split('\n').includes(image);

/** A registry inside of a company may have a certificate of the company's own. */
async function trustWhatWeTrust(container: string): Promise<void> {
  const own = process.env['NODE_EXTRA_CA_CERTS'];
  if (own === undefined) return;
  const there = '/usr/local/share/own-authorities.pem';
  await buildah(['add', '--quiet', container, own, there]);
  await buildah(['config', '--env', `NODE_EXTRA_CA_CERTS=${there}`, container]);
}

/** Kept for the next check: making them takes minutes. */
async function makeBases(folder: string): Promise<void> {
  if (await isThere(WITH_NODE)) return;
  const root = join(folder, 'debian');
  const packages = '--include=ca-certificates,libstdc++6';
  await outputOfProgram('debootstrap', ['--variant=minbase', packages, 'bookworm', root]);
  const of = async (
    image: string,
    acts: (container: string) => Promise<void>,
    from = 'scratch',
  ) => {
    const container = (await buildah(['from', from])).trim().split('\n').at(-1) ?? '';
    await acts(container);
    await buildah(['commit', '--quiet', '--rm', container, image]);
  };
  await of(BASE, async (container) => {
    await buildah(['add', '--quiet', container, root, '/']);
  });
  const npm = (await outputOfProgram('sh', ['-c', 'readlink -f "$(command -v npm)"'])).trim();
  const registry = (await outputOfProgram('npm', ['config', 'get', 'registry'])).trim();
  await of(
    WITH_NODE,
    async (container) => {
      await buildah(['add', '--quiet', container, process.execPath, '/usr/local/bin/node']);
      const modules = '/usr/local/lib/node_modules/npm';
      await buildah(['add', '--quiet', container, join(npm, '../..'), modules]);
      const link = ['ln', '-s', `${modules}/bin/npm-cli.js`, '/usr/local/bin/npm'];
      await buildah(['run', '--isolation=chroot', container, '--', ...link]);
      await buildah(['config', '--env', `npm_config_registry=${registry}`, container]);
      await trustWhatWeTrust(container);
    },
    BASE,
  );
}

async function build(target: string): Promise<string> {
  const image = `localhost/payment-orders-check-${target}`;
  await buildah([
    ...['bud', '--isolation=chroot', '--quiet', '--layers=false', '--format=docker'],
    ...['--build-arg', `NODE_IMAGE=${WITH_NODE}`, '--build-arg', `BASE=${BASE}`],
    ...['--build-arg', `EMBEDDED_BASE=${BASE}`, '--target', target],
    ...['--file', 'deploy/Dockerfile', '--tag', image, '.'],
  ]);
  return image;
}

async function sizeOf(image: string): Promise<number> {
  const container = (await buildah(['from', image])).trim().split('\n').at(-1) ?? '';
  try {
    const mounted = (await buildah(['mount', container])).trim();
    const sums = await outputOfProgram('du', ['--summarize', '--bytes', mounted]);
    return Number(sums.split('\t')[0]) / MEGABYTE;
  } finally {
    await buildah(['rm', container]);
  }
}

/** Runs the image's own command as its own user. */
async function inContainer(image: string, script: string): Promise<string> {
  const container = (await buildah(['from', image])).trim().split('\n').at(-1) ?? '';
  try {
    return await buildah(['run', '--isolation=chroot', container, '--', 'sh', '-c', script]);
  } finally {
    await buildah(['rm', container]);
  }
}

/** Of the machine's, because buildah's `chroot` gives no network of its own. */
const SERVICE_PORT = 18_090;

const STARTS = `
  export PORT=${SERVICE_PORT}
  log=$(mktemp)
  node bin/payment-orders.mjs serve > $log 2>&1 & pid=$!
  for second in $(seq 60); do
    if node bin/healthcheck.mjs readyz 2> /dev/null; then
      id -u; kill $pid; wait; exit 0
    fi
    sleep 1
  done
  cat $log; exit 1`;

const REFUSES = `PORT=${SERVICE_PORT} node bin/payment-orders.mjs serve 2>&1; test $? = 1 && id -u`;

const NOT_ROOT = /^65532$/m;

export const IMAGES: readonly DeployPart[] = [
  {
    name: 'image',
    async run(folder) {
      needsRoot('build an image without a container engine');
      for (const program of ['buildah', 'debootstrap']) needs(program);
      await makeBases(folder);
      const image = await build('service');
      const own = (await sizeOf(image)) - (await sizeOf(BASE));
      const whole = own + PUBLIC_BASE_MB;
      if (whole > MOST_MB) throw new Error(`${whole.toFixed(0)} MB with the public base`);
      const told = await inContainer(image, REFUSES);
      if (!told.includes('DATABASE_URL') || !NOT_ROOT.test(told)) throw new Error(told);
      const sizes = `${own.toFixed(0)} MB beside its base, so ${whole.toFixed(0)} MB`;
      return `${sizes}; without DATABASE_URL one sentence; user 65532`;
    },
  },
  {
    name: 'image-embedded',
    async run(folder) {
      needsRoot('build an image without a container engine');
      for (const program of ['buildah', 'debootstrap']) needs(program);
      await makeBases(folder);
      const image = await build('embedded');
      const told = await inContainer(image, STARTS);
      if (!NOT_ROOT.test(told)) throw new Error(told);
      const size = await sizeOf(image);
      return `${size.toFixed(0)} MB; starts with its PostgreSQL as user 65532`;
    },
  },
];
