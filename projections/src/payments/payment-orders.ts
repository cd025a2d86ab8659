import {
  type ExceptionReason,
  OrderKnowledge,
  OrderStatus,
  ResolveAs,
  paymentOrders as resource,
} from '@nightflow/schemas/payments/payment-order'
import type { HistoryPage } from '@nightflow/schemas/shared/history'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { personOf, readHistory } from '../projector/entity-history.ts'

const statuses = OrderStatus.enum
const knowledge = OrderKnowledge.enum

/** `before` is the state to which an exception may be resolved; lists do not show it. */
const row = resource.row
  .omit({ customerName: true })
  .extend({ payAddress: z.string().nullable(), before: OrderStatus, paymentId: z.uuid().nullable() })
type Row = z.output<typeof row>

const changed = (seen: Row, { at }: { at: string }, actor: string, change: Partial<Row>): Row => ({
  ...seen,
  ...change,
  updateBy: personOf(actor),
  updateTime: at,
})

/** Payment orders with what is known of their money. */
export const paymentOrders = defineEntity({
  name: 'payments/payment-orders',
  version: 2,
  table: 'payment_orders',
  key: ['orderId'],
  row,
  indexes: {
    id: '(tenant, order_no)',
    account: '(tenant, account_no, order_no)',
    number: '(tenant, order_number)',
    reference: '(tenant, platform_reference)',
    refund: '(tenant, refund_number)',
    paid: '(tenant, association_id, pay_time)',
  },
  evolve: {
    'payments.OrderPlaced': (seen, { data, position, metadata }) => {
      const {
        platformType: _,
        feeBasisPoints: __,
        maxFeeMinor: ___,
        takesPartial: ____,
        at,
        isRecharge: _____,
        isOnPage: ______,
        meterNo = null,
        ...order
      } = data
      return (
        seen ?? {
          ...{
            ...order,
            meterNo,
            orderNo: position,
            status: statuses.unpaid,
            before: statuses.unpaid,
            knowledge: knowledge.placed,
            exception: null,
          },
          ...{ receivedMinor: 0, payAddress: null, platformReference: null, payTime: null, paymentId: null },
          ...{ refundMinor: 0, refundNumber: null, refundTime: null },
          ...{ createBy: personOf(metadata.actor), createTime: at, updateBy: null, updateTime: null },
        }
      )
    },
    'payments.OrderAccepted': (seen, { data, metadata }) =>
      seen &&
      changed(seen, data, metadata.actor, {
        platformReference: data.platformReference,
        payAddress: data.payAddress,
        ...(seen.knowledge === knowledge.placed && { knowledge: knowledge.accepted }),
      }),
    'payments.OrderAsked': (seen, { data, metadata }) =>
      seen && changed(seen, data, metadata.actor, { knowledge: data.isKnown ? knowledge.asked : knowledge.unknown }),
    'payments.OrderPaid': (seen, { data, metadata }) =>
      seen &&
      changed(seen, data, metadata.actor, {
        ...{
          status: statuses.paid,
          before: statuses.paid,
          knowledge: knowledge.paid,
          exception: null,
          payTime: data.at,
          paymentId: data.paymentId,
        },
        ...{ receivedMinor: seen.receivedMinor + data.receivedMinor, platformReference: seen.platformReference ?? data.platformReference },
      }),
    'payments.OrderMoneyCredited': (seen, { data, metadata }) =>
      seen &&
      changed(seen, data, metadata.actor, { receivedMinor: seen.receivedMinor + data.receivedMinor, payTime: seen.payTime ?? data.at }),
    'payments.OrderRefundStarted': (seen, { data, metadata }) =>
      seen &&
      changed(seen, data, metadata.actor, {
        ...{ status: statuses.refunding, before: statuses.refunding, refundNumber: data.refundId, refundMinor: data.refundMinor },
      }),
    'payments.OrderRefunded': (seen, { data, metadata }) =>
      seen &&
      changed(seen, data, metadata.actor, { status: statuses.refunded, before: statuses.refunded, exception: null, refundTime: data.at }),
    'payments.OrderRefundRefused': (seen, { data, metadata }) =>
      seen && changed(seen, data, metadata.actor, { status: statuses.paid, before: statuses.paid, refundMinor: 0, refundNumber: null }),
    'payments.OrderCancelled': (seen, { data, metadata }) =>
      seen && changed(seen, data, metadata.actor, { status: statuses.cancelled, before: statuses.cancelled }),
    'payments.OrderInException': (seen, { data, metadata }) =>
      seen && changed(seen, data, metadata.actor, { status: statuses.exception, exception: data.exception as ExceptionReason }),
    'payments.OrderExceptionResolved': (seen, { data, metadata }) => {
      if (!seen) return undefined
      const status = data.resolveAs === ResolveAs.enum.asCancelled ? statuses.cancelled : seen.before
      return changed(seen, data, metadata.actor, { status, before: status, exception: null })
    },
  },
  history: {
    sentences: 'payments:paymentOrder',
    steps: {
      'payments.OrderPlaced': {
        step: 'placed',
        tell: ({ data: { orderMinor, platformName } }) => ({ facts: { orderMinor, platformName } }),
      },
      'payments.OrderAccepted': { step: 'accepted', tell: ({ data: { platformReference } }) => ({ facts: { platformReference } }) },
      'payments.OrderAsked': {
        step: 'asked',
        tell: ({ data: { attempt, detail } }) => ({ facts: { count: attempt }, note: detail || null }),
      },
      'payments.OrderPaid': { step: 'paid', tell: ({ data: { receivedMinor, knownBy } }) => ({ facts: { receivedMinor, knownBy } }) },
      'payments.OrderMoneyCredited': { step: 'credited', tell: ({ data: { receivedMinor } }) => ({ facts: { receivedMinor } }) },
      'payments.OrderRefundStarted': {
        step: 'refundStarted',
        tell: ({ data: { refundMinor, reason } }) => ({ facts: { refundMinor }, note: reason }),
      },
      'payments.OrderRefunded': { step: 'refunded', tell: ({ data: { refundMinor } }) => ({ facts: { refundMinor } }) },
      'payments.OrderRefundRefused': { step: 'refundRefused', tell: ({ data: { detail } }) => ({ note: detail || null }) },
      'payments.OrderCancelled': { step: 'cancelled', tell: ({ data: { reason } }) => ({ note: reason }) },
      'payments.OrderInException': {
        step: 'stopped',
        tell: ({ data: { exception, detail } }) => ({ facts: { exception }, note: detail || null }),
      },
      'payments.OrderExceptionResolved': {
        step: 'resolved',
        tell: ({ data: { resolveAs, reason } }) => ({ facts: { resolveAs }, note: reason }),
      },
    },
  },
})

type Named = { orderId: string; orderNo: number; purchaseMinor: number; receivedMinor: number }

/** The order with this number of a row. */
export const findOrder = async (database: PoolClient, orderNo: number): Promise<Named | undefined> => {
  const { rows } = await database.query<Named>(
    `select order_id as "orderId", order_no::float8 as "orderNo", purchase_minor::float8 as "purchaseMinor", received_minor::float8 as "receivedMinor"
     from views.payment_orders where order_no = $1`,
    [orderNo],
  )
  return rows[0]
}

/** The number of the row of an order. */
export const numberOfOrder = async (database: PoolClient, orderId: string): Promise<number | undefined> => {
  const { rows } = await database.query<{ orderNo: number }>(
    'select order_no::float8 as "orderNo" from views.payment_orders where order_id = $1',
    [orderId],
  )
  return rows[0]?.orderNo
}

/** The order that a platform means: by our number, its own reference, or the identifier of a refund. */
export const findOrderOfPlatform = async (
  database: PoolClient,
  { associationId, reference, platformReference }: { associationId: number; reference: string | null; platformReference: string },
): Promise<{ orderId: string; refundId: string | null } | undefined> => {
  const { rows } = await database.query<{ orderId: string; refundId: string | null }>(
    `select order_id as "orderId", refund_number as "refundId" from views.payment_orders
     where association_id = $1 and (order_number = $2 or platform_reference = $3 or refund_number = $2)
     order by (order_number = $2) desc nulls last, order_no limit 1`,
    [associationId, reference, platformReference],
  )
  return rows[0]
}

export type PaidOrder = { orderId: string; orderNumber: string; platformReference: string; receivedMinor: number }

/** Orders of an association that were paid within these instants. */
export const ordersPaidWithin = async (
  database: PoolClient,
  { associationId, from, to }: { associationId: number; from: Date; to: Date },
): Promise<PaidOrder[]> => {
  const { rows } = await database.query<PaidOrder>(
    `select order_id as "orderId", order_number as "orderNumber", coalesce(platform_reference, '') as "platformReference",
       received_minor::float8 as "receivedMinor"
     from views.payment_orders where association_id = $1 and pay_time >= $2 and pay_time < $3 and received_minor > 0 order by order_no limit 100000`,
    [associationId, from, to],
  )
  return rows
}

/** Of these references of ours and of a platform, the orders that have them. */
export const ordersOfReferences = async (
  database: PoolClient,
  { associationId, references }: { associationId: number; references: readonly string[] },
): Promise<(PaidOrder & { status: OrderStatus })[]> => {
  const { rows } = await database.query<PaidOrder & { status: OrderStatus }>(
    `select order_id as "orderId", order_number as "orderNumber", coalesce(platform_reference, '') as "platformReference",
       received_minor::float8 as "receivedMinor", status
     from views.payment_orders where association_id = $1 and (order_number = any($2::text[]) or platform_reference = any($2::text[]))`,
    [associationId, references],
  )
  return rows
}

/** The history of one order, newest first; undefined where there is none. */
export const orderHistory = async (database: PoolClient, orderNo: number, page: HistoryPage) => {
  const found = await findOrder(database, orderNo)
  return found && readHistory(database, paymentOrders.entity, { orderId: found.orderId }, page)
}

/** Has an order been placed through one of these associations? */
export const hasOrdersOf = async (database: PoolClient, associationIds: readonly number[]): Promise<boolean> => {
  const { rowCount } = await database.query('select from views.payment_orders where association_id = any($1::bigint[]) limit 1', [
    associationIds,
  ])
  return rowCount === 1
}
