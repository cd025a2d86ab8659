import { randomUUID } from 'node:crypto'
import { valveDecider } from '@nightflow/domain/devices/valve-decider'
import { passingFailures, valveRetryDelaySeconds } from '@nightflow/schemas/devices/operate-valve'
import { definePolicy } from '../shared/define-policy.ts'

type Ended = { number: string; operationId: string; reason?: string; failedAt?: string; expiredAt?: string; attempt?: number }

/**
 * When an operation expired, or failed in a way that may pass, request it again after a pause that grows. A person's order meanwhile takes its place:
 * the retry is then rejected.
 */
export const retryValveOperations = definePolicy({
  name: 'devices/retry-valve-operations',
  actor: 'policy:valve',
  events: ['devices.ValveOperationFailed', 'devices.ValveOperationExpired'],
  react: ({ data }, { setTimer }) => {
    const { number, operationId, reason, failedAt, expiredAt, attempt = 1 } = data as Ended
    const delaySeconds = valveRetryDelaySeconds[attempt - 1]
    if (delaySeconds === undefined || (reason !== undefined && !passingFailures.includes(reason))) return
    const dueAt = new Date(Date.parse((failedAt ?? expiredAt)!) + delaySeconds * 1000)
    setTimer({ key: operationId, dueAt, data: { number } })
  },
  onTimer: async ({ key, data }, { execute }) => {
    await execute(valveDecider, { type: 'RetryValveOperation', number: data.number as string, operationId: key, retryId: randomUUID() })
  },
})
