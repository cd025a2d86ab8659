import { departuresMax } from '@nightflow/schemas/devices/move-meters'
import type { MeterRegistered } from '@nightflow/schemas/devices/register-meter'
import { describe, expect, test } from 'vitest'
import { specificationOf, stateAfter } from '../shared/decider-specification.ts'
import { type MeterCommand, type MeterEvent, meterDecider } from './meter-decider.ts'

const given = specificationOf(meterDecider)
const number = '10001'
const moveId = '018f0000-0000-7000-8000-000000000001'
const now = '2026-03-02T08:00:00.000Z'
const registration: MeterRegistered = {
  number,
  hasValve: true,
  meterTypeId: 4,
  timeZone: 'Europe/Rome',
  registeredAt: '2026-02-01T08:00:00.000Z',
}
const aMeter = (): MeterEvent[] => [{ type: 'devices.MeterRegistered', data: registration }]
const details = { number, hasValve: true, timeZone: 'Europe/Rome' }
const move = { number, moveId, sourceTenant: 'north', targetTenant: 'south', reason: 'new boundary' }
const out: MeterEvent = { type: 'devices.MeterMovedOut', data: { ...move, movedAt: now, state: 'installed', details } }
const moved = (): MeterEvent[] => [...aMeter(), out]
const command = (more = {}): MeterCommand => ({ type: 'MoveMeterOut', ...move, ...more })
const arrived: MeterEvent = {
  type: 'devices.MeterMovedIn',
  data: { number, moveId, sourceTenant: 'north', movedAt: now, reason: 'new boundary' },
}

describe('a meter that leaves its tenant', () => {
  test('takes its details along, not its type', () => {
    given(aMeter()).when(command()).then([out])
  })

  test('goes to another tenant than its own', () => {
    given(aMeter())
      .when(command({ targetTenant: 'north' }))
      .refused('move-to-itself')
  })

  test('leaves once', () => {
    given(moved()).when(command()).then([])
    given(moved())
      .when(command({ moveId: '018f0000-0000-7000-8000-000000000002' }))
      .refused('meter-moved-out', { number })
    given([]).when(command()).refused('meter-not-registered')
  })

  test('is not scrapped', () => {
    const scrapped: MeterEvent[] = [
      ...aMeter(),
      { type: 'devices.MeterRemoved', data: { number, happenedAt: '2026-02-02T08:00:00.000Z' } },
      { type: 'devices.MeterScrapped', data: { number, happenedAt: '2026-02-03T08:00:00.000Z' } },
    ]
    given(scrapped).when(command()).refused('meter-state-forbids')
  })

  test('is not registered, replaced or removed here any more', () => {
    given(moved()).when({ type: 'RegisterMeter', number, hasValve: true }).refused('meter-moved-out')
    given(moved())
      .when({ type: 'ReplaceMeter', number, replacedBy: '2', replacedAt: now, finalLitres: 1, initialLitres: 0 })
      .refused('meter-state-forbids')
    given(moved()).when({ type: 'RemoveMeter', number }).refused('meter-state-forbids')
  })

  test('comes back as it was where the other tenant refuses it, and not once it is there', () => {
    const back: MeterCommand = { type: 'ReturnMeter', number, moveId, cause: 'meter-already-registered' }
    const returned: MeterEvent = {
      type: 'devices.MeterMoveReturned',
      data: { number, moveId, cause: 'meter-already-registered', returnedAt: now, state: 'installed', since: '2026-02-01T08:00:00.000Z' },
    }
    given(moved()).when(back).then([returned])
    expect(stateAfter(meterDecider, [...moved(), returned])).toMatchObject({ departure: null, life: { state: 'installed' } })
    const finished: MeterEvent = { type: 'devices.MeterMoveFinished', data: { number, moveId, finishedAt: now } }
    given(moved()).when({ type: 'FinishMeterMove', number, moveId }).then([finished])
    given([...moved(), finished])
      .when(back)
      .then([])
  })
})

const finished: MeterEvent = { type: 'devices.MeterMoveFinished', data: { number, moveId, finishedAt: now } }
const away = (): MeterEvent[] => [...moved(), finished]
const returnId = '018f0000-0000-7000-8000-000000000003'
const returning = (more = {}): MeterCommand => ({
  type: 'ReceiveMeter',
  number,
  moveId: returnId,
  sourceTenant: 'south',
  targetTenant: 'north',
  reason: 'boundary as before',
  movedAt: now,
  state: 'installed',
  details,
  ...more,
})
const back = (state: 'installed' | 'stored' = 'installed'): MeterEvent => ({
  type: 'devices.MeterMovedBack',
  data: { number, moveId: returnId, sourceTenant: 'south', movedAt: now, reason: 'boundary as before', state },
})

describe('a meter that comes back to a tenant that it left', () => {
  test('continues its history there, once', () => {
    given(away()).when(returning()).then([back()])
    given([...away(), back()])
      .when(returning())
      .then([])
    expect(stateAfter(meterDecider, [...away(), back()])).toMatchObject({ departure: null, life: { state: 'installed', since: now } })
  })

  test('keeps its meter type, and takes over what the other tenant changed of its details', () => {
    const changed: MeterEvent = {
      type: 'devices.MeterDetailsChanged',
      data: { number, hasValve: true, name: 'Dairy', meterTypeId: 4, changedAt: now },
    }
    given(away())
      .when(returning({ details: { ...details, name: 'Dairy' } }))
      .then([back(), changed])
  })

  test('comes into storage where it was in no pipe of the other tenant, or was replaced here', () => {
    given(away())
      .when(returning({ state: 'removed' }))
      .then([back('stored')])
    const replaced: MeterEvent = {
      type: 'devices.MeterReplaced',
      data: { number, replacedBy: '2', replacedAt: '2026-02-10T08:00:00.000Z', finalLitres: 5, initialLitres: 0 },
    }
    given([...aMeter(), replaced, out, finished])
      .when(returning())
      .then([back('stored')])
  })

  test('ends the move with which it left where that was not recorded yet', () => {
    given(moved()).when(returning()).then([finished, back()])
  })

  test('may leave again, and a repeated move of before changes nothing', () => {
    const again = { ...move, moveId: '018f0000-0000-7000-8000-000000000004' }
    given([...away(), back()])
      .when(command({ moveId: again.moveId }))
      .then([{ type: 'devices.MeterMovedOut', data: { ...again, movedAt: now, state: 'installed', details } }])
    given([...away(), back()])
      .when(command())
      .then([])
    given([...away(), back()])
      .when({ type: 'FinishMeterMove', number, moveId })
      .then([])
  })

  // requirement of Meters: One tenant lets a meter go at most twenty times | /tenant/meterMove | POST /prod-api/business/meterMove
  test('leaves one tenant at most twenty times', () => {
    const idOf = (round: number, way: number) => `018f0000-0000-7000-8000-0000000${way}${String(round).padStart(4, '0')}`
    const rounds = Array.from({ length: departuresMax }, (_, round): MeterEvent[] => [
      { type: 'devices.MeterMovedOut', data: { ...move, moveId: idOf(round, 1), movedAt: now, state: 'installed', details } },
      { type: 'devices.MeterMovedBack', data: { ...move, moveId: idOf(round, 2), movedAt: now, state: 'installed' } },
    ])
    given([...aMeter(), ...rounds.flat()])
      .when(command())
      .refused('meter-moved-too-often', { number, departures: departuresMax })
  })
})

describe('the tenant that a meter comes to', () => {
  const receive: MeterCommand = { type: 'ReceiveMeter', ...move, movedAt: now, state: 'installed', details }

  test('registers it with its details, once', () => {
    const registered: MeterEvent = { type: 'devices.MeterRegistered', data: { ...details, registeredAt: now } }
    given([]).when(receive).then([registered, arrived])
    given([registered, arrived]).when(receive).then([])
  })

  test('takes a meter that was not in the pipe into storage', () => {
    given([])
      .when({ ...receive, state: 'removed' } as MeterCommand)
      .then([
        { type: 'devices.MeterRegistered', data: { ...details, registeredAt: now } },
        arrived,
        { type: 'devices.MeterStored', data: { number, happenedAt: now } },
      ])
  })

  test('refuses a number that it has', () => {
    given(aMeter()).when(receive).refused('meter-already-registered')
  })
})
