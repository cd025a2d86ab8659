import type { ChangeMeterDetails, MeterDetailsChanged } from '@nightflow/schemas/devices/change-meter-details'
import type { MeterRegistered, RegisterMeter } from '@nightflow/schemas/devices/register-meter'
import type { ReplaceMeter } from '@nightflow/schemas/devices/replace-meter'
import { describe, expect, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { type MeterEvent, meterDecider } from './meter-decider.ts'

const given = specificationOf(meterDecider)

const register = (details: Partial<RegisterMeter> = {}): RegisterMeter => ({
  type: 'RegisterMeter',
  number: '10001',
  hasValve: false,
  ...details,
})
const replace = (details: Partial<ReplaceMeter> = {}): ReplaceMeter => ({
  type: 'ReplaceMeter',
  number: '10001',
  replacedBy: '20002',
  replacedAt: '2026-03-01T09:30:00.000Z',
  finalLitres: 812_345,
  initialLitres: 3,
  ...details,
})

const aRegisteredMeter = (details: Partial<MeterRegistered> = {}): MeterEvent[] => [
  {
    type: 'devices.MeterRegistered',
    data: { number: '10001', hasValve: false, timeZone: 'Europe/Rome', registeredAt: '2026-02-01T08:00:00.000Z', ...details },
  },
]
const { type: _, ...replacement } = replace()
const aReplacedMeter = (): MeterEvent[] => [...aRegisteredMeter(), { type: 'devices.MeterReplaced', data: replacement }]

describe('registering a meter', () => {
  test('a new meter takes the zone of its tenant when it names none', () => {
    given([])
      .when(register({ caliberMillimetres: 20 }))
      .then([
        {
          type: 'devices.MeterRegistered',
          data: {
            number: '10001',
            hasValve: false,
            caliberMillimetres: 20,
            timeZone: 'Europe/Rome',
            registeredAt: '2026-03-02T08:00:00.000Z',
          },
        },
      ])
  })

  test('a new meter keeps the zone it names', () => {
    given([])
      .when(register({ timeZone: 'Asia/Jakarta' }))
      .then(aRegisteredMeter({ timeZone: 'Asia/Jakarta', registeredAt: '2026-03-02T08:00:00.000Z' }))
  })

  test('registering with the same details again changes nothing', () => {
    given(aRegisteredMeter({ name: 'Pump house' }))
      .when(register({ name: 'Pump house' }))
      .then([])
  })

  test('a details key without a value is the same as a key left out', () => {
    given(aRegisteredMeter())
      .when(register({ name: undefined }))
      .then([])
  })

  test('a zone left out says nothing against the zone the meter has', () => {
    given(aRegisteredMeter({ timeZone: 'Asia/Jakarta' }))
      .when(register())
      .then([])
  })

  test('registering a replaced meter again changes nothing', () => {
    given(aReplacedMeter()).when(register()).then([])
  })

  test('a registered meter refuses other details', () => {
    given(aRegisteredMeter())
      .when(register({ registerWidthLitres: 1e6 }))
      .refused('meter-already-registered', { number: '10001' })
    given(aRegisteredMeter({ name: 'Pump house' }))
      .when(register())
      .refused('meter-already-registered')
  })
})

describe('replacing a meter', () => {
  test('a registered meter leaves with its last register and names its successor', () => {
    given(aRegisteredMeter())
      .when(replace())
      .then([{ type: 'devices.MeterReplaced', data: replacement }])
  })

  test('the moment is kept in UTC', () => {
    given(aRegisteredMeter())
      .when(replace({ replacedAt: '2026-03-01T10:30:00+01:00' }))
      .then([{ type: 'devices.MeterReplaced', data: replacement }])
  })

  test('replacing in the same way again changes nothing, however the instant is written', () => {
    given(aReplacedMeter())
      .when(replace({ replacedAt: '2026-03-01T10:30:00+01:00' }))
      .then([])
  })

  test('a meter that was in the pipe before it was registered here may have been replaced before that', () => {
    const installed = aRegisteredMeter({ installedAt: '2020-05-01T00:00:00Z' })
    const { type: __, ...early } = replace({ replacedAt: '2025-06-01T10:00:00.000Z' })
    given(installed)
      .when({ type: 'ReplaceMeter', ...early })
      .then([{ type: 'devices.MeterReplaced', data: early }])
    given(installed)
      .when(replace({ replacedAt: '2020-04-30T00:00:00Z' }))
      .refused('replacement-before-registration')
  })

  test('refusals come in this order', () => {
    const before = '2026-01-31T23:00:00.000Z'
    given([])
      .when(replace({ replacedBy: '10001', replacedAt: before }))
      .refused('meter-not-registered')
    given(aReplacedMeter())
      .when(replace({ replacedBy: '10001', replacedAt: before }))
      .refused('meter-replaces-itself')
    given(aReplacedMeter())
      .when(replace({ replacedBy: '30003', replacedAt: before }))
      .refused('meter-already-replaced', { replacedBy: '20002' })
    given(aRegisteredMeter())
      .when(replace({ replacedAt: before }))
      .refused('replacement-before-registration')
    given(aRegisteredMeter())
      .when(replace({ replacedAt: '2026-03-02T08:00:00.001Z' }))
      .refused('replacement-in-future')
  })
})

describe('changing the details of a meter', () => {
  const change = (details: Partial<ChangeMeterDetails> = {}): ChangeMeterDetails => ({
    type: 'ChangeMeterDetails',
    number: '10001',
    hasValve: false,
    ...details,
  })
  const changedTo = (details: Partial<MeterDetailsChanged>): MeterEvent => ({
    type: 'devices.MeterDetailsChanged',
    data: { number: '10001', hasValve: false, ...details, changedAt: '2026-03-02T08:00:00.000Z' },
  })

  test('one detail erased the others: what is absent stays, and null is stated no longer', () => {
    const hotel = aRegisteredMeter({ caliberMillimetres: 15, name: 'Hotel', maximumFlowLitresPerHour: 900 })
    given(hotel)
      .when(change({ caliberMillimetres: 100, reason: 'was DN 15' }))
      .then([changedTo({ caliberMillimetres: 100, name: 'Hotel', maximumFlowLitresPerHour: 900, reason: 'was DN 15' })])
    given(hotel)
      .when(change({ name: null, maximumFlowLitresPerHour: null }))
      .then([changedTo({ caliberMillimetres: 15 })])
    given(hotel).when({ type: 'ChangeMeterDetails', number: '10001' }).then([])
  })

  test('changes nothing where they are so already, also of a meter that was replaced', () => {
    given([...aRegisteredMeter(), changedTo({ caliberMillimetres: 100 })])
      .when(change({ caliberMillimetres: 100 }))
      .then([])
    given(aReplacedMeter())
      .when(change({ name: 'old' }))
      .then([changedTo({ name: 'old' })])
  })

  test('needs a registered meter', () => {
    given([]).when(change()).refused('meter-not-registered')
  })
})

describe('recording a reset of the register', () => {
  const reset = {
    type: 'RecordRegisterReset',
    number: '10001',
    resetAt: '2026-03-01T10:00:00+01:00',
    finalLitres: 220,
    initialLitres: 0,
  } as const
  const { type: __, ...details } = reset
  const recorded: MeterEvent = { type: 'devices.RegisterResetRecorded', data: { ...details, resetAt: '2026-03-01T09:00:00.000Z' } }

  test('keeps when it was, with the register before and after', () => {
    given(aRegisteredMeter()).when(reset).then([recorded])
    given([...aRegisteredMeter(), recorded])
      .when(reset)
      .then([])
  })

  test('corrects one of the same instant', () => {
    given([...aRegisteredMeter(), recorded])
      .when({ ...reset, finalLitres: 221 })
      .then([{ type: 'devices.RegisterResetRecorded', data: { ...details, resetAt: '2026-03-01T09:00:00.000Z', finalLitres: 221 } }])
  })

  test('is not of the future, nor of a meter that is not registered', () => {
    given(aRegisteredMeter())
      .when({ ...reset, resetAt: '2026-03-02T08:00:01Z' })
      .refused('reset-in-future')
    given([]).when(reset).refused('meter-not-registered')
  })
})

describe('withdrawing a reset of the register', () => {
  const resetAt = '2026-03-01T09:00:00.000Z'
  const reset: MeterEvent = {
    type: 'devices.RegisterResetRecorded',
    data: { number: '10001', resetAt, finalLitres: 220, initialLitres: 0 },
  }
  const withdraw = {
    type: 'WithdrawRegisterReset',
    number: '10001',
    resetAt: '2026-03-01T10:00:00+01:00',
    reason: 'another meter was meant',
  } as const
  const { type: __, ...asked } = withdraw
  const data = { ...asked, resetAt, withdrawnBy: 'user:clerk', withdrawnAt: '2026-03-02T08:00:00.000Z' }
  const withdrawn: MeterEvent = { type: 'devices.RegisterResetWithdrawn', data }

  test('says who withdrew it and why, however the instant is written', () => {
    given([...aRegisteredMeter(), reset])
      .when(withdraw)
      .then([withdrawn])
  })
  test('is of a reset that there is, once', () => {
    given(aRegisteredMeter()).when(withdraw).refused('reset-not-found')
    given([...aRegisteredMeter(), reset, withdrawn])
      .when(withdraw)
      .refused('reset-not-found')
    given([]).when(withdraw).refused('meter-not-registered')
  })
})

test('the stream is named after the meter', () => {
  expect(meterDecider.streamOf(register())).toBe('devices-meter-10001')
})
