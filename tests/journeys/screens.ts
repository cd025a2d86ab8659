import type { EventRow } from '@nightflow/schemas/audit/log'
import type { MeterRow } from '@nightflow/schemas/devices/meters'

export type Screen = { name: string; path: string }

/** How the API is asked; journeys and the one who takes the pictures each bring their own person. */
export type AskApi = <Answer>(path: string) => Promise<Answer>

/** A partition of the demo city with two points below it and bursts in its history. */
export const partition = 'willow-court'

/** Every screen of an administrator, each with something to show. */
export const findScreens = async (ask: AskApi): Promise<Screen[]> => {
  const { rows: meters } = await ask<{ rows: MeterRow[] }>('/api/v1/meters?limit=500')
  // One whose valve has been operated, where somebody has done so.
  const meter = meters.find(({ valvePosition }) => valvePosition !== null) ?? meters.find(({ hasValve }) => hasValve) ?? meters[0]
  const { rows: events, head } = await ask<{ rows: EventRow[]; head: number }>(
    '/api/v1/audit/events?type=metering.ReadingsReported&limit=200',
  )
  const frame = events.toSorted((one, other) => other.packedBytes - one.packedBytes)[0]
  return [
    { name: 'home', path: '/index' },
    { name: 'profile', path: '/user/profile' },
    { name: 'alarms', path: '/alarm/alarm' },
    { name: 'leakage', path: `/water/leakage?partition=${partition}` },
    { name: 'map', path: `/water/map?partition=${partition}` },
    { name: 'meters', path: '/device/meters' },
    { name: 'meter', path: `/device/meters/${meter?.number}` },
    { name: 'quarantine', path: '/device/quarantine' },
    { name: 'unclaimed', path: '/device/unclaimed' },
    { name: 'gateways', path: '/gateway/list' },
    { name: 'events', path: '/audit/events' },
    { name: 'event', path: `/audit/events?position=${frame?.position ?? head}` },
    { name: 'streams', path: '/audit/streams' },
    { name: 'jobs', path: '/audit/jobs' },
    { name: 'time-travel', path: `/audit/time-travel?partition=${partition}&asOf=${Math.floor(head / 2)}` },
    { name: 'nowhere', path: '/nowhere' },
  ]
}
