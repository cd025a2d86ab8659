import { litresOfMoney } from '@nightflow/domain/billing/litres-of-money'
import { firstDayOfUse, partStarts } from '@nightflow/domain/billing/rated-period'
import { localDay } from '@nightflow/domain/shared/assigned-schemes'
import { dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { PoolClient } from 'pg'
import { versionsOfAllSchemes } from '../billing/price-schemes.ts'
import { accountsToBill, chooseAccount } from './accounts-to-bill.ts'

type Asked = { accountNo: string; amountMinor: number; timeZone: string; now: number }

/** The water that an amount pays for an account today, in litres; null where it has no price, or is cancelled. */
export const litresOfAccount = async (database: PoolClient, { accountNo, amountMinor, timeZone, now }: Asked): Promise<number | null> => {
  const chosen = await chooseAccount(database, accountNo)
  if (!chosen || amountMinor <= 0) return null
  const versions = await versionsOfAllSchemes(database)
  const from = localDay(now, timeZone)
  const rated = { timeZone, period: { from, to: dateOfDay(dayOfDate(from) + 1) }, versionsOf: (name: string) => versions.get(name) }
  const { priceSchemes } = chosen
  const days = { accountNo, ...rated.period, firstDay: firstDayOfUse(rated, priceSchemes), partStarts: partStarts(rated, priceSchemes) }
  const [account] = await accountsToBill(database, [days], timeZone)
  return account ? litresOfMoney(rated, account, amountMinor) : null
}
