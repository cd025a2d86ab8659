import { randomUUID } from 'node:crypto'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { accountCollectionDecider } from '@nightflow/domain/billing/account-collection-decider'
import { periodsToDeduct, useToDeduct } from '@nightflow/domain/billing/burn-down'
import { consumptionDecider } from '@nightflow/domain/billing/consumption-decider'
import { valveDecider } from '@nightflow/domain/devices/valve-decider'
import { calendarOf, dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import { BillType } from '@nightflow/schemas/billing/bill'
import { PaymentSource } from '@nightflow/schemas/billing/deduction'
import { PayMethod } from '@nightflow/schemas/billing/money'
import { dayMilliseconds, type Past } from './past.ts'
import { caliberMillimetres, type Household, householdsWith, schemeVersion, villageScheme } from './village.ts'

const litresOfDay = [260, 340]
/** Two days after a month its use is known. */
const knownAfterDays = 2
const closedDaysAgo = 6

/** The use of a month is taken from the balance, by the rating of bills. */
const takeUse = async (past: Past, household: Household, month: { from: string; to: string }, from: number): Promise<void> => {
  const { accountNo, meterNo } = household
  const knownDays = dayOfDate(month.to) - dayOfDate(month.from)
  const litres = knownDays * litresOfDay[householdsWith('balance').indexOf(household)]!
  const priceSchemes = [{ priceScheme: villageScheme, effectiveFrom: null, at: new Date(from).toISOString(), reason: null }]
  const use = useToDeduct(
    {
      ...{ period: month, timeZone: past.utility.timeZone, versionsOf: () => [schemeVersion(from)] },
      ...{ billType: BillType.enum.ordinary, dueOn: month.to, computedAtPosition: 0 },
    },
    {
      ...{ accountNo, isBilled: true, priceSchemes, knownDays, openReviews: 0, customerTypeId: null, caliberMillimetres },
      ...{ openedAt: from, freezes: [], transfers: [] },
      ...{ months: [{ meterNo, month: month.from.slice(0, 7), litres, statedLitres: 0, knownDays, statedDays: 0 }] },
    },
    priceSchemes,
  )
  if (typeof use === 'string') throw new Error(`the use of ${accountNo} is not deducted: ${use}`)
  await past.execute(consumptionDecider, { type: 'DeductConsumption', contractNo: 1, ...use }, 'policy:burn-down')
}

const recharge = async (past: Past, { accountNo }: Household, amountMinor: number): Promise<void> => {
  const payment = { accountNo, paymentId: randomUUID(), amountMinor, payMethod: PayMethod.enum.cash, reference: '', remark: '' }
  await past.execute(accountBillsDecider, { type: 'ReceivePayment', ...payment, source: PaymentSource.enum.recharge })
}

/**
 * Two households without tokens or cards: their balance pays their use. One is about to run out; the other stopped paying in spring, was warned, and its
 * valve was closed for arrears some days ago.
 */
export const payFromBalances = (past: Past, from: number, months: readonly number[]): void => {
  const [thrifty, owing] = householdsWith('balance') as [Household, Household]
  const calendar = calendarOf(past.utility.timeZone)
  const dateAt = (at: number): string => dateOfDay(calendar.dayOf(at))
  for (const household of [thrifty, owing])
    for (const month of periodsToDeduct(dateAt(months[0]!), dateAt(months.at(-1)!), []))
      past.on(Date.parse(month.to) + knownAfterDays * dayMilliseconds, () => takeUse(past, household, month, from))
  for (const [nth, startsAt] of months.entries()) {
    if (nth % 2 === 0) past.on(startsAt + 8.4 * dayMilliseconds, () => recharge(past, thrifty, 5_900))
    if (nth < 8) past.on(startsAt + 5.45 * dayMilliseconds, () => recharge(past, owing, 3_500))
  }
  past.on(past.daysAgo(closedDaysAgo, 10), () => closeForArrears(past, owing))
}

const closeForArrears = async (past: Past, { accountNo, meterNo: number }: Household): Promise<void> => {
  const judged = { type: 'JudgeArrears', accountNo, thresholdMinor: 3_000, countsBalance: true } as const
  await past.execute(accountCollectionDecider, judged, 'policy:arrears')
  const operationId = randomUUID()
  const reason = { type: 'AddClosingReason', number, operationId, closingReason: 'arrears' } as const
  await past.execute(valveDecider, reason, 'policy:arrears')
  past.wait(1)
  await past.execute(valveDecider, { type: 'MarkValveOperationSent', number, operationId }, 'policy:arrears')
  past.wait(1)
  await past.execute(valveDecider, { type: 'ConfirmValveOperation', number, operationId }, 'policy:arrears')
}
