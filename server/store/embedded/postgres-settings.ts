// The settings of embedded PostgreSQL, given on its command line so that a changed file cannot
// weaken them.

/** The longest path of a Unix socket that every system accepts (Linux 107 bytes, macOS 103). */
export const MAX_SOCKET_PATH_BYTES = 103;
export const SOCKET_PORT = 5432;

const SETTINGS: Record<string, string> = {
  // An acknowledged order is on disk: these three are never relaxed, not even in tests.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // No network access. '.' is the data directory, which only its owner can enter; the path stays
  // short.
  listen_addresses: '',
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  port: String(SOCKET_PORT),
  max_connections: '100',
  shared_buffers: '128MB',
  // Checkpoints are far apart: after each one, the first change of a page writes the whole page to
  // the log.
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  // Log files are reused rather than created.
  min_wal_size: '1GB',
  wal_buffers: '16MB',
  jit: 'off', // Short statements only; compiling them costs more than it saves.
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_checkpoints: 'off',
  // Errors go to the service, which sent the statement. Their text may contain card data, so they
  // are never written to a file.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
};

/** As command line arguments: -c name=value. */
export function settingArguments(): string[] {
  return Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
