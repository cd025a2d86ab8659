import { LeftoverStatus, paymentReconciliations as resource } from '@nightflow/schemas/payments/payment-leftover'
import type { HistoryPage } from '@nightflow/schemas/shared/history'
import type { PoolClient } from 'pg'
import { defineEntity } from '../projector/entity.ts'
import { personOf, readHistory } from '../projector/entity-history.ts'

const statuses = LeftoverStatus.enum

/** Money that one side of a reconciliation has and the other has not. */
export const paymentLeftovers = defineEntity({
  name: 'payments/payment-leftovers',
  version: 1,
  table: 'payment_leftovers',
  key: ['leftoverId'],
  row: resource.row.omit({ ageDays: true }),
  indexes: { id: '(tenant, leftover_no)', open: `(tenant, leftover_no) where status = '${statuses.open}'` },
  evolve: {
    'payments.LeftoverFound': (seen, { data: { associationId: _, orderId: __, at, ...found }, position }) =>
      seen ?? { ...found, leftoverNo: position, status: statuses.open, owner: null, note: null, createTime: at },
    'payments.LeftoverTaken': (seen, { data: { owner } }) => seen && { ...seen, owner: personOf(owner) },
    'payments.LeftoverCredited': (seen, { data: { reason } }) => seen && { ...seen, status: statuses.credited, note: reason },
    'payments.LeftoverExplained': (seen, { data: { reason } }) => seen && { ...seen, status: statuses.explained, note: reason },
    'payments.LeftoverMatched': (seen) => seen && { ...seen, status: statuses.matched },
    'payments.LeftoverReopened': (seen, { data: { detail } }) => seen && { ...seen, status: statuses.open, note: detail },
  },
  history: {
    sentences: 'payments:paymentReconciliation',
    steps: {
      'payments.LeftoverFound': { step: 'found', tell: ({ data: { amountMinor } }) => ({ facts: { amountMinor } }) },
      'payments.LeftoverTaken': { step: 'taken', tell: () => ({}) },
      'payments.LeftoverCredited': {
        step: 'credited',
        tell: ({ data: { amountMinor, payerAccountNo, reason } }) => ({ facts: { amountMinor, accountNo: payerAccountNo }, note: reason }),
      },
      'payments.LeftoverExplained': { step: 'explained', tell: ({ data: { reason } }) => ({ note: reason }) },
      'payments.LeftoverMatched': { step: 'matched', tell: () => ({}) },
      'payments.LeftoverReopened': { step: 'reopened', tell: ({ data: { detail } }) => ({ note: detail || null }) },
    },
  },
})

/** The leftover with this number. */
export const findLeftover = async (database: PoolClient, leftoverNo: number): Promise<{ leftoverId: string } | undefined> => {
  const { rows } = await database.query<{ leftoverId: string }>(
    'select leftover_id as "leftoverId" from views.payment_leftovers where leftover_no = $1',
    [leftoverNo],
  )
  return rows[0]
}

/** The history of one leftover, newest first; undefined where there is none. */
export const leftoverHistory = async (database: PoolClient, leftoverNo: number, page: HistoryPage) => {
  const found = await findLeftover(database, leftoverNo)
  return found && readHistory(database, paymentLeftovers.entity, found, page)
}
