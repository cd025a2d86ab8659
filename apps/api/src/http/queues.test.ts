import { expect, test } from 'vitest'
import { Queues } from './queues.ts'

const settled = () => new Promise((resume) => setImmediate(resume))

test('of one person thirty commands are under way with twenty connections, and eight of them hold one', async () => {
  const queues = new Queues(20)
  const person = { tenant: 'north', person: 'clerk' }
  const running = { commands: 0, transactions: 0 }
  const endless = (queue: keyof typeof running) => () => {
    running[queue] += 1
    return new Promise(() => undefined)
  }
  for (const queue of ['commands', 'transactions'] as const)
    for (let nth = 0; nth < 50; nth += 1) queues[queue].take(person, endless(queue)).catch(() => undefined)
  await settled()
  expect(running).toEqual({ commands: 30, transactions: 8 })
  await queues.commands.take({ tenant: 'south', person: 'clerk' }, settled)
  await queues.transactions.take({ tenant: 'south', person: 'clerk' }, settled)
})
