import { totalmem } from 'node:os'

const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)}MB`
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/**
 * Settings for a database that shares two cores and 8 GB or more with the service. They are passed on the command line at every
 * start, so an older data folder gets the newer settings. Durability stays whole: fsync, full pages and synchronous commit are on.
 */
export const postgresSettings = (port: number, memoryBytes: number = totalmem()): Record<string, string> => ({
  port: String(port),
  listen_addresses: '127.0.0.1',
  // No socket file: nothing to leave behind in a shared folder, and its path would exceed 107 bytes in deep clones.
  unix_socket_directories: '',
  // The pools of all roles, twice: a killed process may have left its own behind. The Compose file has as many.
  max_connections: '200',
  // A question about all days of a meter holds a lock for every partition of days and its index; so many need not be shared for ten years.
  max_locks_per_transaction: '256',
  password_encryption: 'scram-sha-256',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: mebibytes(clamp(memoryBytes / 8, 128 * 2 ** 20, 2 ** 30)),
  effective_cache_size: mebibytes(clamp(memoryBytes / 2, 512 * 2 ** 20, 64 * 2 ** 30)),
  work_mem: '32MB',
  maintenance_work_mem: '128MB',
  wal_buffers: '16MB',
  wal_compression: 'on',
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  // Old row versions are mostly cleared away where they are, page by page, by ordinary statements. The rest is not urgent: by default it
  // takes a quarter of a core for as long as there are any.
  autovacuum_vacuum_cost_delay: '10ms',
  // Nothing replicates from the embedded server; less is written for tables that are filled in the transaction that makes them.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Containers often have 64 MB of shared memory, and parallel plans fail there; two cores gain little from them.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  random_page_cost: '1.1',
  lc_messages: 'C',
  log_timezone: 'UTC',
  timezone: 'UTC',
  log_checkpoints: 'off',
})
