import { closedBooksDecider } from '@nightflow/domain/billing/closed-books'
import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { firstPostingAt, trialBalanceOf } from '@nightflow/projections/billing/ledger-balances'
import { viewsPosition, waitForViews } from '@nightflow/projections/projector/checkpoint'
import type { CloseMonth } from '@nightflow/schemas/billing/book-close'
import { previewClose } from '@nightflow/schemas/billing/book-close-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { commandsOf } from '../http/commands-of.ts'
import { refusalOf, timeZoneOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'
import { periodOfMonth } from './ledger-period.ts'

const calls = resourceCalls.bookCloses

/** The command that closes a month: its trial balance, from read models that hold every event up to the request. */
const closeOf = async (month: string, reason: string, context: RequestContext): Promise<CloseMonth | Rejection> => {
  const timeZone = await timeZoneOf(context)
  const span = periodOfMonth(month, timeZone)
  if (!(await waitForViews(context.servicePool, await context.log.head(), context.viewWaitMilliseconds))) return rejected('unavailable')
  return context.read(async (database) => {
    const computedAtPosition = await viewsPosition(database)
    const first = await firstPostingAt(database)
    return {
      ...{ type: 'CloseMonth', month, from: new Date(span.from).toISOString(), until: new Date(span.until).toISOString() },
      ...{ trialBalance: await trialBalanceOf(database, span), computedAtPosition, reason },
      firstMonth: first === null ? null : dateOfDay(calendarOf(timeZone).dayOf(first)).slice(0, 'YYYY-MM'.length),
    }
  })
}

const preview = async ({ month }: RequestOf<typeof previewClose>, context: RequestContext) => {
  const close = await closeOf(month, '-', context)
  if (isRejection(close)) return close
  const refused = await refusalOf(context, closedBooksDecider, close)
  return refused ?? { month, trialBalance: close.trialBalance }
}

const books = commandsOf(closedBooksDecider, (closed) => ({ closedThrough: closed?.month ?? null }))

export const bookCloseResourceRoutes: readonly Route[] = [
  books(calls.create, {
    prepare: ({ month, reason }, context) => closeOf(month, reason, context),
    command: (_, close) => close,
    answer: ({ position }) => ({ closeNo: position }),
  }),
]

export const bookCloseRoutes: readonly Route[] = [ask(previewClose, preview)]
