import { typedOf } from '@nightflow/domain/billing/charging-item-rules'
import { type ChargingItem, FeeType } from '@nightflow/schemas/billing/charging-item'
import { personalSurcharges as resource } from '@nightflow/schemas/billing/personal-surcharge'
import type { HistoryPage } from '@nightflow/schemas/shared/history'
import type { PoolClient } from 'pg'
import { defineEntity } from '../projector/entity.ts'
import { readHistory } from '../projector/entity-history.ts'
import { recordRows } from '../projector/record-rows.ts'

const rows = recordRows(resource, {
  feeType: FeeType.enum.personal,
  lastSettlementDate: null,
  cumulativeLitres: 0,
  lastDeductionMinor: null,
  lastDeductionAt: null,
})

/** The row has an item as people typed it, the event in whole hundredths. */
const asTyped = <Event extends { data: ChargingItem & { accountNo: string; at: string } }>({ data, ...event }: Event) => {
  const { accountNo, at, ...item } = data
  return { ...event, data: { accountNo, at, ...typedOf(item) } }
}

/** The charging items of single accounts, and what was last taken for them. */
export const personalSurcharges = defineEntity({
  name: 'billing/personal-surcharges',
  version: 2,
  table: 'personal_surcharges',
  key: ['accountNo', 'itemName'],
  row: rows.row,
  indexes: { id: '(tenant, personal_surcharge_id)' },
  keysOf: ({ type, data }) => {
    const { accountNo } = data as { accountNo: string }
    if (type !== 'billing.PaymentDeducted' && type !== 'billing.DeductionReversed')
      return [{ accountNo, itemName: (data as { itemName: string }).itemName }]
    const { settlements } = data as { settlements: { feeType: string; itemName: string }[] }
    return settlements.filter(({ feeType }) => feeType === FeeType.enum.personal).map(({ itemName }) => ({ accountNo, itemName }))
  },
  evolve: {
    'billing.PersonalSurchargeAdded': (seen, event) => rows.added(seen, asTyped(event)),
    'billing.PersonalSurchargeChanged': (seen, event) => rows.changed(seen, asTyped(event)),
    'billing.PersonalSurchargeRemoved': rows.removed,
    'billing.PaymentDeducted': (seen, { data: { settlements, cumulativeLitres, at } }, { itemName }) => {
      const settled = settlements.find((each) => each.feeType === FeeType.enum.personal && each.itemName === itemName)
      if (!seen || !settled) return seen
      return {
        ...seen,
        lastSettlementDate: settled.settledThrough,
        cumulativeLitres,
        ...(settled.lastDeductionMinor > 0 && { lastDeductionMinor: settled.lastDeductionMinor, lastDeductionAt: at }),
      }
    },
    'billing.DeductionReversed': (seen, { data: { settlements, cumulativeLitres } }, { itemName }) => {
      const settled = settlements.find((each) => each.feeType === FeeType.enum.personal && each.itemName === itemName)
      if (!seen || !settled) return seen
      const { settledThrough, lastDeductionMinor, lastDeductionAt = null } = settled
      const last = lastDeductionAt === null ? null : lastDeductionMinor
      return { ...seen, lastSettlementDate: settledThrough, cumulativeLitres, lastDeductionMinor: last, lastDeductionAt }
    },
  },
  history: {
    sentences: 'billing:personalSurcharge',
    steps: {
      'billing.PersonalSurchargeAdded': { step: 'added' },
      'billing.PersonalSurchargeChanged': { step: 'changed', tell: rows.changes },
      'billing.PersonalSurchargeRemoved': { step: 'removed' },
      'billing.PaymentDeducted': {
        step: 'deducted',
        tell: ({ data: { lines } }, { key: { itemName } }) => {
          const line = lines.find(({ feeType, name }) => feeType === FeeType.enum.personal && name === itemName)
          return line && line.amountMinor > 0 ? { facts: { amountMinor: line.amountMinor } } : undefined
        },
      },
      'billing.DeductionReversed': {
        step: 'undeducted',
        tell: ({ data: { lines } }, { key: { itemName } }) => {
          const line = lines.find(({ feeType, name }) => feeType === FeeType.enum.personal && name === itemName)
          return line && { facts: { amountMinor: line.amountMinor } }
        },
      },
    },
  },
})

/** The history of one personal surcharge, newest first. */
export const personalSurchargeHistory = (
  database: PoolClient,
  { accountNo, itemName }: { accountNo: string; itemName: string },
  page: HistoryPage,
) => readHistory(database, personalSurcharges.entity, { accountNo, itemName }, page)
