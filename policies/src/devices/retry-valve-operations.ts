import { randomUUID } from 'node:crypto'
import { valveDecider } from '@nightflow/domain/devices/valve-decider'
import { passingFailures, valveRetryDelaySeconds } from '@nightflow/schemas/devices/operate-valve'
import { definePolicy } from '../shared/define-policy.ts'

type Ended = { number: string; operationId: string; reason?: string; failedAt?: string; expiredAt?: string; attempt?: number }

/** A valve does not move for an order of long ago, such as one that the log held before this policy ran, or that was due while the service was down. */
const latenessMillisecondsMax = 3_600_000
const isForgotten = (dueAt: Date, now: Date): boolean => now.getTime() - dueAt.getTime() > latenessMillisecondsMax

/**
 * When an operation expired, or failed in a way that may pass, request it again after a pause that grows. A person's order meanwhile takes its place:
 * the retry is then rejected.
 */
export const retryValveOperations = definePolicy({
  name: 'devices/retry-valve-operations',
  actor: 'policy:valve',
  events: ['devices.ValveOperationFailed', 'devices.ValveOperationExpired'],
  react: ({ data }, { now, setTimer }) => {
    const { number, operationId, reason, failedAt, expiredAt, attempt = 1 } = data as Ended
    const delaySeconds = valveRetryDelaySeconds[attempt - 1]
    if (delaySeconds === undefined || (reason !== undefined && !passingFailures.includes(reason))) return
    const dueAt = new Date(Date.parse((failedAt ?? expiredAt)!) + delaySeconds * 1000)
    if (isForgotten(dueAt, now)) return
    setTimer({ key: operationId, dueAt, data: { number } })
  },
  onTimer: async ({ key, data, dueAt }, { now, execute }) => {
    if (isForgotten(dueAt, now)) return
    await execute(valveDecider, { type: 'RetryValveOperation', number: data.number as string, operationId: key, retryId: randomUUID() })
  },
})
