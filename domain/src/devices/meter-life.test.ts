import type { MeterRegistered, RegisterMeter } from '@nightflow/schemas/devices/register-meter'
import { describe, expect, test } from 'vitest'
import { specificationOf, stateAfter } from '../shared/decider-specification.ts'
import { type MeterCommand, type MeterEvent, meterDecider } from './meter-decider.ts'

const given = specificationOf(meterDecider)
const number = '10001'

const aMeter = (details: Partial<MeterRegistered> = {}): MeterEvent[] => [
  {
    type: 'devices.MeterRegistered',
    data: { number, hasValve: false, timeZone: 'Europe/Rome', registeredAt: '2026-02-01T08:00:00.000Z', ...details },
  },
]
const at = (happenedAt: string) => ({ number, happenedAt })
const stored = (): MeterEvent[] => [...aMeter(), { type: 'devices.MeterStored', data: at('2026-02-01T08:00:00.000Z') }]
const issued = (): MeterEvent[] => [...stored(), { type: 'devices.MeterIssued', data: at('2026-02-02T08:00:00.000Z') }]
const installed = (): MeterEvent[] => [...issued(), { type: 'devices.MeterInstalled', data: at('2026-02-03T08:00:00.000Z') }]
const removed = (): MeterEvent[] => [...installed(), { type: 'devices.MeterRemoved', data: at('2026-02-04T08:00:00.000Z') }]
const scrapped = (): MeterEvent[] => [...removed(), { type: 'devices.MeterScrapped', data: at('2026-02-05T08:00:00.000Z') }]
const replaced = (): MeterEvent[] => [
  ...aMeter(),
  {
    type: 'devices.MeterReplaced',
    data: { number, replacedBy: '20002', replacedAt: '2026-02-03T08:00:00.000Z', finalLitres: 1, initialLitres: 0 },
  },
]
const step = (type: 'StoreMeter' | 'IssueMeter' | 'InstallMeter' | 'RemoveMeter' | 'ScrapMeter', more = {}): MeterCommand => ({
  type,
  number,
  ...more,
})
const now = '2026-03-02T08:00:00.000Z'

describe('the life of a meter', () => {
  test('a registration alone is an installed meter', () => {
    expect(stateAfter(meterDecider, aMeter())).toMatchObject({ life: { state: 'installed', since: '2026-02-01T08:00:00.000Z' } })
  })

  test('a meter is registered into storage', () => {
    const command: RegisterMeter = { type: 'RegisterMeter', number, hasValve: false, isStored: true }
    given([])
      .when(command)
      .then([
        { type: 'devices.MeterRegistered', data: { number, hasValve: false, timeZone: 'Europe/Rome', registeredAt: now } },
        { type: 'devices.MeterStored', data: { number, happenedAt: now } },
      ])
  })

  test.each([
    ['stored to issued', stored(), 'IssueMeter', 'devices.MeterIssued'],
    ['issued to installed', issued(), 'InstallMeter', 'devices.MeterInstalled'],
    ['issued back to stored', issued(), 'StoreMeter', 'devices.MeterStored'],
    ['installed to removed', installed(), 'RemoveMeter', 'devices.MeterRemoved'],
    ['removed to stored', removed(), 'StoreMeter', 'devices.MeterStored'],
    ['removed to scrapped', removed(), 'ScrapMeter', 'devices.MeterScrapped'],
    ['stored to scrapped', stored(), 'ScrapMeter', 'devices.MeterScrapped'],
    ['replaced to stored', replaced(), 'StoreMeter', 'devices.MeterStored'],
  ] as const)('leads from %s', (_, before, command, event) => {
    given(before)
      .when(step(command, { reason: 'works order 7' }))
      .then([{ type: event, data: { number, happenedAt: now, reason: 'works order 7' } }])
  })

  test.each([
    ['a meter in the pipe is not issued', installed(), 'IssueMeter'],
    ['a meter in storage is not installed before it is issued', stored(), 'InstallMeter'],
    ['a meter in the pipe is not scrapped', installed(), 'ScrapMeter'],
    ['an issued meter is not removed', issued(), 'RemoveMeter'],
    ['a scrapped meter is not stored', scrapped(), 'StoreMeter'],
  ] as const)('%s', (_, before, command) => {
    given(before).when(step(command)).refused('meter-state-forbids')
  })

  test('a replaced meter goes into no pipe again', () => {
    given([...replaced(), { type: 'devices.MeterStored', data: at('2026-02-04T08:00:00.000Z') }])
      .when(step('IssueMeter'))
      .refused('meter-already-replaced')
  })

  test('a step that was taken changes nothing, and one without a meter is refused', () => {
    given(issued()).when(step('IssueMeter')).then([])
    given([]).when(step('IssueMeter')).refused('meter-not-registered')
  })

  test('a step is stated for a time between the last step and now', () => {
    given(issued())
      .when(step('InstallMeter', { happenedAt: '2026-02-10T09:00:00+01:00' }))
      .then([{ type: 'devices.MeterInstalled', data: at('2026-02-10T08:00:00.000Z') }])
    given(issued())
      .when(step('InstallMeter', { happenedAt: '2026-02-01T08:00:00Z' }))
      .refused('step-before-last')
    given(issued())
      .when(step('InstallMeter', { happenedAt: '2026-03-03T08:00:00Z' }))
      .refused('step-in-future')
  })

  test('only an installed meter is replaced', () => {
    const replace = { type: 'ReplaceMeter', number, replacedBy: '20002', replacedAt: now, finalLitres: 1, initialLitres: 0 } as const
    given(issued()).when(replace).refused('meter-state-forbids')
    given(removed()).when(replace).refused('meter-state-forbids')
  })
})

describe('a peak period', () => {
  const register = (details: Partial<RegisterMeter>): RegisterMeter => ({ type: 'RegisterMeter', number, hasValve: false, ...details })

  test('that is on needs a start and a different end', () => {
    given([])
      .when(register({ peak2Switch: true }))
      .refused('peak-period-incomplete', { period: 2 })
    given([])
      .when(register({ peak3Switch: true, peak3Start: '06:00' }))
      .refused('peak-period-incomplete', { period: 3 })
    given([])
      .when(register({ peak1Switch: true, peak1Start: '06:00', peak1End: '06:00' }))
      .refused('peak-period-incomplete', { period: 1 })
    given(aMeter()).when({ type: 'ChangeMeterDetails', number, hasValve: false, peak1Switch: true }).refused('peak-period-incomplete')
  })

  test('that is off needs nothing, and one across midnight is a period', () => {
    const details = { peak1Switch: false, peak2Switch: true, peak2Start: '22:00', peak2End: '02:00' }
    given([])
      .when(register(details))
      .then([
        {
          type: 'devices.MeterRegistered',
          data: { number, hasValve: false, timeZone: 'Europe/Rome', registeredAt: now, ...details },
        },
      ])
  })
})

describe('the group of a meter', () => {
  const group = (meterGroupId: number | null): MeterCommand => ({
    type: 'GroupMeter',
    number,
    meterGroupId,
    meterGroupName: meterGroupId === null ? null : 'Canal Street',
  })
  const grouped: MeterEvent = { type: 'devices.MeterGrouped', data: { number, meterGroupId: 3, meterGroupName: 'Canal Street' } }

  test('is assigned once, and taken away', () => {
    given(aMeter()).when(group(3)).then([grouped])
    given([...aMeter(), grouped])
      .when(group(3))
      .then([])
    given([...aMeter(), grouped])
      .when(group(null))
      .then([{ type: 'devices.MeterGrouped', data: { number, meterGroupId: null, meterGroupName: null } }])
    given([]).when(group(3)).refused('meter-not-registered')
  })
})
