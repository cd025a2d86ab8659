import { concentratorDecider } from '@nightflow/domain/devices/concentrator-decider'
import { findChangedConcentrators } from '@nightflow/projections/devices/concentrators'
import type { Pool } from 'pg'
import { type Condition, definePolicy } from '../shared/define-policy.ts'

const everyMilliseconds = 60_000

/** When a concentrator's gateway sends a frame after a silence, or sends none for too long, record that it is online or offline. */
export const concentratorCommunication = (every = everyMilliseconds) =>
  definePolicy({
    name: 'devices/concentrator-communication',
    actor: 'policy:concentrators',
    conditions: { everyMilliseconds: every, find: ({ pool, now }) => findConditions(pool, now) },
  })

async function* findConditions(pool: Pool, now: Date): AsyncGenerator<Condition> {
  for (const { tenant, ...change } of await findChangedConcentrators(pool, now))
    yield {
      tenant,
      key: `concentrator/${change.concentratorNo}`,
      react: async ({ execute }) => {
        await execute(concentratorDecider, { type: 'ChangeConcentratorState', ...change })
      },
    }
}
