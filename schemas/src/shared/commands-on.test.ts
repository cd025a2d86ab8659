import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { commandsOn } from './commands-on.ts'
import { endpoint } from './endpoint.ts'

type Valve = { valveId: number; isOpen: boolean }

const reason = z.string().min(1)
const own = endpoint({
  method: 'PUT',
  path: '/prod-api/valve/check/:valveId',
  permission: 'devices:valve:operate',
  summary: 'Check a valve',
  request: z.object({ valveId: z.int() }),
  response: z.object({}),
})
const commands = commandsOn<Valve>()(
  {
    entity: 'Valve',
    id: 'valveId',
    path: '/prod-api/valve',
    permission: 'devices:valve:operate',
    key: { valveNo: z.string() },
    typed: { reason },
    recorded: { reason },
  },
  {
    close: {
      summary: 'Close a valve',
      event: 'devices.ValveShut',
      step: 'shut',
      becomes: { isOpen: false },
      icon: 'lock',
      isOffered: ({ isOpen }) => isOpen,
      isDanger: true,
    },
    throttle: {
      command: 'SetOpening',
      call: 'setOpening',
      summary: 'Open a valve in part',
      permission: 'devices:valve:emergency',
      typed: { openingId: z.uuid(), percent: z.number() },
      given: { openingId: z.uuid(), perMille: z.int() },
      recorded: { openingId: z.uuid(), perMille: z.int(), flowLitres: z.int() },
      response: z.object({ flowLitres: z.int() }),
      requestId: 'openingId',
      event: 'devices.ValveThrottled',
      icon: 'edit',
    },
    check: { endpoint: own, event: 'devices.ValveChecked', icon: 'start' },
  },
)
const [close, throttle, check] = commands.list
const fieldsOf = (schema: z.ZodObject | undefined) => Object.keys(schema?.shape ?? {})

describe('a declared command', () => {
  test('has a call by its name in OpenAPI, unless it names a call itself', () => {
    expect(Object.keys(commands.calls)).toEqual(['closeValve', 'setOpening'])
    expect(check!.endpoint).toBe(own)
    expect(commands.calls.closeValve).toBe(close!.endpoint)
    expect(close!.endpoint).toMatchObject({ method: 'PUT', path: '/prod-api/valve/close/:valveId', permission: 'devices:valve:operate' })
    expect(throttle!.endpoint).toMatchObject({ path: '/prod-api/valve/throttle/:valveId', permission: 'devices:valve:emergency' })
  })

  test('has a request with the row and the typed fields, and a command with the key and the given fields', () => {
    expect(fieldsOf(close!.endpoint.request)).toEqual(['valveId', 'reason'])
    expect(fieldsOf(close!.command)).toEqual(['type', 'valveNo', 'reason'])
    expect(fieldsOf(throttle!.endpoint.request)).toEqual(['valveId', 'openingId', 'percent'])
    expect(fieldsOf(throttle!.command)).toEqual(['type', 'valveNo', 'openingId', 'perMille'])
    expect(
      throttle!.command!.parse({ type: 'SetOpening', valveNo: 'V1', openingId: crypto.randomUUID(), perMille: 250, percent: 25 }),
    ).not.toHaveProperty('percent')
  })

  test('has an empty answer unless it declares one', () => {
    expect(fieldsOf(close!.endpoint.response as z.ZodObject)).toEqual([])
    expect(fieldsOf(throttle!.endpoint.response as z.ZodObject)).toEqual(['flowLitres'])
  })

  test('has an event with the key, the recorded fields and the instant', () => {
    expect(fieldsOf(commands.events['devices.ValveShut'].data)).toEqual(['valveNo', 'reason', 'at'])
    expect(fieldsOf(commands.events['devices.ValveThrottled'].data)).toEqual(['valveNo', 'openingId', 'perMille', 'flowLitres', 'at'])
  })

  test('has a step and a state of its row where they are declared', () => {
    expect(commands.steps).toEqual({ 'devices.ValveShut': { step: 'shut' } })
    expect(commands.becomes).toEqual({ 'devices.ValveShut': { isOpen: false } })
  })

  test('has a button with its icon, its danger and its identifier', () => {
    expect(close).toMatchObject({ name: 'close', icon: 'lock', isDanger: true })
    expect(throttle).toMatchObject({ name: 'throttle', icon: 'edit', requestId: 'openingId' })
    expect(close!.isOffered!({ valveId: 1, isOpen: false })).toBe(false)
  })
})

describe('a command whose rows are named by something else than a number', () => {
  const numbers = z.array(z.string().max(8)).max(20)
  const ofNumbers = commandsOn<Valve & { valveNo: string }>()(
    {
      entity: 'Valve',
      id: 'valveNo',
      ids: { one: z.string().max(8), many: numbers },
      path: '/api/v1/valves',
      address: (verb) => `/api/v1/valves/:valveNo/${verb}`,
      method: 'POST',
      permission: 'devices:valve:operate',
      key: { valveNo: z.string() },
    },
    {
      seal: { event: 'devices.ValveSealed', instant: 'sealedAt', verb: 'sealing', icon: 'lock' },
      test: { event: 'devices.ValveShut', isEventElsewhere: true, isForMany: true, isEach: true, icon: 'start' },
      own: { endpoint: own, ownRoute: 'Its owner is no event.', icon: 'edit' },
    },
  )
  const [seal, several, owned] = ofNumbers.list

  test('has its own identifiers, address and method', () => {
    expect(seal!.endpoint).toMatchObject({ method: 'POST', path: '/api/v1/valves/:valveNo/sealing' })
    expect(seal!.endpoint.request.parse({ valveNo: 'V-1' })).toEqual({ valveNo: 'V-1' })
    expect(several!.endpoint.request.parse({ valveNo: ['V-1', 'V-2'] })).toEqual({ valveNo: ['V-1', 'V-2'] })
    expect(several).toMatchObject({ isForMany: true, isEach: true })
  })

  test('names the instant of its event itself, and leaves an event of others to them', () => {
    expect(fieldsOf(ofNumbers.events['devices.ValveSealed'].data)).toEqual(['valveNo', 'sealedAt'])
    expect(Object.keys(ofNumbers.events)).toEqual(['devices.ValveSealed'])
  })

  test('without an event has the reason why its route is written, and no command of a decider', () => {
    expect(owned).toMatchObject({ name: 'own', ownRoute: 'Its owner is no event.' })
    expect(owned).not.toHaveProperty('command')
    expect(Object.keys(ofNumbers.calls)).toEqual(['sealValve', 'testValve'])
  })
})
