import { CommunicationState, concentrators as resource } from '@nightflow/schemas/devices/concentrator'
import type { HistoryPage } from '@nightflow/schemas/shared/history'
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { readHistory } from '../projector/entity-history.ts'
import { recordRows } from '../projector/record-rows.ts'

const rows = recordRows(resource, { communicationState: CommunicationState.enum.offline, statusChangeTime: null, meterCount: 0 })

/** Every concentrator with the meters that are associated with it. */
export const concentrators = defineEntity({
  name: 'devices/concentrators',
  version: 1,
  table: 'concentrators',
  key: ['concentratorNo'],
  row: rows.row.extend({ meters: z.array(z.string()) }),
  indexes: { id: '(tenant, concentrator_id)', meters: 'using gin (meters)' },
  evolve: {
    'devices.ConcentratorAdded': (_, event) => ({ ...rows.added(_, event), meters: [] }),
    'devices.ConcentratorChanged': (seen, event) => seen && { ...seen, ...rows.changed(seen, event) },
    'devices.ConcentratorRemoved': (seen) => seen && { ...seen, isRemoved: true },
    'devices.ConcentratorMetersAssociated': (seen, { data }) => seen && withMeters(seen, [...seen.meters, ...data.meters]),
    'devices.ConcentratorMetersDissociated': (seen, { data }) =>
      seen &&
      withMeters(
        seen,
        seen.meters.filter((number) => !data.meters.includes(number)),
      ),
    'devices.ConcentratorStateChanged': (seen, { data }) =>
      seen && { ...seen, communicationState: data.communicationState, statusChangeTime: data.at },
  },
  history: {
    sentences: 'devices:concentrator',
    steps: {
      'devices.ConcentratorAdded': { step: 'added' },
      'devices.ConcentratorChanged': { step: 'changed', tell: rows.changes },
      'devices.ConcentratorRemoved': { step: 'removed' },
      'devices.ConcentratorMetersAssociated': { step: 'associated', tell: ({ data }) => ({ facts: namesOf(data.meters) }) },
      'devices.ConcentratorMetersDissociated': { step: 'dissociated', tell: ({ data }) => ({ facts: namesOf(data.meters) }) },
      'devices.ConcentratorStateChanged': [
        { step: 'online', tell: ({ data }) => (data.communicationState === CommunicationState.enum.online ? {} : undefined) },
        { step: 'offline', tell: ({ data }) => (data.communicationState === CommunicationState.enum.offline ? {} : undefined) },
      ],
    },
  },
})

const withMeters = <Row extends { meters: string[] }>(row: Row, meters: string[]): Row => ({ ...row, meters, meterCount: meters.length })

/** Numbers that a sentence names; of more it says how many there are. */
const namedMax = 5

const namesOf = (meters: readonly string[]) => ({
  count: meters.length,
  numbers: meters.slice(0, namedMax).join(', ') + (meters.length > namedMax ? ' …' : ''),
})

/** The history of one concentrator, newest first. */
export const concentratorHistory = (database: PoolClient, concentratorNo: string, page: HistoryPage) =>
  readHistory(database, concentrators.entity, { concentratorNo }, page)

/** A meter among these that another concentrator of the tenant has. */
export const findMeterElsewhere = async (
  database: PoolClient,
  concentratorNo: string,
  meters: readonly string[],
): Promise<{ number: string; concentratorNo: string } | undefined> => {
  const { rows: found } = await database.query<{ number: string; concentrator_no: string }>(
    `select number, concentrator_no from unnest($2::text[]) as number
     join views.concentrators on meters ? number and not is_removed and concentrator_no <> $1 limit 1`,
    [concentratorNo, meters],
  )
  return found[0] && { number: found[0].number, concentratorNo: found[0].concentrator_no }
}

export type ChangedConcentrator = { tenant: string; concentratorNo: string; communicationState: CommunicationState; at: string }

/** Concentrators found at once; the others are found the next time, because a changed state is not found again. */
const foundMax = 500

/** Concentrators whose frames say another state than their row: of every tenant, by the time that the tenant lets a silence last. */
export const findChangedConcentrators = async (pool: Pool, now: Date): Promise<ChangedConcentrator[]> => {
  const { rows: found } = await pool.query<{ tenant: string; concentrator_no: string; state: CommunicationState; at: Date }>(
    `select * from (
       select concentrators.tenant, concentrator_no, communication_state as known,
         case when last_seen_at + silence >= $1::timestamptz then '${CommunicationState.enum.online}' else '${CommunicationState.enum.offline}' end as state,
         case when last_seen_at + silence >= $1::timestamptz then last_seen_at else last_seen_at + silence end as at
       from views.concentrators
       join platform.tenants on tenants.code = concentrators.tenant
       join views.gateway_activity activity
         on activity.tenant = concentrators.tenant and activity.gateway = coalesce(concentrators.gateway, lower(concentrator_no))
       cross join lateral (select coalesce((settings ->> 'concentratorTimeoutMinutes')::int, 60) * interval '1 minute' as silence) allowed
       where not is_removed
     ) found where state <> known limit ${foundMax}`,
    [now],
  )
  return found.map(({ tenant, concentrator_no, state, at }) => ({
    tenant,
    concentratorNo: concentrator_no,
    communicationState: state,
    at: at.toISOString(),
  }))
}
