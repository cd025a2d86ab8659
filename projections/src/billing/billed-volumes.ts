import { BillMonth } from '@nightflow/schemas/billing/bill'
import { AccountNo, MeterNumber } from '@nightflow/schemas/shared/values'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'

const row = z.object({
  meterNo: MeterNumber,
  month: BillMonth,
  billId: z.uuid(),
  accountNo: AccountNo,
  litres: z.int(),
})

/** Volumes of each issued bill by meter and month: sales of a partition are those of its meters. */
export const billedVolumes = defineEntity({
  name: 'billing/billed-volumes',
  version: 1,
  table: 'billed_volumes',
  key: ['meterNo', 'month', 'accountNo', 'billId'],
  row,
  keysOf: ({ data }) => {
    const { accountNo, billId, volumes } = data as {
      accountNo: string
      billId: string
      volumes: readonly { meterNo: string; month: string }[]
    }
    const keys = volumes.map(({ meterNo, month }) => ({ meterNo, month, accountNo, billId }))
    return [...new Map(keys.map((key) => [`${key.meterNo} ${key.month}`, key])).values()]
  },
  evolve: {
    'billing.BillIssued': (seen, { data: { volumes } }, key) => {
      if (seen) return seen
      const own = volumes.filter(({ meterNo, month }) => meterNo === key.meterNo && month === key.month)
      return { ...(key as z.infer<typeof row>), litres: own.reduce((sum, { litres }) => sum + litres, 0) }
    },
  },
})
