/** A line of a platform's report: money that it says was paid. */
export type ReportedLine = { platformReference: string; reference: string | null; currency: string; amountMinor: number }
type OrderOfReport = { orderId: string; orderNumber: string; platformReference: string; receivedMinor: number }

type Reconciled<Order extends OrderOfReport> = {
  matched: number
  /** Lines of orders that are not known as paid: the report says so. */
  settle: { line: ReportedLine; order: Order }[]
  /** Lines without an order, and what of a line is more than its order received. */
  theirs: ReportedLine[]
  /** Paid orders without a line. */
  ours: Order[]
}

/**
 * Compares the report of a day with the orders that its references name (`known`) and with those that were paid on it (`paidOfDay`). A line is found by
 * our number, or else by the platform's reference. An order that is paid twice in a report matches once; the second line is theirs.
 */
export const reconcileDay = <Order extends OrderOfReport>(
  lines: readonly ReportedLine[],
  known: readonly Order[],
  paidOfDay: readonly Order[],
): Reconciled<Order> => {
  const byNumber = new Map(known.map((order) => [order.orderNumber, order]))
  const byReference = new Map(
    known.filter(({ platformReference }) => platformReference !== '').map((order) => [order.platformReference, order]),
  )
  const result: Reconciled<Order> = { matched: 0, settle: [], theirs: [], ours: [] }
  const seen = new Set<string>()
  for (const line of lines) {
    const order = (line.reference !== null && byNumber.get(line.reference)) || byReference.get(line.platformReference)
    if (!order || seen.has(order.orderId)) result.theirs.push(line)
    else {
      seen.add(order.orderId)
      if (order.receivedMinor > 0) result.matched += 1
      else result.settle.push({ line, order })
    }
  }
  result.ours = paidOfDay.filter(({ orderId }) => !seen.has(orderId))
  return result
}
