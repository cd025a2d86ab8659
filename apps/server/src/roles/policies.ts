import type { EventLog } from '@nightflow/event-log/event-log'
import { runAlarmPolicies } from '@nightflow/ingest/alarms/alarm-policies'
import { runValvePolicies } from '@nightflow/ingest/devices/valve-policies'
import type { OnSkipped } from '@nightflow/ingest/shared/skip-impossible'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics/metrics.ts'
import { retryUntilStopped } from '../retry-until-stopped.ts'
import type { Role } from './role.ts'

/** Reacts to events of one context with commands of another. */
export const startPolicies = (parts: { pool: Pool; log: EventLog; logger: Logger; metrics: Metrics }): Role => {
  const stopping = new AbortController()
  const { pool, log, logger, metrics } = parts
  const onSkipped: OnSkipped = ({ policy, error, ...about }) => {
    metrics.skippedByPolicies.inc({ policy })
    logger.error({ err: error, policy, ...about }, 'a policy cannot react to an event or a condition and goes on with the next')
  }
  const { signal } = stopping
  const ended = Promise.all([
    retryUntilStopped('valve policies', logger, signal, () => runValvePolicies({ pool, log, signal, onSkipped })),
    retryUntilStopped('alarm policies', logger, signal, () => runAlarmPolicies({ pool, log, signal, onSkipped })),
  ]).then(() => undefined)
  return {
    ended,
    stop: async () => {
      stopping.abort()
      await ended.catch(() => {})
    },
  }
}
