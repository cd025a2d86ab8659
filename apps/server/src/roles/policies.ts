import type { EventLog } from '@nightflow/event-log/event-log'
import { runAlarmPolicies } from '@nightflow/ingest/alarms/alarm-policies'
import { runValvePolicies } from '@nightflow/ingest/devices/valve-policies'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { retryUntilStopped } from '../retry-until-stopped.ts'
import type { Role } from './role.ts'

/** Reacts to events of one context with commands of another. */
export const startPolicies = (parts: { pool: Pool; log: EventLog; logger: Logger }): Role => {
  const stopping = new AbortController()
  const { pool, log, logger } = parts
  const { signal } = stopping
  const ended = Promise.all([
    retryUntilStopped('valve policies', logger, signal, () => runValvePolicies({ pool, log, signal })),
    retryUntilStopped('alarm policies', logger, signal, () => runAlarmPolicies({ pool, log, signal })),
  ]).then(() => undefined)
  return {
    ended,
    stop: async () => {
      stopping.abort()
      await ended.catch(() => {})
    },
  }
}
