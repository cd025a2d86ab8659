import type { EventLog } from '@nightflow/event-log/event-log'
import type { AnyPolicy } from '@nightflow/policies/shared/define-policy'
import type { OnDeadLetter } from '@nightflow/policies/shared/policy-run'
import { type RunPolicyParts, runPolicy } from '@nightflow/policies/shared/run-policy'
import type { Pool } from 'pg'

export type RunningPolicies = {
  deadLetters: Parameters<OnDeadLetter>[0][]
  /** Waits until they have stopped; throws what made one fail. */
  stop: () => Promise<void>
}

/** Policies at work until they are stopped. Timers are looked for often. */
export const runPolicies = (
  { log, pool }: { log: EventLog; pool: Pool },
  policies: readonly AnyPolicy[],
  parts: Partial<RunPolicyParts> = {},
): RunningPolicies => {
  const stopping = new AbortController()
  const deadLetters: RunningPolicies['deadLetters'] = []
  const onDeadLetter: OnDeadLetter = (letter) => void deadLetters.push(letter)
  const given = { log, pool, signal: stopping.signal, timersEveryMilliseconds: 50, onDeadLetter, ...parts }
  const ended = Promise.all(policies.map((policy) => runPolicy(policy, given)))
  ended.catch(() => undefined)
  return {
    deadLetters,
    stop: async () => {
      stopping.abort()
      await ended
    },
  }
}
