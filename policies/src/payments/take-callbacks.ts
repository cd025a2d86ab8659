import { leftoverDecider } from '@nightflow/domain/payments/leftover-decider'
import { leftoverNamespace, nameOfLeftover } from '@nightflow/domain/payments/leftover-id'
import { orderDecider } from '@nightflow/domain/payments/order-decider'
import { nameBasedId } from '@nightflow/event-log/name-based-id'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { findOrderOfPlatform } from '@nightflow/projections/payments/payment-orders'
import type { EventOf } from '@nightflow/schemas/events'
import { SaidStatus } from '@nightflow/schemas/payments/payment-callback'
import { LeftoverSide, LeftoverSource } from '@nightflow/schemas/payments/payment-leftover'
import { KnownBy } from '@nightflow/schemas/payments/payment-order'
import type { Pool } from 'pg'
import { type AnyPolicy, definePolicy, type Reaction } from '../shared/define-policy.ts'

type Callback = EventOf<'payments.CallbackReceived'>['data']

/** A callback may overtake the answer by which the order learns its reference: so often it is looked for again. */
const lookAgainSeconds = [2, 10, 60] as const

/** Carries callbacks to their orders. Money that belongs to no order is a leftover, with its account where the payer named one. */
export const takeCallbacks = (pool: Pool): AnyPolicy =>
  definePolicy({
    name: 'payments/take-callbacks',
    actor: 'policy:payments',
    events: ['payments.CallbackReceived'],
    react: async ({ data }, reaction) => carry(pool, data, 0, reaction),
    onTimer: async ({ data }, reaction) => carry(pool, data.callback as Callback, data.attempt as number, reaction),
  })

const carry = async (pool: Pool, callback: Callback, attempt: number, reaction: Reaction): Promise<void> => {
  const { callbackId, status } = callback
  const order = await withTenant(pool, reaction.tenant, (database) => findOrderOfPlatform(database, callback))
  if (order) return give(callback, order, reaction)
  // Nothing but money is worth looking for: a failure of an order that is not ours has no effect here.
  if (status !== SaidStatus.enum.paid && status !== SaidStatus.enum.refunded) return
  const seconds = callback.payerReference === '' ? lookAgainSeconds[attempt] : undefined
  if (seconds !== undefined) {
    const dueAt = new Date(reaction.now.getTime() + seconds * 1000)
    reaction.setTimer({ key: callbackId, dueAt, data: { callback, attempt: attempt + 1 } })
    return
  }
  if (status === SaidStatus.enum.paid && callback.amountMinor > 0) await reaction.execute(leftoverDecider, leftoverOf(callback))
}

const give = async (callback: Callback, order: { orderId: string; refundId: string | null }, { execute }: Reaction): Promise<void> => {
  const { orderId, refundId } = order
  const { status, platformEventId, platformReference, reference, currency, amountMinor } = callback
  if (status === SaidStatus.enum.paid) {
    const money = { platformEventId, platformReference, reference, currency, amountMinor }
    await execute(orderDecider, { type: 'TakeMoney', orderId, knownBy: KnownBy.enum.callback, ...money })
  }
  if (status === SaidStatus.enum.failed)
    await execute(orderDecider, { type: 'CancelOrder', orderId, by: 'platform', reason: lineOf(platformEventId) })
  if (refundId === null) return
  if (status === SaidStatus.enum.refunded)
    await execute(orderDecider, { type: 'ConfirmRefund', orderId, refundId, refundReference: platformReference })
  if (status === SaidStatus.enum.refundFailed)
    await execute(orderDecider, { type: 'RefuseRefund', orderId, refundId, detail: platformEventId.slice(0, 200) })
}

const lineOf = (said: string): string =>
  said
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200) || '-'

const leftoverOf = ({ associationId, platformName, platformReference, payerReference, currency, amountMinor, at }: Callback) => ({
  type: 'FindLeftover' as const,
  leftoverId: nameBasedId(leftoverNamespace, nameOfLeftover(associationId, LeftoverSide.enum.theirs, platformReference)),
  ...{
    associationId,
    platformName,
    side: LeftoverSide.enum.theirs,
    source: LeftoverSource.enum.callback,
    day: at.slice(0, 10),
    reference: platformReference,
  },
  ...{ payerReference, currency, amountMinor, orderId: null },
})
