// Machines of a small network on this one: each has an address, processes and a cable of its own,
// by the kernel's network namespaces. The network ends with this process.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type StartedProgram, start } from '../deploy/part.ts';

export type NetworkMachine = {
  readonly name: string;
  readonly address: string;
  /** As the user `postgres`, from this machine. */
  start(program: string, parameters: readonly string[]): StartedProgram;
  /** What a process on it prints. */
  ask(program: string, parameters: readonly string[]): string;
  /** SIGKILL to each of its processes. */
  kill(): void;
  /** Drops every packet without an answer, as a pulled cable does. */
  cut(): void;
  /** Only the others of the network are out of reach, and not those who use them. */
  cutFrom(addresses: readonly string[]): void;
  /** Undoes each kind of cut. */
  mend(): void;
};

export type Network = {
  /** Of this side, where the services run. */
  readonly here: string;
  /** More addresses of this side. */
  readonly others: readonly string[];
  readonly machines: readonly NetworkMachine[];
  close(): void;
};

const IP = 'ip';
const ip = (...parameters: readonly string[]) =>
  execFileSync(IP, parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Several networks at a time differ in the third number. The block is for tests (RFC 2544). */
const NETWORKS = 250;

function openMachine(bridge: string, prefix: string, name: string, number: number): NetworkMachine {
  const space = `${bridge}${name}`;
  const address = `${prefix}.${10 + number}`;
  ip('link', 'add', space, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
  ip('link', 'set', space, 'master', bridge, 'up');
  ip('-n', space, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  ip('-n', space, 'link', 'set', 'eth0', 'up');
  ip('-n', space, 'link', 'set', 'lo', 'up');
  const inside = (program: string, parameters: readonly string[]) =>
    [
      'netns',
      'exec',
      space,
      'setpriv',
      '--reuid=postgres',
      '--regid=postgres',
      '--init-groups',
    ].concat(program, parameters);
  let unreachable: readonly string[] = [];
  return {
    name,
    address,
    start: (program, parameters) => start(IP, inside(program, parameters)),
    ask: (program, parameters) => ip(...inside(program, parameters)),
    kill() {
      for (const line of ip('netns', 'pids', space).split('\n')) {
        if (line !== '') endProcess(Number(line));
      }
    },
    cut: () => void ip('link', 'set', space, 'down'),
    cutFrom(addresses) {
      unreachable = addresses;
      for (const other of addresses) ip('-n', space, 'route', 'add', 'blackhole', other);
    },
    mend() {
      ip('link', 'set', space, 'up');
      for (const other of unreachable) ip('-n', space, 'route', 'del', 'blackhole', other);
      unreachable = [];
    },
  };
}

const isThere = (link: string) => existsSync(`/sys/class/net/${link}`);

/** It may have ended meanwhile. */
function endProcess(process_id: number): void {
  try {
    process.kill(process_id, 'SIGKILL');
  } catch (error) {
    if (Object(error).code !== 'ESRCH') throw error;
  }
}

/** `others` more addresses of this side; the machines are named as given. */
export function openNetwork(names: readonly string[], others: number): Network {
  const number = process.pid % NETWORKS;
  const prefix = `198.18.${number}`;
  const bridge = `po${number}`;
  const machines: NetworkMachine[] = [];
  const spaces: string[] = [];
  const close = () => {
    process.off('exit', close);
    for (const machine of machines) machine.kill();
    for (const space of spaces) {
      // The kernel removes what a deleted space holds some time later, and its name until then.
      if (isThere(space)) ip('link', 'del', space);
      ip('netns', 'del', space);
    }
    ip('link', 'del', bridge);
  };
  ip('link', 'add', bridge, 'type', 'bridge');
  process.on('exit', close);
  try {
    const own = Array.from({ length: 1 + others }, (_none, index) => `${prefix}.${1 + index}`);
    for (const address of own) ip('addr', 'add', `${address}/24`, 'dev', bridge);
    ip('link', 'set', bridge, 'up');
    for (const [index, name] of names.entries()) {
      const space = `${bridge}${name}`;
      ip('netns', 'add', space);
      spaces.push(space);
      machines.push(openMachine(bridge, prefix, name, index));
    }
    const [here = '', ...rest] = own;
    return { here, others: rest, machines, close };
  } catch (error) {
    close();
    throw error;
  }
}
