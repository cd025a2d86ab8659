import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { RowId } from '../shared/lists.ts'
import type { NamedCommand } from '../shared/named-command.ts'
import { historyCallOf } from '../shared/recorded-calls.ts'
import { type BillRun, BillRunStatus, billRuns } from './bill-run.ts'

export const listBillRunHistory = historyCallOf(billRuns, '/api/v1/bill-runs')

const acting = <const Verb extends 'post' | 'pause' | 'resume'>(verb: Verb, summary: string) =>
  endpoint({
    method: 'PUT',
    path: `/prod-api/business/billRun/${verb}/:billRunNo`,
    permission: verb === 'post' ? 'billing:billRun:post' : 'billing:billRun:pause',
    summary,
    request: z.object({ billRunNo: RowId }),
    response: z.object({}),
  })

export const postBillRun = acting('post', 'Issue the bills of a run that was previewed')
export const pauseBillRun = acting('pause', 'Pause a run; the bills that it has issued stay')
export const resumeBillRun = acting('resume', 'Let a paused run go on where it stopped')

export const billRunCommands: readonly NamedCommand<BillRun>[] = [
  { name: 'post', endpoint: postBillRun, icon: 'money', isOffered: ({ status }) => status === BillRunStatus.enum.previewed },
  {
    name: 'pause',
    endpoint: pauseBillRun,
    icon: 'cancel',
    isOffered: ({ status }) => status === BillRunStatus.enum.previewRunning || status === BillRunStatus.enum.posting,
  },
  { name: 'resume', endpoint: resumeBillRun, icon: 'start', isOffered: ({ status }) => status === BillRunStatus.enum.paused },
]
