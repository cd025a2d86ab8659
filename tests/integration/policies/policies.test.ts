import { randomUUID } from 'node:crypto'
import type { Decider, EventIn } from '@nightflow/domain/shared/decider'
import type { EventLog } from '@nightflow/event-log/event-log'
import { EventLogUnavailable } from '@nightflow/event-log/event-log-errors'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { listDeadLetters, requestRetry } from '@nightflow/platform/jobs/policy-dead-letters'
import { migratePlatform } from '@nightflow/platform/migrate-platform'
import { definePolicy, type Policy, type Reaction } from '@nightflow/policies/shared/define-policy'
import { runPolicy } from '@nightflow/policies/shared/run-policy'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countingClock } from '../../support/counting-clock.ts'
import { chance, wholeNumber } from '../../support/data/chance.ts'
import { appendFact } from '../../support/data/readings.ts'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { runPolicies } from '../../support/running-policies.ts'

let database: FreshDatabase
let log: EventLog
beforeAll(async () => {
  database = await freshDatabase('policies')
  await migratePlatform(database.pool)
  log = createPostgresEventLog({ pool: database.pool, connectionString: database.connectionString })
})
afterAll(async () => {
  await log.close()
  await database.drop()
})

const day = 86_400_000
let streams = 0
/** A policy of the test's own, of which no other test knows, and the subjects that are its business. */
const testPolicy = (policy: Omit<Policy, 'name' | 'actor' | 'events'>) => {
  streams += 1
  const prefix = `p${streams}-`
  const { react, ...more } = policy
  const defined = definePolicy({
    name: `alarms/test-${streams}`,
    actor: 'policy:test',
    events: ['devices.MeterRegistered'],
    ...more,
    ...(react && {
      react: (event, reaction, state) => (String(event.data.number).startsWith(prefix) ? react(event, reaction, state) : undefined),
    }),
  })
  const occurs = async (name: string): Promise<string> => {
    const number = prefix + name
    const registration = { number, timeZone: 'Europe/Rome', hasValve: false, registeredAt: '2026-01-01T00:00:00Z' }
    await appendFact(log, 'north', `devices-meter-${number}`, 'devices.MeterRegistered', registration)
    return number
  }
  const caughtUp = async (): Promise<void> => {
    const head = await log.head()
    const checkpoint = async () =>
      (await database.pool.query(`select position::float8 as position from platform.policy_checkpoints where name = $1`, [defined.name]))
        .rows[0]?.position ?? 0
    const last = (await log.readAll(0, { types: ['devices.MeterRegistered'] })).at(-1)?.position ?? head
    await expect.poll(checkpoint, { timeout: 60_000 }).toBeGreaterThanOrEqual(last)
  }
  return { policy: defined, occurs, caughtUp }
}

type Raise = { type: 'Raise'; subject: string; occurredAt: string }
/** Appends with every decision, as no honest decider does: whatever is done twice is seen twice. */
const naive: Decider<Raise, number, EventIn<'alarms.AlarmRaised'>> = {
  streamOf: ({ subject }) => `alarms-burst-${subject}`,
  initialState: 0,
  evolve: (count) => count + 1,
  decide: {
    Raise: ({ subject, occurredAt }, count, { now }) => [
      {
        type: 'alarms.AlarmRaised',
        data: { eventType: 'burst', subject, occurrence: count + 1, occurredAt, raisedAt: now, value: null, threshold: null, unit: null },
      },
    ],
  },
}
const raise = ({ execute, now }: Reaction, subject: string) => execute(naive, { type: 'Raise', subject, occurredAt: now.toISOString() })
/** Ends the connection that holds the lock of the policy and writes its checkpoint. */
const breakConnection = () =>
  database.pool.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 7101009
    and database = (select oid from pg_database where datname = current_database())`)
const raisedFor = async (subject: string): Promise<number> => (await log.readStream(`north/alarms-burst-${subject}`)).length

describe('a policy that stops at any point', () => {
  test('reacts to each event and fires each timer exactly once in effect', async () => {
    const { policy, occurs, caughtUp } = testPolicy({
      react: async ({ data }, reaction) => {
        const subject = String(data.number)
        await raise(reaction, subject)
        await raise(reaction, `${subject}-again`)
        reaction.setTimer({ key: subject, dueAt: reaction.now })
      },
      onTimer: async ({ key }, reaction) => {
        await raise(reaction, `${key}-timer`)
      },
    })
    const random = chance(20_261_123)
    const failing = unreliable(log, random)
    const stopping = new AbortController()
    let starts = 0
    const keepRunning = async (): Promise<void> => {
      while (!stopping.signal.aborted) {
        starts += 1
        const stopSoon = AbortSignal.any([stopping.signal, AbortSignal.timeout(wholeNumber(random, 50, 350))])
        const parts = { log: failing, pool: database.pool, signal: stopSoon, timersEveryMilliseconds: 10 }
        const breaking = setTimeout(() => void breakConnection().catch(() => undefined), wholeNumber(random, 0, 700))
        await runPolicy(policy, parts).catch(() => undefined)
        clearTimeout(breaking)
      }
    }
    const running = keepRunning()
    const subjects: string[] = []
    for (let index = 0; index < 30; index++) subjects.push(await occurs(`law${index}`))
    const everything = subjects.flatMap((subject) => [subject, `${subject}-again`, `${subject}-timer`])
    const counts = async () => Promise.all(everything.map(raisedFor))
    await expect.poll(async () => (await counts()).filter((count) => count === 0).length, { timeout: 60_000, interval: 250 }).toBe(0)
    failing.mend()
    await caughtUp()
    stopping.abort()
    await running
    expect(new Set(await counts())).toEqual(new Set([1]))
    expect(starts, 'it was really stopped in the middle').toBeGreaterThan(5)
    expect(failing.failures(), 'and the log really failed').toBeGreaterThan(5)
  })

  test('is taken over by the standby process', async () => {
    let reactions = 0
    const { policy, occurs } = testPolicy({
      react: () => {
        reactions += 1
      },
    })
    const first = runPolicies({ log, pool: database.pool }, [policy])
    await occurs('a')
    await expect.poll(() => reactions).toBe(1)
    const second = runPolicies({ log, pool: database.pool }, [policy])
    await occurs('b')
    await expect.poll(() => reactions).toBe(2)
    await first.stop()
    await occurs('c')
    // Events that the first had not saved yet are read again.
    await expect.poll(() => reactions).toBeGreaterThanOrEqual(3)
    await second.stop()
  })
})

describe('an event that a policy cannot react to', () => {
  test.each([
    ['an error of its content', () => new TypeError('not a number')],
    ['any other error that stays', () => new Error('a bug')],
  ])('becomes a dead letter after %s, the others go on, and a retry reacts once', async (_, errorOf) => {
    let isMended = false
    const { policy, occurs } = testPolicy({
      react: async ({ data }, reaction) => {
        await raise(reaction, String(data.number))
        if (!isMended && String(data.number).endsWith('poison')) throw errorOf()
      },
    })
    const poison = await occurs('poison')
    const good = await occurs('good')
    const running = runPolicies({ log, pool: database.pool }, [policy])
    await expect.poll(() => raisedFor(good)).toBe(1)
    const letters = async () => (await listDeadLetters(database.pool, 100)).rows.filter(({ policy: name }) => name === policy.name)
    await expect.poll(letters).toHaveLength(1)
    const [letter] = await letters()
    expect(letter).toMatchObject({ tenant: 'north', kind: 'event', type: 'devices.MeterRegistered', code: errorOf().name, attempts: 1 })
    expect(running.deadLetters).toHaveLength(1)

    await requestRetry(database.pool, letter!)
    await expect.poll(async () => (await letters())[0]?.attempts).toBe(2)
    isMended = true
    await requestRetry(database.pool, letter!)
    await expect.poll(letters).toEqual([])
    await running.stop()
    expect([await raisedFor(poison), await raisedFor(good)]).toEqual([1, 1])
  })

  test('is not set aside while the log is unavailable', async () => {
    const { policy, occurs } = testPolicy({
      react: async ({ data }, reaction) => {
        await raise(reaction, String(data.number))
      },
    })
    const number = await occurs('a')
    const away = { ...log, append: () => Promise.reject(new EventLogUnavailable('away')) }
    const failing = runPolicy(policy, { log: away, pool: database.pool, signal: AbortSignal.timeout(30_000) })
    await expect(failing).rejects.toThrow('away')
    const running = runPolicies({ log, pool: database.pool }, [policy])
    await expect.poll(() => raisedFor(number)).toBe(1)
    await running.stop()
    expect((await listDeadLetters(database.pool, 100)).rows.filter(({ policy: name }) => name === policy.name)).toEqual([])
  })

  test('a timer and a condition that fail become dead letters too', async () => {
    const { policy, occurs } = testPolicy({
      react: ({ data }, { setTimer, now }) => setTimer({ key: String(data.number), dueAt: now }),
      onTimer: () => {
        throw new TypeError('not a number')
      },
      conditions: {
        everyMilliseconds: 50,
        async *find() {
          yield { tenant: 'north', key: 'a', react: () => Promise.reject(new RangeError('too many')) }
          yield { tenant: 'north', key: 'b', react: () => undefined }
        },
      },
    })
    await occurs('a')
    const running = runPolicies({ log, pool: database.pool }, [policy])
    const kinds = async () =>
      (await listDeadLetters(database.pool, 100)).rows.filter((row) => row.policy === policy.name).map(({ kind }) => kind)
    await expect.poll(async () => (await kinds()).sort()).toEqual(['condition', 'timer'])
    await running.stop()
  })
})

describe('a timer', () => {
  /** A clock to set, and what fired with the day on which it did. */
  const clockAndTimers = () => {
    const startsAt = Date.now()
    let daysLater = 0
    const fired: string[] = []
    return {
      fired,
      ...countingClock(() => startsAt + daysLater * day),
      set: (days: number) => {
        daysLater = days
      },
      in: (days: number) => new Date(startsAt + days * day),
      onTimer: ({ key }: { key: string }) => void fired.push(`${key} on day ${daysLater}`),
    }
  }

  test('fires when it is due, late after a stop, and never twice, wherever the clock jumps', async () => {
    const clock = clockAndTimers()
    const { policy, occurs, caughtUp } = testPolicy({
      react: (_, { setTimer }) => {
        setTimer({ key: 'bill', dueAt: clock.in(30) })
        setTimer({ key: 'reminder', dueAt: clock.in(40) })
      },
      onTimer: clock.onTimer,
    })
    await occurs('a')
    let running = runPolicies({ log, pool: database.pool }, [policy], { now: clock.now })
    await caughtUp()
    clock.set(29)
    await clock.searched()
    expect(clock.fired).toEqual([])
    clock.set(31)
    await expect.poll(() => clock.fired).toEqual(['bill on day 31'])
    clock.set(-5)
    await clock.searched()
    clock.set(32)
    await clock.searched()
    expect(clock.fired).toEqual(['bill on day 31'])
    await running.stop()
    clock.set(50)
    running = runPolicies({ log, pool: database.pool }, [policy], { now: clock.now })
    await expect.poll(() => clock.fired).toEqual(['bill on day 31', 'reminder on day 50'])
    await clock.searched()
    await running.stop()
    expect(clock.fired).toHaveLength(2)
  })

  test('of a monthly run fires for each month that was missed, in order, each once in effect', async () => {
    const clock = clockAndTimers()
    const { policy, occurs, caughtUp } = testPolicy({
      react: (_, { setTimer }) => setTimer({ key: 'month 1', dueAt: clock.in(30) }),
      onTimer: async ({ key, dueAt }, reaction) => {
        const month = Number(key.split(' ')[1])
        await raise(reaction, `run-${streams}-${month}`)
        clock.fired.push(key)
        reaction.setTimer({ key: `month ${month + 1}`, dueAt: new Date(dueAt.getTime() + 30 * day) })
      },
    })
    await occurs('a')
    const before = runPolicies({ log, pool: database.pool }, [policy], { now: clock.now })
    await caughtUp()
    await before.stop()
    clock.set(95)
    const after = runPolicies({ log, pool: database.pool }, [policy], { now: clock.now })
    await expect.poll(() => clock.fired).toEqual(['month 1', 'month 2', 'month 3'])
    await clock.searched()
    await after.stop()
    expect(clock.fired).toHaveLength(3)
    expect(await Promise.all([1, 2, 3, 4].map((month) => raisedFor(`run-${streams}-${month}`)))).toEqual([1, 1, 1, 0])
  })

  test('that an event in the log cancels does not fire after a stop, although it has become due', async () => {
    const clock = clockAndTimers()
    const { policy, occurs, caughtUp } = testPolicy({
      react: ({ data }, { setTimer, cancelTimer }) => {
        if (String(data.number).endsWith('set')) setTimer({ key: 'deadline', dueAt: clock.in(1) })
        else cancelTimer('deadline')
      },
      onTimer: clock.onTimer,
    })
    await occurs('set')
    const before = runPolicies({ log, pool: database.pool }, [policy], { now: clock.now })
    await caughtUp()
    await before.stop()
    await occurs('cancel')
    clock.set(2)
    const after = runPolicies({ log, pool: database.pool }, [policy], { now: clock.now })
    await caughtUp()
    await clock.searched()
    await after.stop()
    expect(clock.fired).toEqual([])
  })
})

/** A log that fails now and then, before an append or after it has been stored. */
const unreliable = (whole: EventLog, random: () => number): EventLog & { mend: () => void; failures: () => number } => {
  let isMended = false
  let failures = 0
  const maybeFail = (): void => {
    if (isMended || random() > 0.08) return
    failures += 1
    throw new EventLogUnavailable(`failure ${randomUUID()}`)
  }
  const append: EventLog['append'] = async (...append) => {
    maybeFail()
    const result = await whole.append(...append)
    maybeFail()
    return result
  }
  const mend = (): void => {
    isMended = true
  }
  return { ...whole, append, mend, failures: () => failures }
}
