import { z } from 'zod'
import { Actor } from '../shared/actors.ts'
import { endpoint } from '../shared/endpoint.ts'
import { boundedTotal, fromEnd } from '../shared/list-page.ts'
import { createdWithin, paging } from '../shared/lists.ts'
import { text } from '../shared/text.ts'
import { Instant, MeterNumber } from '../shared/values.ts'

/** The key with which a meter encrypts its frames: 8, 16 or 32 bytes in hexadecimal. No event, answer, export or log has it. */
export const MeterKey = z
  .string()
  .trim()
  .regex(/^(?:[0-9a-fA-F]{16}|[0-9a-fA-F]{32}|[0-9a-fA-F]{64})$/)

/** How long a meter may take to confirm a key, and how often it is sent again. */
export const keyAnswerSeconds = 15 * 60
export const keyResendsMax = 2

const about = { number: MeterNumber, updateId: z.uuid() }

/** A meter is to take another key. `updateId` is chosen by the caller: a repeated request is the same update. */
export const RequestKeyUpdate = z.object({ type: z.literal('RequestKeyUpdate'), ...about, reason: text(200).min(1) })
export type RequestKeyUpdate = z.infer<typeof RequestKeyUpdate>
/** A gateway took the key and sends it by radio. */
export const MarkKeyUpdateSent = z.object({ type: z.literal('MarkKeyUpdateSent'), ...about })
export type MarkKeyUpdateSent = z.infer<typeof MarkKeyUpdateSent>
export const ConfirmKeyUpdate = z.object({ type: z.literal('ConfirmKeyUpdate'), ...about })
export type ConfirmKeyUpdate = z.infer<typeof ConfirmKeyUpdate>
/** The meter did not confirm in time: the key is sent again, and after the last time the update has timed out. */
export const ContinueKeyUpdate = z.object({ type: z.literal('ContinueKeyUpdate'), ...about })
export type ContinueKeyUpdate = z.infer<typeof ContinueKeyUpdate>

const attempt = z
  .int()
  .min(1)
  .max(1 + keyResendsMax)

export const keyEventTypes = {
  'devices.KeyUpdateRequested': {
    version: 1,
    data: z.object({ ...about, reason: text(200), requestedAt: Instant, answerBy: Instant }),
  },
  'devices.KeyUpdateSent': { version: 1, data: z.object({ ...about, sentAt: Instant }) },
  'devices.KeyUpdateResent': { version: 1, data: z.object({ ...about, attempt, resentAt: Instant, answerBy: Instant }) },
  'devices.KeyUpdateConfirmed': { version: 1, data: z.object({ ...about, attempt, confirmedAt: Instant }) },
  'devices.KeyUpdateTimedOut': { version: 1, data: z.object({ ...about, timedOutAt: Instant }) },
} as const

/** `executing` and `resend` wait for the meter; `success` came at the first time, `resendSuccessful` after it was sent again. */
export const KeyUpdateState = z.enum(['executing', 'resend', 'timeout', 'success', 'resendSuccessful'])
export type KeyUpdateState = z.infer<typeof KeyUpdateState>

export const KeyUpdateRow = z.object({
  updateId: z.uuid(),
  number: MeterNumber,
  state: KeyUpdateState,
  /** How often the key was sent. */
  attempt: z.int(),
  requestedAt: Instant,
  requestedBy: Actor,
  sentAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  reason: z.string(),
})
export type KeyUpdateRow = z.infer<typeof KeyUpdateRow>

export const keyUpdateFilter = { number: text(64).optional(), state: KeyUpdateState.optional() }

const path = '/prod-api/business/keyUpdate'

export const listKeyUpdates = endpoint({
  method: 'GET',
  path: `${path}/list`,
  permission: 'devices:meter:read',
  summary: 'A page of key updates, newest first',
  envelope: 'rows',
  sorts: ['requestedAt', 'number', 'state', 'attempt'],
  request: z.object({ ...keyUpdateFilter, ...createdWithin, ...paging, ...fromEnd }),
  response: z.object({ rows: z.array(KeyUpdateRow), ...boundedTotal }),
})

export const updateMeterKey = endpoint({
  method: 'POST',
  path,
  permission: 'devices:meterKey:update',
  summary: 'Give a meter another key; the key is stored encrypted and never read again',
  request: RequestKeyUpdate.omit({ type: true }).extend({ key: MeterKey }),
  response: z.object({ position: z.int() }),
})
