import { defineConfig } from 'vitest/config'
import { linkWorkspaces } from './tests/support/link-workspaces.ts'
import { keepCompiled } from './tests/support/process/compile-cache.ts'
import { LongestFirst } from './tests/support/process/longest-first.ts'

// Workers, and the servers and commands that tests start, take it from here.
keepCompiled()
linkWorkspaces()

/** Node reads TypeScript itself, from its cache: half a hundred files need not wait for all of the service to be translated for each. */
const readByNode = { viteModuleRunner: false, nodeLoader: false }

/**
 * `unit` and `unit-of-web` are beside the code and do no I/O, `architecture` reads the codebase, `integration` runs on a real PostgreSQL
 * (tests/support), `response-times` judge milliseconds on the same, one file at a time with nothing beside, `journeys` drive a real browser.
 * Two workers at most: the service and its engines must share the machine with the tests.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    // Files of a worker share what they import: to load it anew for each took a fifth of all tests' time. Each file restores the state that it changes.
    isolate: false,
    maxWorkers: 2,
    teardownTimeout: 30_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{schemas,domain,event-log,projections,platform,ingest,policies,apps/*}/src/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', 'apps/web/**'],
          experimental: readByNode,
          testTimeout: 10_000,
          hookTimeout: 10_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-of-web',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          testTimeout: 10_000,
          hookTimeout: 10_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'architecture',
          include: ['tests/architecture/**/*.test.ts'],
          experimental: readByNode,
          testTimeout: 60_000,
          // Some copy the repository first.
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts', 'tests/scenarios/**/*.test.ts', 'tests/crash/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          globalSetup: ['tests/support/database/postgres-for-run.ts', 'tests/support/kafka/kafka-for-run.ts'],
          experimental: readByNode,
          // Polls for asynchronous effects have a generous limit for busy machines; a test of a deadline sets its own.
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'response-times',
          include: ['tests/response-times/**/*.test.ts'],
          globalSetup: ['tests/support/database/postgres-for-run.ts'],
          experimental: readByNode,
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: ['tests/journeys/demo-server-for-run.ts'],
          expect: { poll: { timeout: 15_000, interval: 100 } },
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
})
