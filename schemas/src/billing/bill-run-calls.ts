import { z } from 'zod'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { Count } from '../shared/quantity.ts'
import { historyCallOf } from '../shared/recorded-calls.ts'
import { text } from '../shared/text.ts'
import { LocalDate } from '../shared/values.ts'
import { type BillRun, BillRunStatus, billRuns, PauseCause, type RunCommand } from './bill-run.ts'

export const listBillRunHistory = historyCallOf(billRuns, '/api/v1/bill-runs')

/** The bills of a run are due on one day. */
const posted = { total: Count, dueOn: LocalDate }

/** Commands on bill runs. */
export const billRunCommands = commandsOn<BillRun>()(
  {
    entity: 'BillRun',
    id: 'billRunNo',
    path: billRuns.path,
    permission: 'billing:billRun:pause',
    key: { runId: z.uuid() },
  },
  {
    post: {
      summary: 'Issue the bills of a run that was previewed',
      permission: 'billing:billRun:post',
      given: posted,
      event: 'billing.BillRunPosted',
      /** The bills are issued in the name of the person who posts the run. */
      recorded: { ...posted, postedBy: text(256) },
      icon: 'money',
      isOffered: ({ status }) => status === BillRunStatus.enum.previewed,
    },
    pause: {
      summary: 'Pause a run; the bills that it has issued stay',
      given: { cause: PauseCause },
      event: 'billing.BillRunPaused',
      recorded: { cause: PauseCause },
      becomes: { status: BillRunStatus.enum.paused },
      icon: 'cancel',
      isOffered: ({ status }) => status === BillRunStatus.enum.previewRunning || status === BillRunStatus.enum.posting,
    },
    resume: {
      summary: 'Let a paused run go on where it stopped',
      event: 'billing.BillRunResumed',
      step: 'resumed',
      icon: 'start',
      isOffered: ({ status }) => status === BillRunStatus.enum.paused,
    },
  },
)
export const { postBillRun, pauseBillRun, resumeBillRun } = billRunCommands.calls
export type BillRunCommand = RunCommand | GivenTo<typeof billRunCommands>
