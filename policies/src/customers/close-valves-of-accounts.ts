import { randomUUID } from 'node:crypto'
import { valveDecider } from '@nightflow/domain/devices/valve-decider'
import type { RecordedEvent } from '@nightflow/event-log/event-log'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import type { ServiceEvent } from '@nightflow/schemas/events'
import type { Pool } from 'pg'
import { type AnyPolicy, definePolicy, type Reaction } from '../shared/define-policy.ts'

/** The read models say which meters have a valve. */
const viewsMillisecondsMax = 30_000

type Change = { closes?: 'freeze' | 'manual'; reopens?: 'freeze' }

/** The change of the meter's valve that follows from an event of an account; undefined where there is none. */
const changeOf = ({ type, data }: ServiceEvent): (Change & { number: string; reason: string | null }) | undefined => {
  switch (type) {
    case 'customers.AccountFrozen':
      return data.meterNo === null ? undefined : { number: data.meterNo, reason: data.reason, closes: 'freeze' }
    case 'customers.AccountUnfrozen':
      return data.meterNo === null ? undefined : { number: data.meterNo, reason: data.reason, reopens: 'freeze' }
    case 'customers.MeterLinked':
      if (data.isFrozen) return { number: data.meterNo, reason: data.reason, closes: 'freeze' }
      return data.valveStaysClosed ? { number: data.meterNo, reason: data.reason, closes: 'manual' } : undefined
    case 'customers.MeterUnlinked':
      // The freeze ends with the account, and the water stays off until a person opens the valve.
      return data.wasFrozen ? { number: data.meterNo, reason: data.reason, closes: 'manual', reopens: 'freeze' } : undefined
    default:
      return undefined
  }
}

/**
 * The valve of an account's meter is closed while the account is frozen, and from its opening where the utility wants that. Other closing reasons
 * are not touched. A meter without a valve is left alone.
 */
export const closeValvesOfAccounts = (pool: Pool): AnyPolicy =>
  definePolicy({
    name: 'customers/close-valves-of-accounts',
    actor: 'policy:accounts',
    events: ['customers.AccountFrozen', 'customers.AccountUnfrozen', 'customers.MeterLinked', 'customers.MeterUnlinked'],
    react: async (event, reaction) => {
      const change = changeOf(event)
      if (change && (await hasValve(pool, event, change.number))) await changeReasons(reaction, change)
    },
  })

const hasValve = async (pool: Pool, { position, metadata: { tenant } }: RecordedEvent, number: string): Promise<boolean> => {
  if (!(await waitForViews(pool, position, viewsMillisecondsMax))) throw new Error(`the read models are behind position ${position}`)
  const { rows } = await pool.query<{ has_valve: boolean }>('select has_valve from views.meters where tenant = $1 and number = $2', [
    tenant,
    number,
  ])
  return rows[0]?.has_valve ?? false
}

/** A command is decided once however often the reaction is repeated, so that its operation may have any identifier. */
const changeReasons = async ({ execute }: Reaction, { number, reason, closes, reopens }: NonNullable<ReturnType<typeof changeOf>>) => {
  const about = () => ({ number, operationId: randomUUID(), ...(reason !== null && { reason: inOneLine(reason) }) })
  if (closes) await execute(valveDecider, { type: 'AddClosingReason', closingReason: closes, ...about() })
  if (reopens) await execute(valveDecider, { type: 'RemoveClosingReason', closingReason: reopens, ...about() })
}

const inOneLine = (reason: string): string => reason.replaceAll(/\s+/g, ' ')
