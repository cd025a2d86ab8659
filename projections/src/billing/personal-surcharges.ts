import { typedOf } from '@nightflow/domain/billing/charging-item-rules'
import { type ChargingItem, FeeType } from '@nightflow/schemas/billing/charging-item'
import type { Settlement } from '@nightflow/schemas/billing/deduction'
import { personalSurcharges as resource } from '@nightflow/schemas/billing/personal-surcharge'
import type { HistoryPage } from '@nightflow/schemas/shared/history'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { readHistory } from '../projector/entity-history.ts'
import type { RowEvent } from '../projector/entity-shape.ts'
import { recordRows } from '../projector/record-rows.ts'
import { deducting, linesOf } from './debt-events.ts'

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

type Row = z.output<typeof rows.row>
type Settling = {
  settlements?: readonly Settlement[] | undefined
  returned?: { settlements: readonly Settlement[] } | undefined
  cumulativeLitres?: number
  at: string
}

/** Items that a deduction or a bill settled, or that its reversal or its credit restored. */
const settledBy = (data: object): readonly Settlement[] => {
  const { settlements, returned } = data as Settling
  return settlements ?? returned?.settlements ?? []
}
const settledIn = (data: Settling, itemName: string | undefined): Settlement | undefined =>
  settledBy(data).find((each) => each.feeType === FeeType.enum.personal && each.itemName === itemName)

const taken = (seen: Row | undefined, data: Settling, itemName: string | undefined): Row | undefined => {
  const settled = settledIn(data, itemName)
  if (!seen || !settled) return seen
  const { settledThrough: lastSettlementDate, lastDeductionMinor } = settled
  const { cumulativeLitres = seen.cumulativeLitres, at } = data
  return { ...seen, lastSettlementDate, cumulativeLitres, ...(lastDeductionMinor > 0 && { lastDeductionMinor, lastDeductionAt: at }) }
}

const givenBack = (seen: Row | undefined, data: Settling, itemName: string | undefined): Row | undefined => {
  const settled = settledIn(data, itemName)
  if (!seen || !settled) return seen
  const { settledThrough, lastDeductionMinor, lastDeductionAt = null } = settled
  const { cumulativeLitres = seen.cumulativeLitres } = data
  const last = lastDeductionAt === null ? null : lastDeductionMinor
  return { ...seen, lastSettlementDate: settledThrough, cumulativeLitres, lastDeductionMinor: last, lastDeductionAt }
}

const takenOf = (event: Pick<RowEvent, 'type' | 'data'>, { key: { itemName } }: { key: { itemName?: string } }) => {
  const line = linesOf(event).find(({ feeType, name }) => feeType === FeeType.enum.personal && name === itemName)
  return line && line.amountMinor > 0 ? { facts: { amountMinor: line.amountMinor } } : undefined
}

/** The charging items of single accounts, and what was last taken for them. */
export const personalSurcharges = defineEntity({
  name: 'billing/personal-surcharges',
  version: 3,
  table: 'personal_surcharges',
  key: ['accountNo', 'itemName'],
  row: rows.row,
  indexes: { id: '(tenant, personal_surcharge_id)' },
  keysOf: ({ type, data }) => {
    const { accountNo } = data as { accountNo: string }
    if (!(deducting as readonly string[]).includes(type)) return [{ accountNo, itemName: (data as { itemName: string }).itemName }]
    return settledBy(data)
      .filter(({ feeType }) => feeType === FeeType.enum.personal)
      .map(({ itemName }) => ({ accountNo, itemName }))
  },
  evolve: {
    'billing.PersonalSurchargeAdded': (seen, event) => rows.added(seen, asTyped(event)),
    'billing.PersonalSurchargeChanged': (seen, event) => rows.changed(seen, asTyped(event)),
    'billing.PersonalSurchargeRemoved': rows.removed,
    'billing.PaymentDeducted': (seen, event, { itemName }) => taken(seen, event.data, itemName),
    'billing.DeductionReversed': (seen, event, { itemName }) => givenBack(seen, event.data, itemName),
    'billing.BillIssued': (seen, event, { itemName }) => taken(seen, event.data, itemName),
    'billing.BillCredited': (seen, event, { itemName }) => givenBack(seen, event.data, itemName),
  },
  history: {
    sentences: 'billing:personalSurcharge',
    steps: {
      'billing.PersonalSurchargeAdded': { step: 'added' },
      'billing.PersonalSurchargeChanged': { step: 'changed', tell: rows.changes },
      'billing.PersonalSurchargeRemoved': { step: 'removed' },
      'billing.PaymentDeducted': { step: 'deducted', tell: takenOf },
      'billing.DeductionReversed': { step: 'undeducted', tell: takenOf },
      'billing.BillIssued': { step: 'billed', tell: takenOf },
      'billing.BillCredited': { step: 'unbilled', tell: takenOf },
    },
  },
})

/** The history of one personal surcharge, newest first. */
export const personalSurchargeHistory = (
  database: PoolClient,
  { accountNo, itemName }: { accountNo: string; itemName: string },
  page: HistoryPage,
) => readHistory(database, personalSurcharges.entity, { accountNo, itemName }, page)
