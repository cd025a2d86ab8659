import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take twenty seconds or more, the longest of each project first. The last file should be short: while the last file runs, the
 * other workers have nothing to do. A fresh clone knows no durations, and by its size a file of one line would come last.
 */
const long = [
  'tests/architecture/new-code.test.ts',
  'tests/journeys/every-screen-in-longest-texts.test.ts',
  'tests/journeys/every-dialog.test.ts',
  'tests/journeys/every-screen-in-english.test.ts',
  'tests/journeys/every-screen-in-chinese.test.ts',
  'tests/journeys/every-screen-in-french.test.ts',
  'tests/journeys/every-screen-in-indonesian.test.ts',
  'tests/journeys/isolation.test.ts',
  'tests/journeys/shell.test.ts',
  'tests/journeys/map.test.ts',
  'tests/journeys/bill-cycle.test.ts',
  'tests/journeys/valve.test.ts',
  'tests/journeys/sign-in.test.ts',
  'tests/journeys/audit.test.ts',
  'tests/journeys/leakage.test.ts',
  'tests/journeys/platform.test.ts',
  'tests/journeys/stored-scripts.test.ts',
  'tests/journeys/language.test.ts',
  // By turns one that computes and one that waits for a broker, a time limit or a process, so that the cores stay busy.
  'tests/integration/server/start-demo.test.ts',
  'tests/integration/read-models/views-any-order.test.ts',
  'tests/crash/kills-with-kafka.test.ts',
  'tests/integration/server/start-server.test.ts',
  'tests/integration/frame-buffer/kafka-crash.test.ts',
  'tests/integration/event-log/eventstoredb-server.test.ts',
  'tests/integration/frame-buffer/kafka-gateway.test.ts',
  'tests/integration/read-models/projector-shards.test.ts',
  'tests/crash/kills-with-eventstoredb.test.ts',
  'tests/integration/api/hostile-values.test.ts',
  'tests/integration/api/requests-from-openapi.test.ts',
  'tests/crash/kills.test.ts',
  'tests/integration/event-log/move-log.test.ts',
  'tests/integration/frame-buffer/kafka-operations.test.ts',
  'tests/integration/platform/experience.test.ts',
  'tests/crash/connections.test.ts',
  'tests/integration/simulator/simulator-truth.test.ts',
  'tests/integration/server/orderly-end.test.ts',
  'tests/integration/api/entities-in-pages.test.ts',
  'tests/crash/connections-to-kafka.test.ts',
  'tests/integration/leakage/import-flows.test.ts',
  'tests/integration/server/supervised-postgres.test.ts',
  'tests/integration/metering/import-registers.test.ts',
  'tests/integration/server/silent-connections.test.ts',
  'tests/integration/platform/upgrade.test.ts',
  'tests/crash/clock-jumps.test.ts',
  'tests/crash/projector-statements.test.ts',
  'tests/integration/privacy/erase-person.test.ts',
  'tests/integration/audit/set-aside-events.test.ts',
  'tests/integration/server/roles.test.ts',
  'tests/integration/platform/data-scope.test.ts',
  'tests/integration/platform/first-utility.test.ts',
  'tests/integration/platform/isolation.test.ts',
  'tests/integration/audit/api-audit.test.ts',
  'tests/integration/frame-buffer/kafka-server.test.ts',
  'tests/integration/api/threats-requests.test.ts',
  'tests/integration/server/worker-role.test.ts',
  'tests/integration/leakage/import-ltown.test.ts',
  'tests/integration/event-log/event-log-eventstoredb.test.ts',
  'tests/integration/read-models/views-any-delivery.test.ts',
  'tests/integration/server/start-again.test.ts',
  'tests/integration/read-models/views-in-pages.test.ts',
  'tests/integration/leakage/import-network.test.ts',
  'tests/integration/read-models/view-answers.test.ts',
  'tests/crash/money-kills.test.ts',
  'tests/integration/api/api-routes.test.ts',
  'tests/integration/api/threats-texts.test.ts',
  'tests/crash/bill-run-kills.test.ts',
  'tests/integration/billing/bank-statements.test.ts',
  'tests/integration/prepaid/key-material.test.ts',
  'tests/integration/frame-buffer/kafka-expired-frames.test.ts',
  'tests/crash/full-disk.test.ts',
]

/** Long files first, in the order above; all others behind them as they would have come. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ project, moduleId }: TestSpecification): number => {
      const place = long.indexOf(relative(project.config.root, moduleId))
      return place === -1 ? long.length : place
    }
    return (await super.sort(files)).sort((one, other) => placeOf(one) - placeOf(other))
  }
}
