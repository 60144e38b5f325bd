// The settings of embedded PostgreSQL, each given on its command line, where a changed file cannot
// weaken them.

/** The largest path of a unix socket that every system accepts (Linux 107 bytes, macOS 103). */
export const MAX_SOCKET_PATH_BYTES = 103;
export const SOCKET_PORT = 5432;

const SETTINGS: Record<string, string> = {
  // An acknowledged order is on disk: none of these three is ever relaxed, not even in tests.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // No network at all. '.' is the data directory: only its owner enters it, and the name stays
  // short.
  listen_addresses: '',
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  port: String(SOCKET_PORT),
  max_connections: '100',
  shared_buffers: '128MB',
  // Checkpoints far apart: each one makes the next change of every page write the whole page to
  // the log.
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  // Files of the log are used again rather than made anew.
  min_wal_size: '1GB',
  wal_buffers: '16MB',
  jit: 'off', // Short statements only; compiling them costs more than it saves.
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_checkpoints: 'off',
  // Refused statements go to the service, which asked; their text and details may hold card data,
  // so never to a file.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
};

/** As arguments of the program: -c name=value. */
export function settingArguments(): string[] {
  return Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
