import type { ClosingReason } from '@nightflow/schemas/devices/operate-valve'
import { describe, expect, test } from 'vitest'
import { specificationOf, stateAfter } from '../shared/decider-specification.ts'
import { type ValveEvent, valveDecider } from './valve-decider.ts'

const given = specificationOf(valveDecider)

const number = '10001'
const operation = (nth: number) => `00000000-0000-4000-8000-00000000000${nth}`
const at = '2026-03-02T08:00:00.000Z'
const now = { now: at }
const expiresAt = '2026-03-02T08:15:00.000Z'
const tooLate = { now: expiresAt }

const add = (closingReason: ClosingReason, nth = 9) =>
  ({ type: 'AddClosingReason', number, closingReason, operationId: operation(nth) }) as const
const remove = (closingReason: ClosingReason, nth = 9) =>
  ({ type: 'RemoveClosingReason', number, closingReason, operationId: operation(nth) }) as const
const order = (position: 'open' | 'closed', nth = 9) => ({ type: 'OperateValve', number, position, operationId: operation(nth) }) as const

const requested = (type: 'Closing' | 'Opening', closingReason: ClosingReason, nth: number, requestedAt = at): ValveEvent => ({
  type: `devices.Valve${type}Requested`,
  data: {
    number,
    operationId: operation(nth),
    requestedAt,
    expiresAt: new Date(Date.parse(requestedAt) + 900_000).toISOString(),
    closingReason,
  },
})
const confirmed = (type: 'Closed' | 'Opened', nth: number): ValveEvent => ({
  type: `devices.Valve${type}`,
  data: { number, operationId: operation(nth), confirmedAt: at },
})
const superseded = (nth: number): ValveEvent => ({
  type: 'devices.ValveOperationFailed',
  data: { number, operationId: operation(nth), reason: 'superseded', failedAt: at },
})
const added = (closingReason: ClosingReason, order: { operationId?: string; joins?: string } = {}): ValveEvent => ({
  type: 'devices.ValveClosingReasonAdded',
  data: { number, closingReason, addedAt: at, ...order },
})
const removed = (closingReason: ClosingReason): ValveEvent => ({
  type: 'devices.ValveClosingReasonRemoved',
  data: { number, closingReason, removedAt: at },
})

const closedFor = (closingReason: ClosingReason, ...others: ClosingReason[]) => [
  requested('Closing', closingReason, 1),
  confirmed('Closed', 1),
  ...others.map((other) => added(other)),
]

describe('a valve is closed while any reason holds', () => {
  test.each(['freeze', 'arrears', 'emergency', 'manual'] as const)('the first reason, %s, closes it', (closingReason) => {
    given([])
      .when(add(closingReason), now)
      .then([requested('Closing', closingReason, 9)])
  })

  test('a further reason for a closed valve needs no operation', () => {
    given(closedFor('freeze'))
      .when(add('arrears'), now)
      .then([added('arrears', { operationId: operation(9) })])
  })

  test('a further reason joins a closing that is under way', () => {
    given([requested('Closing', 'freeze', 1)])
      .when(add('arrears'), now)
      .then([added('arrears', { operationId: operation(9), joins: operation(1) })])
  })

  test('a reason that holds already changes nothing', () => {
    given(closedFor('freeze', 'arrears')).when(add('arrears'), now).then([])
  })

  test('a reason replaces an opening that is under way', () => {
    given([requested('Opening', 'manual', 1)])
      .when(add('freeze'), now)
      .then([superseded(1), requested('Closing', 'freeze', 9)])
  })

  test('a further reason closes again where the last closing failed', () => {
    given([requested('Closing', 'freeze', 1), { ...superseded(1), data: { ...superseded(1).data, reason: 'no-answer' } } as ValveEvent])
      .when(add('arrears'), now)
      .then([requested('Closing', 'arrears', 9)])
  })

  test('a closing past its deadline is expired and given again', () => {
    given([requested('Closing', 'freeze', 1)])
      .when(add('arrears'), tooLate)
      .then([
        { type: 'devices.ValveOperationExpired', data: { number, operationId: operation(1), expiredAt: tooLate.now } },
        requested('Closing', 'arrears', 9, tooLate.now),
      ])
  })

  test('the words of the reason are kept', () => {
    given([])
      .when({ ...add('emergency'), reason: 'Burst in Canal Street' }, now)
      .then([
        {
          type: 'devices.ValveClosingRequested',
          data: {
            number,
            operationId: operation(9),
            requestedAt: at,
            expiresAt,
            closingReason: 'emergency',
            reason: 'Burst in Canal Street',
          },
        },
      ])
  })
})

describe('removing one reason opens the valve only when none is left', () => {
  test('the last one opens it', () => {
    given(closedFor('freeze'))
      .when(remove('freeze'), now)
      .then([requested('Opening', 'freeze', 9)])
  })

  test.each([
    ['freeze', 'manual'],
    ['freeze', 'arrears'],
    ['arrears', 'emergency'],
    ['manual', 'freeze'],
    // requirement of Valves and downlinks: A freeze, an arrears closing and a manual close are different reasons for one closed valve and do not undo each other | /device/meters | GET /api/v1/meters/:number
  ] as const)('without %s it stays closed for %s', (one, other) => {
    given(closedFor(one, other))
      .when(remove(one), now)
      .then([removed(one)])
  })

  test('a reason that does not hold is removed without effect', () => {
    given(closedFor('freeze')).when(remove('arrears'), now).then([])
    given([]).when(remove('freeze'), now).then([])
  })

  test('an opening replaces a closing that is under way', () => {
    given([requested('Closing', 'freeze', 1)])
      .when(remove('freeze'), now)
      .then([superseded(1), requested('Opening', 'freeze', 9)])
  })

  test('a repeated command is the same operation', () => {
    const unfrozen = [...closedFor('freeze'), requested('Opening', 'freeze', 2), confirmed('Opened', 2)]
    given(unfrozen).when(add('freeze', 1), now).then([])
    given([...unfrozen, requested('Closing', 'freeze', 3)])
      .when(remove('freeze', 2), now)
      .then([])
  })
})

describe('a person who opens a valve', () => {
  test('opens one that a person closed', () => {
    given(closedFor('manual'))
      .when(order('open'), now)
      .then([requested('Opening', 'manual', 9)])
  })

  test.each([
    ['freeze', 'valve-closed-for-freeze'],
    ['arrears', 'valve-closed-for-arrears'],
    ['emergency', 'valve-closed-in-emergency'],
  ] as const)('is refused while %s holds, and the refusal names it', (closingReason, refusal) => {
    given(closedFor(closingReason)).when(order('open'), now).refused(refusal)
    given(closedFor('manual', closingReason)).when(order('open'), now).refused(refusal)
  })

  test('reads of the emergency first, then of the freeze', () => {
    given(closedFor('arrears', 'freeze', 'emergency'))
      .when(order('open'), now)
      .refused('valve-closed-in-emergency')
    given(closedFor('arrears', 'freeze')).when(order('open'), now).refused('valve-closed-for-freeze')
  })

  test('opens it after the freeze has ended', () => {
    given([...closedFor('manual', 'freeze'), removed('freeze')])
      .when(order('open'), now)
      .then([requested('Opening', 'manual', 9)])
  })
})

test('a person who closes a frozen valve gives a reason that outlasts the freeze', () => {
  const both = [...closedFor('freeze'), requested('Closing', 'manual', 2), confirmed('Closed', 2)]
  given(closedFor('freeze'))
    .when(order('closed', 2), now)
    .then([requested('Closing', 'manual', 2)])
  expect([...stateAfter(valveDecider, both).closingReasons]).toEqual(['freeze', 'manual'])
  given(both)
    .when(remove('freeze'), now)
    .then([removed('freeze')])
})

test('reasons hold whether or not the device carried the order out', () => {
  given([requested('Closing', 'freeze', 1), { ...superseded(1), data: { ...superseded(1).data, reason: 'motor-blocked' } } as ValveEvent])
    .when(order('open'), now)
    .refused('valve-closed-for-freeze')
})
