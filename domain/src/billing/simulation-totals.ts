import { changeEdges, largestMax, type SimulationResult } from '@nightflow/schemas/billing/price-simulation'

/** One account in a simulated month. Amounts are with VAT. */
export type SimulatedAccount = {
  accountNo: string
  customerTypeId: number | null
  caliberMillimetres: number | null
  litres: number
  isComplete: boolean
  beforeMinor: number
  afterMinor: number
}

type Sums = { accounts: number; litres: number; beforeMinor: number; afterMinor: number; payMore: number }
type Bar = SimulationResult['histogram'][number]
const nothing = (): Sums => ({ accounts: 0, litres: 0, beforeMinor: 0, afterMinor: 0, payMore: 0 })
const groupsMax = 500

/** The bars in order: those who pay less, those who pay the same, those who pay more. */
const bars = (): Bar[] => {
  const edges = changeEdges.filter((edge) => edge < 0)
  const more = changeEdges.filter((edge) => edge >= 0)
  const bar = (kind: Bar['kind'], from: number, to: number | null): Bar => ({ kind, from, to, accounts: 0, changeMinor: 0 })
  return [
    ...edges.map((from, index) => bar('less', from, edges[index + 1] ?? 0)),
    bar('same', 0, 0),
    ...more.map((from, index) => bar('more', from, more[index + 1] ?? null)),
  ]
}

/** Sums up a simulation account by account. */
export class SimulationTotals {
  readonly #lifelineLitres: number
  readonly #all = nothing()
  readonly #lifeline = nothing()
  readonly #byType = new Map<number | null, Sums>()
  readonly #byCaliber = new Map<number | null, Sums>()
  readonly #bars = bars()
  #largest: SimulatedAccount[] = []
  #payLess = 0
  #incomplete = 0
  readonly #leftOut = { notBilled: 0, withoutTariff: 0, withoutUse: 0 }

  constructor(lifelineLitres: number) {
    this.#lifelineLitres = lifelineLitres
  }

  leaveOut(reason: keyof SimulationResult['leftOut']): void {
    this.#leftOut[reason] += 1
  }

  add(account: SimulatedAccount): void {
    const { customerTypeId, caliberMillimetres, litres, isComplete, beforeMinor, afterMinor } = account
    for (const sums of [
      this.#all,
      groupOf(this.#byType, customerTypeId),
      groupOf(this.#byCaliber, caliberMillimetres),
      ...(litres < this.#lifelineLitres ? [this.#lifeline] : []),
    ])
      count(sums, account)
    if (afterMinor < beforeMinor) this.#payLess += 1
    if (!isComplete) this.#incomplete += 1
    const bar = this.#barOf(beforeMinor, afterMinor)
    bar.accounts += 1
    bar.changeMinor += afterMinor - beforeMinor
    this.#rank(account)
  }

  result(): SimulationResult {
    return {
      ...this.#all,
      payLess: this.#payLess,
      incomplete: this.#incomplete,
      leftOut: this.#leftOut,
      histogram: this.#bars,
      byCustomerType: groupsIn(this.#byType).map(([customerTypeId, sums]) => ({ customerTypeId, ...sums })),
      byCaliber: groupsIn(this.#byCaliber).map(([caliberMillimetres, sums]) => ({ caliberMillimetres, ...sums })),
      lifeline: this.#lifeline,
      largest: this.#largest.map(({ accountNo, litres, beforeMinor, afterMinor }) => ({ accountNo, litres, beforeMinor, afterMinor })),
    }
  }

  #barOf(before: number, after: number): Bar {
    if (after === before) return this.#bars.find(({ kind }) => kind === 'same')!
    if (after > before) return this.#bars.findLast(({ kind, from }) => kind === 'more' && (after - before) * 100 > before * from)!
    return this.#bars.findLast(({ kind, from }) => kind === 'less' && (after - before) * 100 >= before * from)!
  }

  /** A list of twenty is sorted anew for each that belongs into it. */
  #rank(account: SimulatedAccount): void {
    const changeOf = ({ beforeMinor, afterMinor }: SimulatedAccount): number => afterMinor - beforeMinor
    const least = this.#largest.at(-1)
    if (changeOf(account) <= 0 || (this.#largest.length === largestMax && least && changeOf(account) <= changeOf(least))) return
    this.#largest = [...this.#largest, account].sort((one, other) => changeOf(other) - changeOf(one)).slice(0, largestMax)
  }
}

const count = (sums: Sums, { litres, beforeMinor, afterMinor }: SimulatedAccount): void => {
  sums.accounts += 1
  sums.litres += litres
  sums.beforeMinor += beforeMinor
  sums.afterMinor += afterMinor
  if (afterMinor > beforeMinor) sums.payMore += 1
}

const groupOf = (groups: Map<number | null, Sums>, key: number | null): Sums => {
  const sums = groups.get(key) ?? nothing()
  groups.set(key, sums)
  return sums
}

const groupsIn = (groups: Map<number | null, Sums>): [number | null, Sums][] =>
  [...groups].sort(([, one], [, other]) => other.accounts - one.accounts).slice(0, groupsMax)
