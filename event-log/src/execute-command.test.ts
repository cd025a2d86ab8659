import { isRejection, rejected } from '@nightflow/schemas/shared/rejections'
import { describe, expect, test } from 'vitest'
import type { EventLog } from './event-log.ts'
import { decisionsAfterConflict, executeCommand, type Forbids, loadGuard } from './execute-command.ts'
import { createMemoryEventLog } from './memory/memory-event-log.ts'

const operationId = '6f1f0a2e-7a41-4b7e-9d6e-0f3f5c8d2a10'
type Confirm = { type: 'Confirm'; number: string }
type Confirmed = { type: 'devices.ValveOpened'; data: { number: string; operationId: string; confirmedAt: string } }

/** A valve that may be confirmed open three times, and for which confirming meter "0" is confirming nothing. */
const decider = {
  streamOf: (command: Confirm) => `devices-valve-${command.number}`,
  initialState: 0,
  evolve: (confirmations: number, _event: Confirmed) => confirmations + 1,
  decide: {
    Confirm: (command: Confirm, confirmations: number, context: { now: string }) => {
      if (confirmations === 3) return rejected('valve-operation-over')
      if (command.number === '0') return []
      return [{ type: 'devices.ValveOpened' as const, data: { number: command.number, operationId, confirmedAt: context.now } }]
    },
  },
}

const confirm = (log: EventLog, number = '4711', now = '2026-03-01T02:00:00Z') =>
  executeCommand(log, {
    decider,
    tenant: 'demo',
    command: { type: 'Confirm', number },
    context: { now },
    actor: 'gateway:north',
    cause: 'reading',
  })

/** A log into which another writer confirms just before each of the first `times` appends. */
const overtaken = (log: EventLog, times: number): EventLog => {
  let left = times
  return {
    ...log,
    append: async (...append) => {
      if (left-- > 0) await confirm(log)
      return log.append(...append)
    },
  }
}

test('an accepted command is in the log with who, why and the shape of its data', async () => {
  const log = createMemoryEventLog()
  expect(await confirm(log)).toMatchObject({ position: 1, version: 1, events: [{ type: 'devices.ValveOpened' }] })
  const [event] = await log.readStream('demo/devices-valve-4711')
  expect(event).toMatchObject({ schemaVersion: 1, metadata: { tenant: 'demo', actor: 'gateway:north', cause: 'reading' } })
})

test('a refused command leaves the log as it was', async () => {
  const log = createMemoryEventLog()
  for (let time = 0; time < 3; time += 1) await confirm(log)
  expect(await confirm(log)).toEqual(rejected('valve-operation-over'))
  expect(await log.head()).toBe(3)
})

test('a command without new events answers the end of the stream', async () => {
  const log = createMemoryEventLog()
  expect(await confirm(log, '0')).toEqual({ position: 0, version: 0, events: [], before: 0, after: 0 })
  await confirm(log)
  await log.append('demo/devices-valve-0', 0, await eventsOf(log))
  expect(await confirm(log, '0')).toEqual({ position: 2, version: 1, events: [], before: 1, after: 1 })
})

test('a command answers the state before and after what it stored, also where it was overtaken', async () => {
  const log = createMemoryEventLog()
  expect(await confirm(log)).toMatchObject({ before: 0, after: 1 })
  expect(await confirm(overtaken(log, 1))).toMatchObject({ before: 2, after: 3, version: 3 })
})

test('a command that was overtaken is decided again on what is there now', async () => {
  const log = createMemoryEventLog()
  expect(await confirm(overtaken(log, 2))).toMatchObject({ version: 3 })
  expect(await confirm(overtaken(createMemoryEventLog(), 3))).toEqual(rejected('valve-operation-over'))
})

test('a command that is overtaken without an end is refused because things changed meanwhile', async () => {
  const endless = {
    ...decider,
    decide: {
      Confirm: (command: Confirm) => [
        { type: 'devices.ValveOpened' as const, data: { number: command.number, operationId, confirmedAt: '2026-03-01T02:00:00Z' } },
      ],
    },
  }
  const log = createMemoryEventLog()
  let appends = 0
  const racing: EventLog = {
    ...log,
    append: async (stream, expected, events) => {
      appends += 1
      await log.append(stream, 'any', [{ ...events[0]!, id: crypto.randomUUID() }])
      return log.append(stream, expected, events)
    },
  }
  const answer = await executeCommand(racing, {
    decider: endless,
    tenant: 'demo',
    command: { type: 'Confirm', number: '1' },
    context: {},
    actor: 'user:ana',
  })
  expect(isRejection(answer) && answer.rejected).toBe('changed-meanwhile')
  expect(appends).toBe(1 + decisionsAfterConflict)
})

test('a guard is read once for commands that are given together, and again after a conflict', async () => {
  const log = createMemoryEventLog()
  await confirm(log, '9')
  const guard = {
    stream: 'devices-valve-9',
    initialState: 0,
    evolve: (events: unknown) => Number(events) + 1,
    refuse: (events: unknown) => (Number(events) > 1 ? rejected('valve-operation-over') : undefined),
  }
  const forbids = await loadGuard(log, 'demo', { guard })
  await confirm(log, '9')
  const guarded = (through: EventLog, known: Partial<{ forbids: Forbids }>) =>
    executeCommand(through, {
      ...{ decider: { ...decider, guard }, tenant: 'demo', command: { type: 'Confirm', number: '4711' }, ...known },
      ...{ context: { now: '2026-03-01T02:00:00Z' }, actor: 'user:ana' },
    })
  expect(await guarded(log, {})).toEqual(rejected('valve-operation-over'))
  expect(await guarded(log, { forbids })).toMatchObject({ version: 1 })
  expect(await guarded(overtaken(log, 1), { forbids })).toEqual(rejected('valve-operation-over'))
})

test('a stream longer than a page is folded to its end', async () => {
  const log = createMemoryEventLog()
  const counting = {
    ...decider,
    decide: { Confirm: (_command: Confirm, confirmations: number) => (confirmations === 2500 ? rejected('valve-operation-over') : []) },
  }
  await confirm(log)
  const [event] = await log.readAll(0)
  for (let chunk = 0; chunk < 5; chunk += 1)
    await log.append(
      'demo/devices-valve-1',
      'any',
      Array.from({ length: 500 }, () => ({ ...event!, id: crypto.randomUUID() })),
    )
  const answer = await executeCommand(log, {
    decider: counting,
    tenant: 'demo',
    command: { type: 'Confirm', number: '1' },
    context: {},
    actor: 'user:ana',
  })
  expect(answer).toEqual(rejected('valve-operation-over'))
})

test('a decision that breaks its schema is a bug and stores nothing', async () => {
  const log = createMemoryEventLog()
  await expect(confirm(log, '4711', 'yesterday')).rejects.toThrow('devices.ValveOpened does not fit its schema')
  expect(await log.head()).toBe(0)
})

test('of thirty commands at once on one stream none is refused with changed-meanwhile', async () => {
  const log = createMemoryEventLog()
  const counting = {
    ...decider,
    decide: {
      Confirm: (command: Confirm, confirmations: number) => [
        { type: 'devices.ValveOpened' as const, data: { number: command.number, operationId, confirmedAt: at(confirmations) } },
      ],
    },
  }
  const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 2, 0, second)).toISOString()
  const command = { type: 'Confirm' as const, number: '1' }
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => executeCommand(log, { decider: counting, tenant: 'demo', command, context: {}, actor: 'user:ana' })),
  )
  expect(answers.filter(isRejection)).toEqual([])
  const instants = (await log.readStream('demo/devices-valve-1')).map(({ data }) => data.confirmedAt)
  expect(instants, 'each was decided on what the others had stored').toEqual(Array.from({ length: 30 }, (_, nth) => at(nth)))
})

describe('an id that a client chose', () => {
  const claims = { id: '0b6f0a2e-7a41-4b7e-9d6e-0f3f5c8d2a10', type: 'devices.ValveOpened' as const }
  const claim = (log: EventLog, number: string, events = 1) =>
    executeCommand(log, {
      decider: {
        ...decider,
        decide: {
          Confirm: (command: Confirm, confirmations: number) =>
            confirmations > 0
              ? []
              : Array.from({ length: events }, () => ({
                  type: 'devices.ValveOpened' as const,
                  data: { number: command.number, operationId, confirmedAt: '2026-03-01T02:00:00Z' },
                })),
        },
      },
      ...{ tenant: 'demo', command: { type: 'Confirm' as const, number }, context: {}, actor: 'user:ana', claims },
    })

  test('is refused in another stream, however many events either command has', async () => {
    for (const events of [1, 2]) {
      const log = createMemoryEventLog()
      expect(await claim(log, '1', events)).toMatchObject({ version: events })
      for (const others of [1, 2]) expect(await claim(log, '2', others)).toEqual(rejected('transaction-id-reused'))
      expect(await log.head()).toBe(events)
    }
  })

  test('of the same stream is decided about again, also where both came at once', async () => {
    const log = createMemoryEventLog()
    // The second claim of one stream finds the first one's event.
    const answers = await Promise.all([claim(log, '1'), claim(log, '1'), claim(log, '2')])
    expect(answers).toMatchObject([{ events: [{}] }, { events: [], version: 1 }, rejected('transaction-id-reused')])
  })
})

const eventsOf = async (log: EventLog) => (await log.readAll(0)).map((event) => ({ ...event, id: crypto.randomUUID() }))
