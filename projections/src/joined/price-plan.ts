import type { RatePlan } from '@nightflow/domain/billing/rate-usage'
import { priceAt } from '@nightflow/domain/billing/rate-usage'
import { spansOf, startOfDate } from '@nightflow/domain/billing/rated-period'
import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import type { AssignedScheme } from '@nightflow/schemas/shared/assigned-scheme'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { versionsOfAllSchemes } from '../billing/price-schemes.ts'

type Priced = { customerTypeId: number | null; caliberMillimetres: number | null; priceSchemes: AssignedScheme[] }

/** The price that an account has at an instant, as a sale of water needs it; or why it has none. */
export const pricePlanOf = async (
  database: PoolClient,
  { accountNo, timeZone, at }: { accountNo: string; timeZone: string; at: number },
): Promise<RatePlan | Rejection> => {
  const { rows } = await database.query<Priced>(
    `select customer_type_id::float8 as "customerTypeId", price_schemes as "priceSchemes",
       (select caliber_millimetres::float8 from views.meters where number = meter_no) as "caliberMillimetres"
     from views.accounts where account_no = $1 and status <> '${AccountStatus.enum.cancelled}'`,
    [accountNo],
  )
  const [account] = rows
  if (!account) return rejected('account-not-found', { accountNo })
  const { priceSchemes, ...facts } = account
  const calendar = calendarOf(timeZone)
  const today = calendar.dayOf(at)
  const versions = await versionsOfAllSchemes(database)
  const period = { from: dateOfDay(today), to: dateOfDay(today + 1) }
  const spans = spansOf({ period, timeZone, versionsOf: (name) => versions.get(name) }, priceSchemes)
  const plan: RatePlan = {
    ...{ calendar, ...facts, since: Number.NEGATIVE_INFINITY },
    versions: spans.map(({ from, version: { tariff } }, version) => ({ version, from: startOfDate(from, calendar), tariff })),
  }
  const [span] = plan.versions
  return span && priceAt(plan, span.tariff, at) ? plan : rejected('sts-no-price', { accountNo })
}
