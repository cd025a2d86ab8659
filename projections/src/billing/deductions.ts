import { deductions as resource } from '@nightflow/schemas/billing/deduction'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'

/** The payments from which something was deducted, each with the order that held. */
export const deductions = defineEntity({
  name: 'billing/deductions',
  version: 1,
  table: 'deductions',
  key: ['accountNo', 'deductionId'],
  row: resource.row.extend({ deductionId: z.uuid() }),
  indexes: { id: '(tenant, deduction_no)' },
  evolve: {
    'billing.PaymentDeducted': (seen, { data, position, metadata }) => {
      const { deductionId, accountNo, source, paymentMinor, deductedMinor, vatMinor, restMinor, deductionOrder, lines, at } = data
      return (
        seen ?? {
          ...{ deductionId, deductionNo: position, accountNo, source, paymentMinor, deductedMinor, vatMinor, restMinor },
          ...{ deductionOrder, lines, createBy: personOf(metadata.actor), createTime: at, updateBy: null, updateTime: null },
        }
      )
    },
  },
})

/** The number of a deduction, by the identifier that the caller chose. */
export const findDeductionNo = async (database: PoolClient, accountNo: string, deductionId: string): Promise<number | undefined> => {
  const { rows } = await database.query<{ no: number }>(
    'select deduction_no::float8 as no from views.deductions where account_no = $1 and deduction_id = $2',
    [accountNo, deductionId],
  )
  return rows[0]?.no
}
