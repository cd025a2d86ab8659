import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { type ValveEvent, valveDecider } from './valve-decider.ts'

const given = specificationOf(valveDecider)

const number = '10001'
const operation = (nth: number) => `00000000-0000-4000-8000-00000000000${nth}`
const batchId = '11111111-0000-4000-8000-000000000000'
const at = '2026-03-02T08:00:00.000Z'
const expiresAt = '2026-03-02T08:15:00.000Z'
const retryOf = (nth: number) =>
  ({ type: 'RetryValveOperation', number, operationId: operation(nth), retryId: operation(nth + 1) }) as const

const closing = (nth: number, more: object = {}): ValveEvent => ({
  type: 'devices.ValveClosingRequested',
  data: { number, operationId: operation(nth), requestedAt: at, expiresAt, closingReason: 'manual', ...more },
})
const opening = (nth: number): ValveEvent => ({ ...closing(nth), type: 'devices.ValveOpeningRequested' }) as ValveEvent
const failed = (nth: number, reason: string, more: object = {}): ValveEvent => ({
  type: 'devices.ValveOperationFailed',
  data: { number, operationId: operation(nth), reason, failedAt: at, ...more },
})
const expired = (nth: number, more: object = {}): ValveEvent => ({
  type: 'devices.ValveOperationExpired',
  data: { number, operationId: operation(nth), expiredAt: at, ...more },
})

describe('an operation that may succeed later is given again', () => {
  test.each(['no-answer', 'downlink-not-acknowledged', 'no-reason', 'network-server-failed'])('after %s', (reason) => {
    given([closing(1), failed(1, reason)])
      .when(retryOf(1))
      .then([closing(2, { attempt: 2 })])
  })

  test('after its deadline, for the same reason and in the same batch', () => {
    given([closing(1, { reason: 'Burst', batchId }), expired(1)])
      .when(retryOf(1))
      .then([closing(2, { reason: 'Burst', batchId, attempt: 2 })])
  })

  // requirement of Valves and downlinks: A failed or expired operation is requested again a bounded number of times, with pauses that grow | – | –
  test('three times in all', () => {
    const twice = [closing(1), expired(1), closing(2, { attempt: 2 }), expired(2, { attempt: 2 })]
    given(twice)
      .when(retryOf(2))
      .then([closing(3, { attempt: 3 })])
    given([...twice, closing(3, { attempt: 3 }), expired(3, { attempt: 3 })])
      .when(retryOf(3))
      .refused('valve-operation-over')
  })

  test('once: a repeated retry is the same operation', () => {
    given([closing(1), expired(1), closing(2, { attempt: 2 })])
      .when(retryOf(1))
      .then([])
  })

  test('with the number of the attempt in its end', () => {
    given([closing(2, { attempt: 2 })])
      .when({ type: 'FailValveOperation', number, operationId: operation(2), reason: 'no-answer' })
      .then([failed(2, 'no-answer', { attempt: 2 })])
  })
})

describe('an operation is not given again', () => {
  test.each(['motor-blocked', 'no-such-valve', 'tampered', 'refused', 'battery-low', 'superseded'])('after %s', (reason) => {
    given([closing(1), failed(1, reason)])
      .when(retryOf(1))
      .refused('valve-operation-over')
  })

  test('while it is under way, or after its success', () => {
    given([closing(1)])
      .when(retryOf(1))
      .refused('valve-operation-over')
    given([closing(1), { type: 'devices.ValveClosed', data: { number, operationId: operation(1), confirmedAt: at } }])
      .when(retryOf(1))
      .refused('valve-operation-over')
  })

  test('when a newer one was ordered', () => {
    given([closing(1), expired(1), opening(3), expired(3)])
      .when(retryOf(1))
      .refused('valve-operation-over')
  })

  test('when the other position is wanted by now', () => {
    const freeze = { closingReason: 'freeze' }
    given([
      closing(1, freeze),
      expired(1),
      { type: 'devices.ValveClosingReasonAdded', data: { number, closingReason: 'arrears', addedAt: at } },
    ])
      .when(retryOf(1))
      .then([closing(2, { ...freeze, attempt: 2 })])
    given([closing(1), expired(1), { type: 'devices.ValveClosingReasonRemoved', data: { number, closingReason: 'manual', removedAt: at } }])
      .when(retryOf(1))
      .refused('valve-operation-over')
  })

  test('when it is unknown', () => {
    given([]).when(retryOf(1)).refused('valve-operation-unknown')
  })
})
