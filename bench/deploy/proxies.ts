// The files for nginx, Caddy and HAProxy, each run by the real program with its names, ports and
// certificate replaced by this machine's.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../harness/service-process.ts';
import { BENCH_OPERATOR_TOKEN } from '../harness/shop.ts';
import { askFront, checkBehind, type Front } from './behind-proxy.ts';
import { type DeployPart, needs, outputOfProgram, type StartedProgram, start } from './part.ts';
import { PORTS, startTwoServices } from './two-services.ts';

const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url));

/** Each replacement must be there: otherwise the file would run with something else. */
function written(folder: string, name: string, replaced: Readonly<Record<string, string>>) {
  let text = readFileSync(join(DEPLOY, name), 'utf8');
  for (const [from, to] of Object.entries(replaced)) {
    if (!text.includes(from)) throw new Error(`deploy/${name} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

type Certificate = { readonly ca: string; readonly pem: string; readonly key: string };

async function makeCertificate(folder: string): Promise<Certificate> {
  const [pem, key] = [join(folder, 'cert.pem'), join(folder, 'cert.key')];
  await outputOfProgram('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', pem],
  ]);
  return { ca: readFileSync(pem, 'utf8'), pem, key };
}

type Started = Pick<Front, 'leave' | 'rejoin'> & { readonly running: StartedProgram };
type Starting = {
  readonly folder: string;
  readonly port: number;
  readonly certificate: Certificate;
};

/** In front of one process alone, as most begin: the line of the second one is left out. */
export function startNginxOfOne(
  folder: string,
  {
    port,
    service_port,
    pem,
    key,
  }: { port: number; service_port: number; pem: string; key: string },
): StartedProgram {
  needs('nginx', 'nginx-light');
  const file = written(folder, 'nginx.conf', {
    'listen 443': `listen 127.0.0.1:${port}`,
    '/etc/ssl/payment-orders.pem': pem,
    '/etc/ssl/payment-orders.key': key,
    '/var/log/nginx/access.log': join(folder, 'access.log'),
    '127.0.0.1:8081': `127.0.0.1:${service_port}`,
    '    server 127.0.0.1:8082 max_fails=1 fail_timeout=1s;\n': '',
    '/run/payment-orders/': `${folder}/`,
  });
  const pid = join(folder, 'nginx.pid');
  const own = ['-p', folder, '-e', join(folder, 'error.log'), '-g', `daemon off; pid ${pid};`];
  return start('nginx', ['-c', file, ...own]);
}

async function startNginx({ folder, port, certificate }: Starting): Promise<Started> {
  const downs = join(folder, 'down');
  mkdirSync(downs);
  // nginx looks for the files as a user without rights of its own, as it would in /run.
  for (const path of [downs, folder]) chmodSync(path, 0o755);
  const file = written(folder, 'nginx.conf', {
    'listen 443': `listen 127.0.0.1:${port}`,
    '/etc/ssl/payment-orders.pem': certificate.pem,
    '/etc/ssl/payment-orders.key': certificate.key,
    '/var/log/nginx/access.log': join(folder, 'access.log'),
    '/run/payment-orders/': `${downs}/`,
  });
  const pid = join(folder, 'nginx.pid');
  const own = ['-p', folder, '-e', join(folder, 'error.log'), '-g', `daemon off; pid ${pid};`];
  await outputOfProgram('nginx', ['-t', '-c', file, ...own]);
  const fileOf = (index: 0 | 1) => join(downs, `${PORTS[index]}.down`);
  return {
    running: start('nginx', ['-c', file, ...own]),
    leave: async (index) => await writeFile(fileOf(index), ''),
    rejoin: async (index) => await rm(fileOf(index)),
  };
}

function startCaddy({ folder, port, certificate }: Starting): Promise<Started> {
  const { pem, key } = certificate;
  const file = written(folder, 'Caddyfile', {
    '{$SITE:pay.example.com} {': `{$SITE:pay.example.com} {\n\ttls ${pem} ${key}`,
  });
  const options = '{\n\tadmin off\n\tauto_https disable_redirects\n}\n';
  writeFileSync(file, `${options}${readFileSync(file, 'utf8')}`);
  const env = { ...process.env, SITE: `localhost:${port}`, HOME: folder, XDG_DATA_HOME: folder };
  return Promise.resolve({
    running: start('caddy', ['run', '--adapter', 'caddyfile', '--config', file], env),
  });
}

async function startHaproxy({ folder, port, certificate }: Starting): Promise<Started> {
  const both = join(folder, 'both.pem');
  writeFileSync(both, `${certificate.ca}${readFileSync(certificate.key, 'utf8')}`);
  const file = written(folder, 'haproxy.cfg', {
    'bind :443': `bind 127.0.0.1:${port}`,
    // As many files as an ordinary session may open.
    'maxconn 40000': 'maxconn 400',
    '/etc/ssl/payment-orders.pem': both,
  });
  await outputOfProgram('haproxy', ['-c', '-f', file]);
  return { running: start('haproxy', ['-db', '-f', file]) };
}

async function untilItAnswers(url: string, ca: string, { told }: StartedProgram): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      const { status } = await askFront({ url, ca }, new Agent(), { path: '/readyz' });
      if (status === 200) return;
    } catch (error) {
      if (!String(Object(error).code).startsWith('ECONN')) throw error;
    }
    await sleep(100);
  }
  throw new Error(`The proxy does not answer: ${told()}`);
}

const partOf = (
  program: string,
  package_name: string,
  startIt: (starting: Starting) => Promise<Started>,
): DeployPart => ({
  name: program,
  async run(folder) {
    needs(program, package_name);
    needs('openssl');
    const certificate = await makeCertificate(folder);
    const port = await freePort();
    const url = `https://localhost:${port}`;
    const services = await startTwoServices(folder, url);
    try {
      const { running, ...acts } = await startIt({ folder, port, certificate });
      try {
        await untilItAnswers(url, certificate.ca, running);
        const proxy = { url, ca: certificate.ca, ...acts };
        return await checkBehind(proxy, services, BENCH_OPERATOR_TOKEN);
      } finally {
        await running.stop();
      }
    } finally {
      await services.stop();
    }
  },
});

export const PROXIES: readonly DeployPart[] = [
  partOf('nginx', 'nginx-light', startNginx),
  partOf('caddy', 'caddy', startCaddy),
  partOf('haproxy', 'haproxy', startHaproxy),
];
