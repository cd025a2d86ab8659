import { accountDecider } from '@nightflow/domain/customers/account-decider'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { accountOfMeter } from '@nightflow/projections/customers/accounts'
import { findMeter } from '@nightflow/projections/devices/meters'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import type { Pool } from 'pg'
import { type AnyPolicy, definePolicy } from '../shared/define-policy.ts'

const viewsMillisecondsMax = 30_000

/**
 * When a meter has moved to another tenant, its account ends with it: with the last register that the meter reported here, or the one that it came with. A
 * move that is returned changes no account, nor does one whose meter has come back and has an account anew.
 */
export const unlinkMovedMeters = (pool: Pool): AnyPolicy =>
  definePolicy({
    name: 'customers/unlink-moved-meters',
    actor: 'policy:accounts',
    events: ['devices.MeterMoveFinished'],
    react: async ({ data, position }, { tenant, execute }) => {
      const { number, moveId } = data
      if (!(await waitForViews(pool, position, viewsMillisecondsMax))) throw new Error(`the read models are behind position ${position}`)
      const accountNo = await accountOfMeter(pool, tenant, number, position)
      if (accountNo === undefined) return
      const meter = await withTenant(pool, tenant, (database) => findMeter(database, { number }))
      const closingLitres = meter?.lastRegisterLitres ?? meter?.fields.initialRegisterLitres ?? 0
      const { rows } = await pool.query<{ reason: string }>(
        'select reason from views.meter_moves where tenant = $1 and move_id = $2 and number = $3',
        [tenant, moveId, number],
      )
      await execute(accountDecider, { type: 'UnlinkMeter', accountNo, closingLitres, reason: rows[0]?.reason ?? number })
    },
  })
