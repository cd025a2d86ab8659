import { LeftoverSide, type LeftoverSource } from '@nightflow/schemas/payments/payment-leftover'
import { KnownBy } from '@nightflow/schemas/payments/payment-order'
import { nameOfLeftover } from './leftover-id.ts'
import type { ReportedLine, reconcileDay } from './reconcile-day.ts'

type Order = { orderId: string; orderNumber: string; platformReference: string; receivedMinor: number }
type Report = {
  associationId: number
  platformName: string
  currency: string
  day: string
  source: LeftoverSource
  /** The identifier that follows from a name (`leftoverNamespace`). */
  idOf: (name: string) => string
}

/**
 * The commands that follow from the comparison of a report. Money that the report alone knows is taken by the same four checks as a callback; the rest of either side waits for a
 * person. The same report again comes to the same commands, which have no further effect.
 */
export const commandsOfReport = (
  { settle, theirs, ours }: Pick<ReturnType<typeof reconcileDay<Order>>, 'settle' | 'theirs' | 'ours'>,
  { idOf, ...report }: Report,
) => {
  const leftoverOf = (
    side: LeftoverSide,
    reference: string,
    money: Pick<ReportedLine, 'currency' | 'amountMinor'>,
    orderId: string | null,
  ) => ({
    ...{ type: 'FindLeftover' as const, leftoverId: idOf(nameOfLeftover(report.associationId, side, reference)), payerReference: '' },
    ...report,
    ...{ side, reference, orderId, currency: money.currency, amountMinor: money.amountMinor },
  })
  return {
    take: settle.map(({ line: { platformReference, reference, currency, amountMinor }, order }) => ({
      ...{ type: 'TakeMoney' as const, orderId: order.orderId, knownBy: KnownBy.enum.statement },
      ...{ platformReference, platformEventId: platformReference, reference, currency, amountMinor },
    })),
    find: [
      ...theirs.map((line) => leftoverOf(LeftoverSide.enum.theirs, line.platformReference, line, null)),
      ...ours.map(({ order: { orderNumber, orderId }, amountMinor }) =>
        leftoverOf(LeftoverSide.enum.ours, orderNumber, { currency: report.currency, amountMinor }, orderId),
      ),
    ],
  }
}
