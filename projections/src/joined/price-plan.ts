import type { RatePlan } from '@nightflow/domain/billing/rate-usage'
import { priceAt } from '@nightflow/domain/billing/rate-usage'
import { spansOf, startOfDate } from '@nightflow/domain/billing/rated-period'
import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import type { AssignedScheme } from '@nightflow/schemas/shared/assigned-scheme'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { versionsOfAllSchemes } from '../billing/price-schemes.ts'

export type Priced = { customerTypeId: number | null; caliberMillimetres: number | null; priceSchemes: AssignedScheme[] }
type AskedPlan = { accountNo: string; timeZone: string; at: number }
type Versions = Awaited<ReturnType<typeof versionsOfAllSchemes>>

/** The price that an account has at an instant, as a sale of water needs it; or why it has none. */
export const pricePlanOf = async (database: PoolClient, asked: AskedPlan): Promise<RatePlan | Rejection> => {
  const { rows } = await database.query<PricedAccount>(
    `select status, customer_type_id::float8 as "customerTypeId", price_schemes as "priceSchemes",
       (select caliber_millimetres::float8 from views.meters where number = meter_no) as "caliberMillimetres"
     from views.accounts where account_no = $1`,
    [asked.accountNo],
  )
  return planOfPriced(rows[0], await versionsOfAllSchemes(database), asked)
}

type PricedAccount = Priced & { status: z.output<typeof AccountStatus> }

export const planOfPriced = (
  account: PricedAccount | undefined,
  versionsByName: Versions,
  { accountNo, timeZone, at }: AskedPlan,
): RatePlan | Rejection => {
  if (!account || account.status === AccountStatus.enum.cancelled) return rejected('account-not-found', { accountNo })
  const { priceSchemes, status: _, ...facts } = account
  const calendar = calendarOf(timeZone)
  const today = calendar.dayOf(at)
  const period = { from: dateOfDay(today), to: dateOfDay(today + 1) }
  const spans = spansOf({ period, timeZone, versionsOf: (name) => versionsByName.get(name) }, priceSchemes)
  const plan: RatePlan = {
    ...{ calendar, ...facts, since: Number.NEGATIVE_INFINITY },
    versions: spans.map(({ from, version: { tariff } }, version) => ({ version, from: startOfDate(from, calendar), tariff })),
  }
  const [span] = plan.versions
  return span && priceAt(plan, span.tariff, at) ? plan : rejected('sts-no-price', { accountNo })
}
