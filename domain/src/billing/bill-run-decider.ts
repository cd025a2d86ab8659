import { type BillRunFigures, BillRunPhase, type billRunEventTypes } from '@nightflow/schemas/billing/bill-run'
import type { BillRunCommand, billRunCommands } from '@nightflow/schemas/billing/bill-run-calls'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'
import { noFigures, withAccounts } from './bill-run-figures.ts'

export type BillRunEvent = EventIn<keyof typeof billRunEventTypes | keyof typeof billRunCommands.events>
type Of<Type extends BillRunCommand['type']> = Extract<BillRunCommand, { type: Type }>
type Decision = readonly BillRunEvent[] | Rejection

/** How far a run is: the pages of a phase follow each other, each behind the last account of the one before. */
export type BillRunState = {
  readonly started: EventIn<'billing.BillRunStarted'>['data'] | undefined
  readonly posted: EventIn<'billing.BillRunPosted'>['data'] | undefined
  readonly phase: BillRunPhase
  readonly isRunning: boolean
  /** Paused by a person or after failures: it goes on when it is resumed. */
  readonly isPaused: boolean
  readonly page: number
  readonly lastAccount: number
  readonly figures: BillRunFigures
}

const { preview, posting } = BillRunPhase.enum
const atStart = { isRunning: true, isPaused: false, page: 0, lastAccount: 0, figures: noFigures }

/**
 * A run of bills: a preview of its accounts page by page, then the posting of the same accounts. Each page is one event with all that it found,
 * so that a run goes on behind the last page that is in the log, and two processes cannot both do a page.
 */
export const billRunDecider: Decider<BillRunCommand, BillRunState, BillRunEvent> = {
  streamOf: ({ runId }) => `billing-run-${runId}`,
  initialState: { ...atStart, started: undefined, posted: undefined, phase: preview, isRunning: false },
  evolve,
  decide: { StartBillRun: start, AdvanceBillRun: advance, PostBillRun: post, PauseBillRun: pause, ResumeBillRun: resume },
}

function evolve(state: BillRunState, event: BillRunEvent): BillRunState {
  switch (event.type) {
    case 'billing.BillRunStarted':
      return { ...state, ...atStart, started: event.data }
    case 'billing.BillRunAdvanced': {
      const { page, lastAccount, accounts } = event.data
      return { ...state, page, lastAccount, figures: withAccounts(state.figures, accounts) }
    }
    case 'billing.BillRunPosted':
      return { ...state, ...atStart, phase: posting, posted: event.data }
    case 'billing.BillRunPaused':
      return { ...state, isRunning: false, isPaused: true }
    case 'billing.BillRunResumed':
      return { ...state, isRunning: true, isPaused: false }
    case 'billing.BillRunPreviewed':
    case 'billing.BillRunFinished':
      return { ...state, isRunning: false }
  }
}

/** Runs of one tenant that may wait or be at work. */
const runningRunsMax = 10

export const refuseAnotherRun = (running: number): Rejection | undefined =>
  running >= runningRunsMax ? rejected('bill-runs-full', { max: runningRunsMax }) : undefined

function start({ type: _, ...run }: Of<'StartBillRun'>, { started }: BillRunState, { now }: Context): Decision {
  if (!started) return [{ type: 'billing.BillRunStarted', data: { ...run, at: now } }]
  const isSame = started.firstMonth === run.firstMonth && started.lastMonth === run.lastMonth && started.scope === run.scope
  return isSame ? [] : rejected('transaction-id-reused')
}

function advance({ type: _, isLast, ...made }: Of<'AdvanceBillRun'>, state: BillRunState, { now }: Context): Decision {
  if (!state.started) return rejected('not-found')
  if (!state.isRunning) return rejected('bill-run-not-running')
  // Another process did the page, or a person began the posting.
  if (made.phase !== state.phase || made.page !== state.page + 1) return rejected('changed-meanwhile')
  const { runId, accounts } = made
  const advanced: BillRunEvent = { type: 'billing.BillRunAdvanced', data: { ...made, at: now } }
  if (!isLast) return [advanced]
  const data = { runId, ...withAccounts(state.figures, accounts), at: now }
  return [advanced, { type: state.phase === preview ? 'billing.BillRunPreviewed' : 'billing.BillRunFinished', data }]
}

function post({ type: _, ...posted }: Of<'PostBillRun'>, state: BillRunState, { now, actor }: Context): Decision {
  if (!state.started) return rejected('not-found')
  if (state.phase === posting) return []
  if (state.isRunning || state.isPaused) return rejected('bill-run-not-previewed')
  return [{ type: 'billing.BillRunPosted', data: { ...posted, postedBy: actor, at: now } }]
}

function pause({ type: _, ...paused }: Of<'PauseBillRun'>, state: BillRunState, { now }: Context): Decision {
  if (!state.started) return rejected('not-found')
  if (state.isPaused) return []
  return state.isRunning ? [{ type: 'billing.BillRunPaused', data: { ...paused, at: now } }] : rejected('bill-run-not-running')
}

function resume({ runId }: Of<'ResumeBillRun'>, state: BillRunState, { now }: Context): Decision {
  if (!state.started) return rejected('not-found')
  if (state.isRunning) return []
  return state.isPaused ? [{ type: 'billing.BillRunResumed', data: { runId, at: now } }] : rejected('bill-run-not-paused')
}
