import { setTimeout as pause } from 'node:timers/promises'
import { type BillRunState, billRunDecider } from '@nightflow/domain/billing/bill-run-decider'
import { executeCommand, loadStream } from '@nightflow/event-log/execute-command'
import type { Loaded } from '@nightflow/event-log/kept-states'
import { findTenant } from '@nightflow/platform/tenants/tenants'
import { accountsPerRunPage, PauseCause } from '@nightflow/schemas/billing/bill-run'
import type { BillRunCommand } from '@nightflow/schemas/billing/bill-run-calls'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import type { Logger } from '../run-job.ts'
import { type OpenRun, postPage, previewPage, type RunPage, type RunParts, readPage } from './run-pages.ts'

export type RunWorkerParts = RunParts & { logger: Pick<Logger, 'error' | 'warn'> }
export type NamedRun = { tenant: string; runId: string }

const worker = 'policy:bill-run'
/** Consecutive failures of a page after which the run is paused and waits for a person. */
const attemptsMax = 5
const firstWaitMilliseconds = 1_000

/**
 * Does the pages of a run that are left, in its preview or its posting. A run that failed several times is paused; one whose process was
 * stopped goes on in the next one. Throws where the log cannot be read or the run not be paused.
 */
export const workOnRun = async (
  parts: RunWorkerParts,
  run: NamedRun,
  signal: AbortSignal,
  accountsPerPage = accountsPerRunPage,
): Promise<void> => {
  for (let failures = 0; !signal.aborted; ) {
    try {
      await doPages(parts, run, signal, accountsPerPage)
      return
    } catch (error) {
      if (signal.aborted) return
      failures += 1
      parts.logger.error({ err: error, run: run.runId, failures }, 'a page of a bill run failed')
      if (failures >= attemptsMax) return await give(parts, run, { type: 'PauseBillRun', runId: run.runId, cause: PauseCause.enum.failure })
      await pause(firstWaitMilliseconds * 2 ** (failures - 1), undefined, { signal }).catch(() => undefined)
    }
  }
}

/** While a page is decided, the next one is read: PostgreSQL computes the volumes meanwhile. */
const doPages = async (parts: RunWorkerParts, named: NamedRun, signal: AbortSignal, limit: number): Promise<void> => {
  const { tenant, runId } = named
  let loaded = await loadStream(parts.log, streamOf(named), billRunDecider)
  const timeZone = (await findTenant(parts.pool, tenant))?.timeZone
  if (!loaded.state.started || timeZone === undefined) return
  let ahead: Promise<RunPage> | undefined
  try {
    while (loaded.state.isRunning) {
      signal.throwIfAborted()
      const { started, posted, phase, page, lastAccount: after } = loaded.state
      const run: OpenRun = { tenant, timeZone, started: started!, posted }
      const read = await (ahead ?? readPage(parts.pool, run, after, limit))
      ahead = read.isLast ? undefined : readAhead(parts, run, read.lastAccount, limit)
      const accounts = posted ? await postPage(parts, run, read) : await previewPage(parts, run, read)
      const { lastAccount, isLast } = read
      const { firstMonth, lastMonth } = run.started
      const made = { runId, firstMonth, lastMonth, phase, page: page + 1, lastAccount, accounts, isLast }
      const next = await advance(parts, named, loaded, { type: 'AdvanceBillRun', ...made })
      if (!next) return
      loaded = next
    }
  } finally {
    await ahead?.catch(() => undefined)
  }
}

/** Its failure is the next page's: until then no rejection is left unhandled. */
const readAhead = ({ pool }: RunWorkerParts, run: OpenRun, after: number, limit: number): Promise<RunPage> => {
  const reading = readPage(pool, run, after, limit)
  reading.catch(() => undefined)
  return reading
}

const streamOf = ({ tenant, runId }: NamedRun): string => `${tenant}/${billRunDecider.streamOf({ type: 'ResumeBillRun', runId })}`

/** The run behind the page; undefined where a person paused it, or another process did the page. */
const advance = async (
  parts: RunWorkerParts,
  run: NamedRun,
  known: Loaded<BillRunState>,
  command: BillRunCommand,
): Promise<Loaded<BillRunState> | undefined> => {
  const { tenant } = run
  const context = { now: new Date().toISOString(), actor: worker, timeZone: 'UTC' }
  const done = await executeCommand(parts.log, { decider: billRunDecider, tenant, command, context, actor: worker, known })
  if (isRejection(done)) return undefined
  const { after, version, position } = done
  return { state: after, version, position }
}

const give = async ({ log }: RunWorkerParts, { tenant }: NamedRun, command: BillRunCommand): Promise<void> => {
  const context = { now: new Date().toISOString(), actor: worker, timeZone: 'UTC' }
  await executeCommand(log, { decider: billRunDecider, tenant, command, context, actor: worker })
}
