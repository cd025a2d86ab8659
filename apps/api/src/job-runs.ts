import type { JobRun } from '@nightflow/platform/jobs/job-run'
import { type DependencyOptions, dependenciesOf } from './dependencies.ts'
import type { Visit } from './http/request-context.ts'
import { exportRuns } from './resource/export-run.ts'
import { importRun } from './resource/import-run.ts'
import { reportMailRun } from './resource/report-mail-run.ts'
import { routes } from './routes.ts'

/**
 * The work of jobs that are declared by routes: the rows of an export and the commands of an import. A worker runs them; nothing here serves a
 * request. `stop` waits for what they left running.
 */
export const openJobRuns = (
  options: DependencyOptions & { logger: Visit['logger'] },
): { runs: readonly JobRun[]; stop: () => Promise<void> } => {
  const dependencies = dependenciesOf(options)
  const all = Object.values(routes).flat()
  const { logger } = options
  return {
    runs: [...exportRuns(dependencies, all, logger), importRun(dependencies, all, logger), reportMailRun(dependencies, all, logger)],
    stop: () => dependencies.background.stop(),
  }
}
