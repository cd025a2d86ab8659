import { type BillRunAccount, type BillRunFigures, BillRunOutcome, type BillRunResult } from '@nightflow/schemas/billing/bill-run'

export const noFigures: BillRunFigures = {
  ...{ accounts: 0, billed: 0, billedBefore: 0, held: 0 },
  ...{ litres: 0, amountMinor: 0, vatMinor: 0, totalMinor: 0, results: [] },
}

const { billed, billedBefore, held } = BillRunOutcome.enum

/** Billed, billed before, or held for whatever reason. */
export const outcomeOf = (result: BillRunResult): BillRunOutcome => (result === billed || result === billedBefore ? result : held)

/** The figures of a run with a page more. */
export const withAccounts = (figures: BillRunFigures, accounts: readonly BillRunAccount[]): BillRunFigures => {
  const sum = { ...figures }
  const results = new Map(figures.results.map((each) => [each.result, each.accounts]))
  for (const { result, litres, amountMinor, vatMinor, totalMinor } of accounts) {
    const outcome = outcomeOf(result)
    sum.accounts += 1
    sum.billed += Number(outcome === billed)
    sum.billedBefore += Number(outcome === billedBefore)
    sum.held += Number(outcome === held)
    sum.litres += litres
    sum.amountMinor += amountMinor
    sum.vatMinor += vatMinor
    sum.totalMinor += totalMinor
    results.set(result, (results.get(result) ?? 0) + 1)
  }
  const sorted = [...results].sort(([one], [other]) => (one < other ? -1 : 1))
  return { ...sum, results: sorted.map(([result, count]) => ({ result, accounts: count })) }
}
