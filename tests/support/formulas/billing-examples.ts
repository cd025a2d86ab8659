import { affordableLitres } from '@nightflow/domain/billing/affordable-litres'
import { allocateByDueDay, inEqualParts, monthlyDays } from '@nightflow/domain/billing/bill-due'
import { vatOf } from '@nightflow/domain/billing/charge-amounts'
import { type ComparedBill, compareBills, factsOfBill } from '@nightflow/domain/billing/compare-bills'
import { compareUse } from '@nightflow/domain/billing/compare-use'
import { cutUsage } from '@nightflow/domain/billing/cut-usage'
import { type Charged, type Deduction, deductFrom, type Instalment } from '@nightflow/domain/billing/deduction'
import { roundedShare } from '@nightflow/domain/billing/exact'
import { feeOf, periodsToCharge } from '@nightflow/domain/billing/late-fees'
import { billOfReference, referenceOf } from '@nightflow/domain/billing/payment-slip'
import { postingsOf } from '@nightflow/domain/billing/postings'
import { type RatePlan, rateUsage, type Usage } from '@nightflow/domain/billing/rate-usage'
import { dividedByRate } from '@nightflow/domain/billing/vat-parts'
import { calendarOf, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { ChargingItem } from '@nightflow/schemas/billing/charging-item'
import type { LateFeeRule } from '@nightflow/schemas/billing/collection-settings'
import { defaultDeductionOrder } from '@nightflow/schemas/billing/deduction'
import type { Tariff, TariffPrice } from '@nightflow/schemas/billing/tariff'
import { type Example, type Given, litresPerCubicMetre, sumOf } from './example.ts'

const calendar = calendarOf('Asia/Jakarta')
const at = (date: string): number => calendar.startOf(dayOfDate(date))
/** Amounts of the page are in the currency, a percentage is a share of one; the product counts hundredths. */
const minor = (amount: number): number => Math.round(amount * 100)
const amountOf = (amountMinor: number): number => amountMinor / 100
const basisPoints = (share: number): number => Math.round(share * 10_000)

/** The steps of the page: where each ends, and its price of a cubic metre. The last one has no end. */
const stepsOf = (given: Given): TariffPrice['steps'] => {
  const ends = given.numbers('ends of the steps').map((end) => end * litresPerCubicMetre)
  return given.numbers('prices of the steps').map((price, step) => ({
    ...{ startLitres: step === 0 ? 0 : ends[step - 1]!, endLitres: ends[step] ?? null, unitPriceMinor: minor(price) },
  }))
}
const onePrice = (price: number): TariffPrice['steps'] => [{ startLitres: 0, endLitres: null, unitPriceMinor: minor(price) }]
const tariffOf = (price: Partial<TariffPrice>, tariff: Partial<Tariff> = {}): Tariff => ({
  ...{ accumulationMonths: 12, billingMonths: 1, firstMonth: '2026-01', vatBasisPoints: 0, chargingModel: '0' },
  prices: [{ caliberMillimetres: null, customerTypeId: null, season: null, steps: [], fixedMinor: 0, minimumMinor: 0, ...price }],
  ...tariff,
})
const planOf = (...tariffs: readonly (readonly [from: string, tariff: Tariff])[]): RatePlan => ({
  ...{ calendar, caliberMillimetres: 15, customerTypeId: 1, since: at('2026-01-01') },
  versions: tariffs.map(([from, tariff], place) => ({ version: place + 1, from: at(from), tariff })),
})
const usageOf = (from: string, to: string, cubicMetres: number): Usage => ({
  ...{ from: at(from), to: at(to), litres: cubicMetres * litresPerCubicMetre },
})
const charged = (kind: 'volume' | 'fixed' | 'minimum', charges: ReturnType<typeof rateUsage>): number[] =>
  charges.filter((charge) => charge.kind === kind).map((charge) => amountOf(charge.amountMinor))

const tariffExamples: Readonly<Record<string, Example>> = {
  'F-TARIFF-1': (given) => {
    const plan = planOf(['2026-01-01', tariffOf({ steps: stepsOf(given) })])
    const volumes = charged('volume', rateUsage(plan, [usageOf('2026-01-01', '2026-02-01', given.number('volume'))]))
    return { 'amounts of the steps': volumes, charge: sumOf(volumes) }
  },
  'F-TARIFF-2': (given) => {
    const usages = [
      usageOf('2026-01-01', '2026-02-01', given.number('volume of January')),
      usageOf('2026-02-01', '2026-03-01', given.number('volume of February')),
    ]
    const charge = (chargingModel: '0' | '1'): number => {
      const plan = planOf(['2026-01-01', tariffOf({ steps: stepsOf(given) }, { chargingModel })])
      return sumOf(charged('volume', rateUsage(plan, usages, at('2026-02-01'))))
    }
    return { 'charge of February, cumulative': charge('0'), 'charge of February, independent': charge('1') }
  },
  'F-TARIFF-3': (given) => {
    const plan = planOf(['2026-01-01', tariffOf({ steps: onePrice(1), fixedMinor: minor(given.number('fixed part of a month')) })])
    const charges = rateUsage(plan, [usageOf(given.text('from'), given.text('up to'), 0)])
    return { 'fixed part': charged('fixed', charges)[0]! }
  },
  'F-TARIFF-4': (given) => {
    const price = { steps: onePrice(given.number('price')), minimumMinor: minor(given.number('minimum of a month')) }
    const charges = rateUsage(planOf(['2026-01-01', tariffOf(price)]), [usageOf('2026-01-01', '2026-02-01', given.number('volume'))])
    return { 'charge of the volume': charged('volume', charges)[0]!, 'what is lacking to the minimum': charged('minimum', charges)[0]! }
  },
  'F-TARIFF-5': (given) => {
    const tariff = tariffOf({}, { vatBasisPoints: basisPoints(given.number('rate')) })
    return { VAT: amountOf(vatOf(minor(given.number('amount')), tariff)) }
  },
  'F-TARIFF-6': (given) => {
    const plan = planOf(['2026-01-01', tariffOf({ steps: onePrice(1) })], [given.text('new price from'), tariffOf({ steps: onePrice(2) })])
    const usage = usageOf(given.text('from'), given.text('up to'), given.number('volume'))
    const parts = cutUsage(plan, [usage])
    return { 'volumes of the parts': parts.map((part) => part.litres / litresPerCubicMetre), 'divided by': parts[0]!.dividedBy }
  },
  'F-TARIFF-7': (given) => {
    const plan = planOf(['2026-01-01', tariffOf({ steps: stepsOf(given) })])
    return { 'volume that is paid': affordableLitres(plan, minor(given.number('amount')), at('2026-01-01'), 0) }
  },
  'F-MONEY-1': (given) => ({
    share: roundedShare(given.number('value'), given.number('times'), given.number('by')),
  }),
}

const itemOf = (item: Partial<ChargingItem>): Charged => ({
  feeType: '0',
  item: {
    ...{ itemName: 'Fee', method: '1' as const, enabledDate: '2026-01-01', ratioBasisPoints: null },
    ...{ amountMinor: null, frequency: null, vatBasisPoints: 0, ...item },
  },
  since: '2026-01-01',
  sinceLitres: 0,
})
const deducted = (payment: number, charges: readonly Charged[], debts: readonly Instalment[] = [], day = '2026-03-31'): Deduction =>
  deductFrom({ paymentMinor: minor(payment), source: '1', day, cumulativeLitres: 0, deductionOrder: defaultDeductionOrder }, charges, debts)

const deductionExamples: Readonly<Record<string, Example>> = {
  'F-DEDUCT-1': (given) => {
    const item = itemOf({
      method: '0',
      ratioBasisPoints: basisPoints(given.number('percentage')),
      vatBasisPoints: basisPoints(given.number('VAT rate')),
    })
    const { deductedMinor, vatMinor, restMinor } = deducted(given.number('payment'), [item])
    return { deduction: amountOf(deductedMinor), 'VAT in it': amountOf(vatMinor), 'left for water': amountOf(restMinor) }
  },
  'F-DEDUCT-2': (given) => {
    const item = {
      ...itemOf({ method: '2', frequency: '0', amountMinor: minor(given.number('amount of a day')) }),
      since: given.text('settled up to'),
    }
    const { lines, deductedMinor } = deducted(given.number('payment'), [item], [], given.text('day of the payment'))
    return { due: amountOf(lines[0]!.dueMinor), 'days that are taken': lines[0]!.units, deduction: amountOf(deductedMinor) }
  },
  'F-DEDUCT-3': (given) => {
    const debtMinor = minor(given.number('debt'))
    const amounts: number[] = []
    let [residualMinor, deductions] = [debtMinor, given.number('deductions')]
    while (residualMinor > 0) {
      const debt = {
        debtId: 'debt',
        debtType: '0' as const,
        feeName: 'Debt',
        debtMinor,
        residualMinor,
        plan: { source: '1' as const, deductions },
      }
      const [line] = deducted(10_000, [], [debt]).lines
      amounts.push(amountOf(line!.amountMinor))
      residualMinor = line!.residualMinor!
      deductions = line!.remainingDeductions!
    }
    return { instalments: amounts }
  },
}

const billOf = (given: Given, which: string, billNo: number): ComparedBill => {
  const [days, litres, price] = given.numbers(`${which} bill: days, litres, price of a cubic metre`)
  const volumeMinor = Math.round((litres! * minor(price!)) / litresPerCubicMetre)
  const fixedMinor = minor(given.number(`${which} bill: fixed part`))
  return {
    ...{ billNo, periodFrom: '2026-01-01', periodTo: new Date(Date.UTC(2026, 0, 1 + days!)).toISOString().slice(0, 10), litres: litres! },
    lines: [
      { kind: 'volume', amountMinor: volumeMinor, vatMinor: 0 },
      { kind: 'fixed', amountMinor: fixedMinor, vatMinor: 0 },
    ],
    ...{ volumes: [], totalMinor: volumeMinor + fixedMinor, lateFeesMinor: 0, surchargesMinor: 0, charges: [] },
  }
}
const lateFeeRule = (given: Given): LateFeeRule => ({
  ...{ kind: 'percentage', basisPoints: basisPoints(given.number('late fee of a month')), amountMinor: 0, since: '2020-01-01' },
  graceDays: given.number('days of grace'),
  maximumMinor: minor(given.number('maximum of a bill')),
})

const billExamples: Readonly<Record<string, Example>> = {
  'F-BILL-1': (given) => {
    const open = given.numbers('open').map(minor)
    const days = given.text('due on').split(' ')
    const owed = open.map((openMinor, place) => ({ billId: String(place), due: { dueOn: days[place]!, openMinor, plan: null } }))
    const { allocations, restMinor } = allocateByDueDay(owed, minor(given.number('payment')))
    const paid = open.map((_, place) => allocations.find(({ billId }) => billId === String(place))?.amountMinor ?? 0)
    return { 'paid of each bill': paid.map(amountOf), rest: amountOf(restMinor) }
  },
  'F-BILL-2': (given) => {
    const rule = lateFeeRule(given)
    const baseMinor = minor(given.number('overdue'))
    const due = { dueOn: given.text('due on'), openMinor: baseMinor, plan: null }
    const periods = periodsToCharge({ due, lateFeesMinor: 0, charged: null }, rule, given.text('today'))
    let feesMinor = 0
    const fees = periods.map(() => {
      const feeMinor = feeOf(rule, baseMinor, feesMinor)
      feesMinor += feeMinor
      return amountOf(feeMinor)
    })
    return { 'fees of the months': fees, 'late fees': amountOf(feesMinor) }
  },
  'F-BILL-3': (given) => {
    const count = given.number('instalments')
    return {
      amounts: inEqualParts(minor(given.number('open')), count).map(amountOf),
      days: monthlyDays(given.text('first day'), count).join(' '),
    }
  },
  'F-BILL-4': (given) => {
    const [nets, rates] = [given.numbers('net amounts of the bill').map(minor), given.numbers('rates').map(basisPoints)]
    const parts = nets.map((netMinor, place) => ({
      ...{ vatBasisPoints: rates[place]!, netMinor, vatMinor: roundedShare(netMinor, rates[place]!, 10_000) },
    }))
    const divided = dividedByRate(parts, {
      netMinor: minor(given.number('net credit')),
      vatMinor: minor(given.number('VAT of the credit')),
    })
    return {
      'net amounts of the credit': divided.map(({ netMinor }) => amountOf(netMinor)),
      'VAT by rate': divided.map(({ vatMinor }) => amountOf(vatMinor)),
    }
  },
  'F-BILL-5': (given) => {
    const { differenceMinor, effects } = compareBills(factsOfBill(billOf(given, 'this', 2)), factsOfBill(billOf(given, 'earlier', 1)))
    return {
      difference: amountOf(differenceMinor),
      'by days': amountOf(effects.daysMinor),
      'by use': amountOf(effects.useMinor),
      'by price': amountOf(effects.priceMinor),
      'by standing charges': amountOf(effects.standingMinor),
    }
  },
  'F-BILL-6': (given) => {
    const reference = referenceOf(given.number('number of the bill'))
    return { reference, 'bill of the reference': billOfReference(reference) ?? null }
  },
  'F-BILL-7': (given) => {
    const use = given
      .numbers('use of November to February')
      .map((litres, place) => ({ month: ['2025-11', '2025-12', '2026-01', '2026-02'][place]!, litres, isWhole: true }))
    const { beforeLitres, lastYearLitres } = compareUse(use, { first: '2026-01', last: '2026-02' })
    return { 'use of the two months before': beforeLitres, 'use a year before': lastYearLitres }
  },
  'F-LEDGER-1': (given) => {
    const [water, fixed, vat] = [given.number('charge of the volume'), given.number('fixed part'), given.number('VAT')].map(minor)
    const postings = postingsOf({ receivables: water! + fixed! + vat!, waterRevenue: -water!, standingRevenue: -fixed!, vat: -vat! })
    return {
      'debit of receivables': amountOf(postings[0]!.amountMinor),
      'sum of the postings': amountOf(sumOf(postings.map(({ amountMinor }) => amountMinor))),
    }
  },
}

export const billingExamples: Readonly<Record<string, Example>> = { ...tariffExamples, ...deductionExamples, ...billExamples }
