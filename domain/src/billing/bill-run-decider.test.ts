import type { BillRunAccount } from '@nightflow/schemas/billing/bill-run'
import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { type BillRunEvent, billRunDecider } from './bill-run-decider.ts'

const given = specificationOf(billRunDecider)
const runId = '3f0f3ad8-5d6e-4b8c-9b0a-000000000001'
const at = '2026-03-02T08:00:00.000Z'
const months = { firstMonth: '2026-02', lastMonth: '2026-02' }
const everyone = { scope: '0' as const, partitionId: null, meterGroupId: null, accountNos: [], scopeTitle: '' }

const startRun = { type: 'StartBillRun', runId, ...months, ...everyone, total: 3 } as const
const started: BillRunEvent = { type: 'billing.BillRunStarted', data: { runId, ...months, ...everyone, total: 3, at } }
const account = (accountNo: string, result: BillRunAccount['result'], totalMinor = 0): BillRunAccount => ({
  ...{ accountNo, result, litres: totalMinor * 10, amountMinor: totalMinor, vatMinor: 0, totalMinor },
})
const first = [account('1', '0', 500), account('2', '3')]
const second = [account('3', '1')]

const pageOf = (phase: '0' | '1', page: number, accounts: BillRunAccount[]) => ({
  ...{ runId, ...months, phase, page, lastAccount: page * 10, accounts },
})
const advance = (phase: '0' | '1', page: number, accounts: BillRunAccount[], isLast: boolean) =>
  ({ type: 'AdvanceBillRun', ...pageOf(phase, page, accounts), isLast }) as const
const advanced = (phase: '0' | '1', page: number, accounts: BillRunAccount[]): BillRunEvent => ({
  type: 'billing.BillRunAdvanced',
  data: { ...pageOf(phase, page, accounts), at },
})
const figures = {
  ...{ accounts: 3, billed: 1, billedBefore: 1, held: 1, litres: 5000, amountMinor: 500, vatMinor: 0, totalMinor: 500 },
  results: (['0', '1', '3'] as const).map((result) => ({ result, accounts: 1 })),
}
const previewed: BillRunEvent = { type: 'billing.BillRunPreviewed', data: { runId, ...figures, at } }
const inPreview = [started, advanced('0', 1, first)]
const afterPreview = [...inPreview, advanced('0', 2, second), previewed]
const posting = { total: 3, dueOn: '2026-04-01' }
const posted: BillRunEvent = { type: 'billing.BillRunPosted', data: { runId, ...posting, postedBy: 'user:clerk', at } }
const paused = (cause: '0' | '1'): BillRunEvent => ({ type: 'billing.BillRunPaused', data: { runId, cause, at } })
const resumed: BillRunEvent = { type: 'billing.BillRunResumed', data: { runId, at } }

describe('a bill run', () => {
  test('starts once, and the same request again has no further effect', () => {
    given([]).when(startRun).then([started])
    given([started]).when(startRun).then([])
    given([started])
      .when({ ...startRun, lastMonth: '2026-03' })
      .refused('transaction-id-reused')
  })

  test('previews page by page, and the last page says the sums', () => {
    given([started])
      .when(advance('0', 1, first, false))
      .then([advanced('0', 1, first)])
    given(inPreview)
      .when(advance('0', 2, second, true))
      .then([advanced('0', 2, second), previewed])
  })

  test('takes each page once, in order, and of its phase', () => {
    given(inPreview)
      .when(advance('0', 1, first, false))
      .refused('changed-meanwhile')
    given(inPreview)
      .when(advance('0', 3, second, true))
      .refused('changed-meanwhile')
    given(inPreview)
      .when(advance('1', 2, second, true))
      .refused('changed-meanwhile')
    given(afterPreview)
      .when(advance('0', 3, second, true))
      .refused('bill-run-not-running')
    given([])
      .when(advance('0', 1, first, false))
      .refused('not-found')
  })

  test('is posted after its preview alone, in the name of who posts it, and counts anew', () => {
    given(inPreview)
      .when({ type: 'PostBillRun', runId, ...posting })
      .refused('bill-run-not-previewed')
    given(afterPreview)
      .when({ type: 'PostBillRun', runId, ...posting })
      .then([posted])
    given([...afterPreview, posted])
      .when({ type: 'PostBillRun', runId, ...posting })
      .then([])
    given([...afterPreview, posted, advanced('1', 1, first)])
      .when(advance('1', 2, second, true))
      .then([advanced('1', 2, second), { type: 'billing.BillRunFinished', data: { runId, ...figures, at } }])
  })

  test('takes no page while it is paused, and goes on behind the last one', () => {
    given(inPreview)
      .when({ type: 'PauseBillRun', runId, cause: '1' })
      .then([paused('1')])
    given([...inPreview, paused('0')])
      .when(advance('0', 2, second, true))
      .refused('bill-run-not-running')
    given([...inPreview, paused('0')])
      .when({ type: 'PostBillRun', runId, ...posting })
      .refused('bill-run-not-previewed')
    given([...inPreview, paused('0')])
      .when({ type: 'ResumeBillRun', runId })
      .then([resumed])
    given([...inPreview, paused('0'), resumed])
      .when(advance('0', 2, second, true))
      .then([advanced('0', 2, second), previewed])
    given(inPreview).when({ type: 'ResumeBillRun', runId }).then([])
    given(afterPreview).when({ type: 'PauseBillRun', runId, cause: '0' }).refused('bill-run-not-running')
    given(afterPreview).when({ type: 'ResumeBillRun', runId }).refused('bill-run-not-paused')
  })
})
