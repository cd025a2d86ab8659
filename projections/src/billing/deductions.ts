import { DeductionStatus, deductions as resource } from '@nightflow/schemas/billing/deduction'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'
import { rowNumbers } from './row-numbers.ts'

/** The payments from which something was deducted, each with the order that held. */
export const deductions = defineEntity({
  name: 'billing/deductions',
  version: 2,
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
          status: DeductionStatus.enum.made,
          ...{ deductionOrder, lines, createBy: personOf(metadata.actor), createTime: at, updateBy: null, updateTime: null },
        }
      )
    },
    'billing.DeductionReversed': (seen, { data: { at }, metadata }) =>
      seen && { ...seen, status: DeductionStatus.enum.reversed, updateBy: personOf(metadata.actor), updateTime: at },
  },
})

export const deductionNumbers = rowNumbers({
  table: 'deductions',
  number: 'deduction_no',
  identifier: 'deductionId',
  column: 'deduction_id',
})
