import {
  type ConfirmKeyUpdate,
  type ContinueKeyUpdate,
  keyAnswerSeconds,
  keyResendsMax,
  type MarkKeyUpdateSent,
  type RequestKeyUpdate,
} from '@nightflow/schemas/devices/update-key'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'

export type KeyCommand = RequestKeyUpdate | MarkKeyUpdateSent | ConfirmKeyUpdate | ContinueKeyUpdate
export type KeyEvent = EventIn<
  | 'devices.KeyUpdateRequested'
  | 'devices.KeyUpdateSent'
  | 'devices.KeyUpdateResent'
  | 'devices.KeyUpdateConfirmed'
  | 'devices.KeyUpdateTimedOut'
>

type KeyUpdate = {
  readonly status: 'waiting' | 'confirmed' | 'timed-out'
  readonly attempt: number
  readonly isSent: boolean
  readonly answerBy: string
}

/** By id, in the order of their requests. The last one at most is waiting. */
export type MeterKeys = { readonly updates: ReadonlyMap<string, KeyUpdate> }

/** The keys of one meter: requested, sent again while there is no answer, then confirmed or timed out. The key itself is in no event. */
export const keyDecider: Decider<KeyCommand, MeterKeys, KeyEvent> = {
  streamOf: ({ number }) => `devices-key-${number}`,
  initialState: { updates: new Map() },
  evolve,
  decide: { RequestKeyUpdate: request, MarkKeyUpdateSent: markSent, ConfirmKeyUpdate: confirm, ContinueKeyUpdate: goOn },
}

function evolve({ updates }: MeterKeys, event: KeyEvent): MeterKeys {
  const { updateId } = event.data
  const known = updates.get(updateId) ?? { status: 'waiting', attempt: 1, isSent: false, answerBy: '' }
  const changed = (change: Partial<KeyUpdate>): MeterKeys => ({ updates: new Map(updates).set(updateId, { ...known, ...change }) })
  switch (event.type) {
    case 'devices.KeyUpdateRequested':
      return changed({ answerBy: event.data.answerBy })
    case 'devices.KeyUpdateSent':
      return changed({ isSent: true })
    case 'devices.KeyUpdateResent':
      return changed({ attempt: event.data.attempt, isSent: false, answerBy: event.data.answerBy })
    case 'devices.KeyUpdateConfirmed':
      return changed({ status: 'confirmed' })
    case 'devices.KeyUpdateTimedOut':
      return changed({ status: 'timed-out' })
  }
}

const answerBy = (now: string): string => new Date(Date.parse(now) + keyAnswerSeconds * 1000).toISOString()

function request({ number, updateId, reason }: RequestKeyUpdate, { updates }: MeterKeys, { now }: Context) {
  if (updates.has(updateId)) return []
  // Two keys on their way could arrive in either order, so that the key of the meter would be unknown.
  const waiting = [...updates].find(([, { status }]) => status === 'waiting')
  if (waiting) return rejected('key-update-pending', { number })
  return [{ type: 'devices.KeyUpdateRequested' as const, data: { number, updateId, reason, requestedAt: now, answerBy: answerBy(now) } }]
}

function markSent({ number, updateId }: MarkKeyUpdateSent, { updates }: MeterKeys, { now }: Context) {
  const update = updates.get(updateId)
  if (!update) return rejected('key-update-unknown')
  if (update.status !== 'waiting') return rejected('key-update-over')
  return update.isSent ? [] : [{ type: 'devices.KeyUpdateSent' as const, data: { number, updateId, sentAt: now } }]
}

/** A late confirmation is still the truth about the meter, unless a newer update was given. */
function confirm({ number, updateId }: ConfirmKeyUpdate, { updates }: MeterKeys, { now }: Context) {
  const update = updates.get(updateId)
  if (!update) return rejected('key-update-unknown')
  if (update.status === 'confirmed') return []
  const isLast = [...updates.keys()].at(-1) === updateId
  if (!isLast) return rejected('key-update-over')
  return [{ type: 'devices.KeyUpdateConfirmed' as const, data: { number, updateId, attempt: update.attempt, confirmedAt: now } }]
}

function goOn({ number, updateId }: ContinueKeyUpdate, { updates }: MeterKeys, { now }: Context) {
  const update = updates.get(updateId)
  if (!update) return rejected('key-update-unknown')
  if (update.status !== 'waiting' || Date.parse(now) < Date.parse(update.answerBy)) return []
  if (update.attempt > keyResendsMax) return [{ type: 'devices.KeyUpdateTimedOut' as const, data: { number, updateId, timedOutAt: now } }]
  const data = { number, updateId, attempt: update.attempt + 1, resentAt: now, answerBy: answerBy(now) }
  return [{ type: 'devices.KeyUpdateResent' as const, data }]
}
