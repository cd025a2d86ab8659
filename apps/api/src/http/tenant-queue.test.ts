import { expect, test } from 'vitest'
import { TenantQueue } from './tenant-queue.ts'

const limits = { running: { person: 1, tenant: 2, process: 3 }, held: { person: 2, tenant: 4, process: 6 } }
const never = new AbortController().signal
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Which of the exports run, and what gives a place back. */
const observed = () => {
  const queue = new TenantQueue(limits, 'too-many-exports')
  const running = new Map<string, () => void>()
  const waiting = new Set<string>()
  const enter = async (tenant: string, person: string, name = `${tenant} ${person}`, signal = never): Promise<string> => {
    try {
      const place = queue.reserve({ tenant, person })
      running.set(name, place.leave)
      waiting.add(name)
      await place.turn(signal).finally(() => waiting.delete(name))
      return name
    } catch (error) {
      running.get(name)?.()
      running.delete(name)
      return (error as Error).message
    }
  }
  const leave = async (name: string) => {
    running.get(name)!()
    running.delete(name)
    await turn()
  }
  return { enter, leave, names: () => [...running.keys()].filter((name) => !waiting.has(name)).sort() }
}

test('a person runs one export, and a tenant never takes the place of another', async () => {
  const { enter, names, leave } = observed()
  enter('north', 'a')
  enter('north', 'a', 'second')
  enter('north', 'b')
  enter('north', 'c')
  enter('south', 'a')
  await turn()
  expect(names()).toEqual(['north a', 'north b', 'south a'])
  await leave('north a')
  expect(names()).toEqual(['north b', 'north c', 'south a'])
  await leave('north c')
  expect(names()).toEqual(['north b', 'second', 'south a'])
})

test('a queue that one tenant has filled gives its next turn to the tenant that has had none', async () => {
  const order: string[] = []
  const queue = new TenantQueue(
    { running: { person: 9, tenant: 1, process: 1 }, held: { person: 99, tenant: 99, process: 99 } },
    'too-fast',
  )
  const work = (tenant: string, person: string) =>
    queue.take({ tenant, person }, async () => {
      order.push(`${tenant} ${person}`)
      await turn()
    })
  const north = Array.from({ length: 4 }, () => work('north', 'busy'))
  await Promise.all([...north, work('north', 'quiet'), work('south', 'a'), work('south', 'a'), work('west', 'a')])
  expect(order).toEqual(['north busy', 'south a', 'west a', 'north quiet', 'south a', 'north busy', 'north busy', 'north busy'])
})

test('work that was promised waits where other work is refused, and a turn that does not come in time is refused with when to retry', async () => {
  const held = { person: 1, tenant: 9, process: 9 }
  const queue = new TenantQueue({ running: held, held, patienceMilliseconds: 20, retryAfterSeconds: 3 }, 'too-fast')
  const running = queue.reserve({ tenant: 'north', person: 'a' })
  await running.turn()
  const waiting = queue.take({ tenant: 'north', person: 'a' }, async () => 'done', { mustRun: true })
  const impatient = new TenantQueue(
    { running: held, held: { ...held, person: 2 }, patienceMilliseconds: 20, retryAfterSeconds: 3 },
    'too-fast',
  )
  const first = impatient.reserve({ tenant: 'north', person: 'a' })
  await first.turn()
  const late = impatient.take({ tenant: 'north', person: 'a' }, async () => 'done')
  await expect(late).rejects.toMatchObject({ refusal: { rejected: 'too-fast', details: { retryAfterSeconds: 3 } } })
  first.leave()
  expect(await impatient.take({ tenant: 'north', person: 'a' }, async () => 'done')).toBe('done')
  running.leave()
  expect(await waiting).toBe('done')
})

test('a person, a tenant and a process that hold too many are refused', async () => {
  const { enter } = observed()
  enter('north', 'a')
  enter('north', 'a', 'second')
  expect(await enter('north', 'a', 'third')).toBe('too-many-exports')
  enter('north', 'b')
  enter('north', 'c')
  expect(await enter('north', 'd')).toBe('too-many-exports')
  enter('south', 'a')
  enter('south', 'b')
  expect(await enter('west', 'a')).toBe('too-many-exports')
})

test('an export whose client left while it waited gives its place up', async () => {
  const { enter, names, leave } = observed()
  enter('north', 'a')
  const leaving = new AbortController()
  const left = enter('north', 'a', 'left', leaving.signal)
  await turn()
  leaving.abort(new Error('left'))
  expect(await left).toBe('left')
  enter('north', 'a', 'later')
  await leave('north a')
  expect(names()).toEqual(['later'])
})
