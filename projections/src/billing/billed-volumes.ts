import { nameBasedId } from '@nightflow/event-log/name-based-id'
import { BillMonth } from '@nightflow/schemas/billing/bill'
import { AccountNo, MeterNumber } from '@nightflow/schemas/shared/values'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'

const burnedNamespace = '4e0fd5c1b3704c06a2cf1c3f9be7a612'
const idOfBurned = (accountNo: string, periodFrom: string): string => nameBasedId(burnedNamespace, `${accountNo}/${periodFrom}`)

const row = z.object({
  meterNo: MeterNumber,
  month: BillMonth,
  billId: z.uuid(),
  accountNo: AccountNo,
  litres: z.int(),
})

/** Volumes of each issued bill, and of the use of prepaid accounts, by meter and month: sales of a partition are those of its meters. */
export const billedVolumes = defineEntity({
  name: 'billing/billed-volumes',
  version: 1,
  table: 'billed_volumes',
  key: ['meterNo', 'month', 'accountNo', 'billId'],
  row,
  keysOf: ({ data }) => {
    const {
      accountNo,
      periodFrom,
      volumes,
      billId = idOfBurned(accountNo, periodFrom),
    } = data as {
      accountNo: string
      periodFrom: string
      /** The use of a prepaid account has no bill. */
      billId?: string
      volumes: readonly { meterNo: string; month: string }[]
    }
    const keys = volumes.map(({ meterNo, month }) => ({ meterNo, month, accountNo, billId }))
    return [...new Map(keys.map((key) => [`${key.meterNo} ${key.month}`, key])).values()]
  },
  evolve: {
    'billing.ConsumptionDeducted': (_, { data: { volumes } }, key) => {
      const own = volumes.find(({ meterNo, month }) => meterNo === key.meterNo && month === key.month)
      return { ...(key as z.infer<typeof row>), litres: own?.litres ?? 0 }
    },
    'billing.BillIssued': (seen, { data: { volumes } }, key) => {
      if (seen) return seen
      const own = volumes.filter(({ meterNo, month }) => meterNo === key.meterNo && month === key.month)
      return { ...(key as z.infer<typeof row>), litres: own.reduce((sum, { litres }) => sum + litres, 0) }
    },
  },
})
