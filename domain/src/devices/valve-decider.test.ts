import type { OperateValve } from '@nightflow/schemas/devices/operate-valve'
import { describe, expect, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { type ValveEvent, valveDecider } from './valve-decider.ts'

const given = specificationOf(valveDecider)

const first = '00000000-0000-4000-8000-000000000001'
const second = '00000000-0000-4000-8000-000000000002'
const about = { number: '10001', operationId: first }
const requestedAt = '2026-03-02T08:00:00.000Z'
const expiresAt = '2026-03-02T08:15:00.000Z'
const inTime = { now: '2026-03-02T08:05:00.000Z' }
const tooLate = { now: expiresAt }

const ask = (details: Partial<OperateValve> = {}): OperateValve => ({ type: 'OperateValve', ...about, position: 'closed', ...details })
const send = { type: 'MarkValveOperationSent', ...about } as const
const confirm = { type: 'ConfirmValveOperation', ...about } as const
const fail = { type: 'FailValveOperation', ...about, reason: 'the motor is stuck' } as const
const expire = { type: 'ExpireValveOperation', ...about } as const

const closingRequested: ValveEvent = {
  type: 'devices.ValveClosingRequested',
  data: { ...about, requestedAt, expiresAt, closingReason: 'manual' },
}
const sent: ValveEvent = { type: 'devices.ValveOperationSent', data: { ...about, sentAt: inTime.now } }
const closed: ValveEvent = { type: 'devices.ValveClosed', data: { ...about, confirmedAt: inTime.now } }
const failed: ValveEvent = { type: 'devices.ValveOperationFailed', data: { ...about, reason: 'the motor is stuck', failedAt: inTime.now } }
const expired: ValveEvent = { type: 'devices.ValveOperationExpired', data: { ...about, expiredAt: tooLate.now } }

const laterOpening: ValveEvent = {
  type: 'devices.ValveOpeningRequested',
  data: { number: '10001', operationId: second, requestedAt: tooLate.now, expiresAt: '2026-03-02T08:30:00.000Z', closingReason: 'manual' },
}
const laterOpened: ValveEvent = { type: 'devices.ValveOpened', data: { number: '10001', operationId: second, confirmedAt: tooLate.now } }

const requested = [closingRequested]
const underWay = [closingRequested, sent]

describe('asking for a valve to move', () => {
  test('an order waits a quarter of an hour for its confirmation', () => {
    given([]).when(ask(), { now: requestedAt }).then([closingRequested])
  })

  test('the reason for an opening is kept', () => {
    given([])
      .when(ask({ position: 'open', reason: 'bill paid' }))
      .then([
        { type: 'devices.ValveOpeningRequested', data: { ...about, requestedAt, expiresAt, closingReason: 'manual', reason: 'bill paid' } },
      ])
  })

  test('asking twice is asking once, even after the end', () => {
    given(requested).when(ask()).then([])
    given([...underWay, closed])
      .when(ask())
      .then([])
  })

  test('a valve takes one order at a time', () => {
    given(requested)
      .when(ask({ operationId: second }), inTime)
      .refused('valve-operation-pending', { operationId: first })
    given(underWay)
      .when(ask({ operationId: second }), inTime)
      .refused('valve-operation-pending')
  })

  test('an order past its deadline makes way for the next', () => {
    given(underWay)
      .when(ask({ operationId: second, position: 'open' }), tooLate)
      .then([expired, laterOpening])
  })

  test('after an end a new order is taken', () => {
    for (const end of [closed, failed, expired])
      given([...underWay, end])
        .when(ask({ operationId: second, position: 'open' }), tooLate)
        .then([laterOpening])
  })

  test('the name of one order cannot be used for the opposite', () => {
    given(requested)
      .when(ask({ position: 'open' }), inTime)
      .refused('valve-operation-pending')
    given([...underWay, closed])
      .when(ask({ position: 'open' }), inTime)
      .refused('valve-operation-over')
  })
})

describe('sending an order', () => {
  test('a gateway takes the order', () => {
    given(requested).when(send, inTime).then([sent])
  })

  test('taking it again changes nothing, also after the end', () => {
    given(underWay).when(send, inTime).then([])
    given([...underWay, closed])
      .when(send, inTime)
      .then([])
  })

  test('an order past its deadline is not sent any more', () => {
    given(requested).when(send, tooLate).refused('valve-operation-over')
  })

  test('an order that ended unsent is not sent any more', () => {
    for (const end of [closed, failed, expired])
      given([...requested, end])
        .when(send, inTime)
        .refused('valve-operation-over')
  })
})

describe('confirming an order', () => {
  test('a closing ends closed and an opening ends open', () => {
    given(underWay).when(confirm, inTime).then([closed])
    given([laterOpening])
      .when({ ...confirm, operationId: second }, tooLate)
      .then([laterOpened])
  })

  test('a device may answer before the gateway says that it sent the order', () => {
    given(requested).when(confirm, inTime).then([closed])
  })

  test('confirming again changes nothing', () => {
    given([...underWay, closed])
      .when(confirm, inTime)
      .then([])
  })

  test('a confirmation past the deadline is kept, expired or not: the valve did move', () => {
    given(underWay)
      .when(confirm, tooLate)
      .then([{ type: 'devices.ValveClosed', data: { ...about, confirmedAt: tooLate.now } }])
    given([...underWay, expired])
      .when(confirm, tooLate)
      .then([{ type: 'devices.ValveClosed', data: { ...about, confirmedAt: tooLate.now } }])
    given([...underWay, expired, laterOpening])
      .when(confirm, tooLate)
      .then([{ type: 'devices.ValveClosed', data: { ...about, confirmedAt: tooLate.now } }])
  })

  test('a late confirmation does not overrule a newer confirmed order', () => {
    given([...underWay, expired, laterOpening, laterOpened])
      .when(confirm, tooLate)
      .refused('valve-operation-over')
  })

  test('a failed order cannot be confirmed', () => {
    given([...underWay, failed])
      .when(confirm, inTime)
      .refused('valve-operation-over')
  })
})

describe('orders that come to nothing', () => {
  test('a failure is kept with its reason, once', () => {
    given(underWay).when(fail, inTime).then([failed])
    given([...underWay, failed])
      .when({ ...fail, reason: 'no radio' }, inTime)
      .then([])
  })

  test('a confirmed or expired order cannot fail', () => {
    for (const end of [closed, expired])
      given([...underWay, end])
        .when(fail, inTime)
        .refused('valve-operation-over')
  })

  test('an order expires at its deadline, once, and not before', () => {
    given(underWay).when(expire, inTime).refused('valve-operation-pending', { operationId: first, expiresAt })
    given(underWay).when(expire, tooLate).then([expired])
    given([...underWay, expired])
      .when(expire, tooLate)
      .then([])
  })

  test('an order that ended otherwise cannot expire', () => {
    for (const end of [closed, failed])
      given([...underWay, end])
        .when(expire, tooLate)
        .refused('valve-operation-over')
  })

  test('an unknown order cannot be settled', () => {
    for (const command of [send, confirm, fail, expire]) given([]).when(command).refused('valve-operation-unknown', { operationId: first })
  })
})

test('the stream is named after the meter that carries the valve', () => {
  expect(valveDecider.streamOf(ask())).toBe('devices-valve-10001')
})
