/** A line of a platform's report: money that it says was paid. */
export type ReportedLine = { platformReference: string; reference: string | null; currency: string; amountMinor: number }
type OrderOfReport = { orderId: string; orderNumber: string; platformReference: string; receivedMinor: number }

type Reconciled<Order extends OrderOfReport> = {
  matched: number
  /** Lines of orders that are not known as paid: the report says so. */
  settle: { line: ReportedLine; order: Order }[]
  /** Lines without an order or in another currency, and what of a line is more than its order received. */
  theirs: ReportedLine[]
  /** Paid orders without a line, and what an order received beyond its lines. */
  ours: { order: Order; amountMinor: number }[]
}

/**
 * Compares the report of a day with the orders that its references name (`known`) and with those that were paid on it (`paidOfDay`). A line is found by
 * our number, or else by the platform's reference. The lines of an order add up to what it received; each cent that one side has alone is left over, so
 * that an order that is paid twice in a report matches once. An order whose money came on two days has a rest on the first of them.
 */
export const reconcileDay = <Order extends OrderOfReport>(
  lines: readonly ReportedLine[],
  known: readonly Order[],
  { paidOfDay, currency }: { paidOfDay: readonly Order[]; currency: string },
): Reconciled<Order> => {
  const byNumber = new Map(known.map((order) => [order.orderNumber, order]))
  const byReference = new Map(
    known.filter(({ platformReference }) => platformReference !== '').map((order) => [order.platformReference, order]),
  )
  const result: Reconciled<Order> = { matched: 0, settle: [], theirs: [], ours: [] }
  /** The part of each order that no line has explained. */
  const unexplained = new Map<string, number>()
  for (const line of lines) {
    const order = (line.reference !== null && byNumber.get(line.reference)) || byReference.get(line.platformReference)
    const rest = order && (unexplained.get(order.orderId) ?? order.receivedMinor)
    if (order === undefined || rest === undefined) result.theirs.push(line)
    // Its currency is one of the checks of money that is taken.
    else if (order.receivedMinor === 0 && !unexplained.has(order.orderId)) {
      unexplained.set(order.orderId, 0)
      result.settle.push({ line, order })
    } else if (line.currency.toUpperCase() !== currency.toUpperCase()) result.theirs.push(line)
    else {
      unexplained.set(order.orderId, Math.max(0, rest - line.amountMinor))
      if (line.amountMinor <= rest) result.matched += 1
      else result.theirs.push({ ...line, amountMinor: line.amountMinor - rest })
    }
  }
  result.ours = paidOfDay
    .map((order) => ({ order, amountMinor: unexplained.get(order.orderId) ?? order.receivedMinor }))
    .filter(({ amountMinor }) => amountMinor > 0)
  return result
}
