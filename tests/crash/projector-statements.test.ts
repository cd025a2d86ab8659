import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { EventLog, JsonObject } from '@nightflow/event-log/event-log'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { runProjector } from '@nightflow/projections/views/projector'
import { verifyViews } from '@nightflow/projections/views/replay'
import { PaymentSource } from '@nightflow/schemas/billing/deduction'
import { type EventType, eventCatalogue } from '@nightflow/schemas/events'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleOf } from '../support/data/example-of-schema.ts'
import { appendFact, appendFrame, frameEvent } from '../support/data/readings.ts'
import { inFrames, readingsOfSomeMeters, registerEverything } from '../support/data/readings-of-some-meters.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/postgres.ts'
import { byForm } from '../support/full-form.ts'

const tenant = 'river'
const atOnce = 2
const statementsMax = 1_000
/**
 * The full form crashes after each statement, the default form after every twenty-fourth and after the last ones before the commit: what was
 * written outside of the transaction is there after each later crash too.
 */
const step = byForm({ full: 1, short: 24 })
const lastOnes = 2
const millisecondsMax = 60_000

const [earlier = [], later = []] = inFrames(readingsOfSomeMeters(), 900)

/** Something for every read model: new rows, changed rows, removed rows. */
const appendPageOfEverything = async (log: EventLog): Promise<void> => {
  const fact = (stream: string, type: EventType, data: JsonObject) => appendFact(log, tenant, stream, type, data)
  const root = 'leakage-partition-root'
  const valve = (number: string, type: EventType, data: JsonObject) => fact(`devices-valve-${number}`, type, { number, ...data })
  const [opening, closing] = [randomUUID(), randomUUID()]
  const at = '2026-10-30T10:00:00Z'
  const requested = { requestedAt: at, expiresAt: '2026-10-30T10:15:00Z', closingReason: 'manual' }
  for (const frame of inFrames(later, 300)) await appendFrame(log, tenant, 'north', frame)
  await fact('devices-meter-7', 'devices.MeterRegistered', {
    number: '7',
    timeZone: 'Europe/Rome',
    hasValve: true,
    registeredAt: '2026-01-01T00:00:00Z',
  })
  const unclaimed = { meter: 'nobody’s', at: Date.parse(at), registerMillilitres: 1_000 }
  await appendFrame(log, tenant, 'south', [unclaimed, { ...unclaimed, meter: '7' }])
  const odd = frameEvent(tenant, 'south', [{ ...unclaimed, meter: '7', at: Date.parse(at) + 3_600_000 }])
  const signals = [{ meter: '7', decibelMilliwatt: -80 }]
  const rejected = [{ index: 1, reason: 'value-out-of-range', field: 'litres', value: '-1' }]
  await log.append(`${tenant}/metering-gateway-south`, 'any', [{ ...odd, data: { ...(odd.data as JsonObject), rejected, signals } }])
  await valve('7', 'devices.ValveClosingRequested', { operationId: closing, ...requested })
  await valve('7', 'devices.ValveOperationSent', { operationId: closing, sentAt: at })
  await valve('7', 'devices.ValveClosed', { operationId: closing, confirmedAt: at })
  await valve('7', 'devices.ValveOpeningRequested', { operationId: opening, ...requested })
  await valve('7', 'devices.ValveOperationFailed', { operationId: opening, reason: 'no answer', failedAt: at })
  const alarm = { eventType: 'burst', subject: '7', occurrence: 1 }
  const measured = { value: 400, threshold: 250, unit: 'l/h' }
  await fact('alarms-burst-7', 'alarms.AlarmRaised', { ...alarm, ...measured, occurredAt: at, raisedAt: at })
  await fact('alarms-burst-7', 'alarms.AlarmIgnored', { ...alarm, note: 'known', at })
  const rechargeId = randomUUID()
  await fact(`agents-recharge-${rechargeId}`, 'agents.AgentRecharged', { rechargeId, userId: 7, amountMinor: 1_000, rechargedAt: at })
  await appendImports(log, at)
  await appendCorrections(log, at)
  await fact(root, 'leakage.PartitionChanged', { partitionId: 'below', personId: randomUUID(), leaderName: 'Ada' })
  await fact(root, 'leakage.InfrastructureSet', { partitionId: 'below', from: '2026-01-01', mainsMetres: 1_200 })
  await fact(root, 'leakage.SubMetersAssociated', { partitionId: 'below', numbers: ['7'] })
  await fact(root, 'leakage.MetersDissociated', { partitionId: 'root', numbers: ['2'] })
  for (const type of byExample) await fact('examples', type, withPostings(exampleOf(eventCatalogue[type].data) as JsonObject))
  const received = exampleOf(eventCatalogue['billing.PaymentReceived'].data) as JsonObject
  await fact(
    'examples',
    'billing.PaymentReceived',
    withPostings({ ...received, paymentId: randomUUID(), source: PaymentSource.enum.recharge }),
  )
}

/** An example has an empty list, in which no money moves. */
const withPostings = (data: JsonObject): JsonObject => ({ ...data, ...('postings' in data && { postings: fromBankToCash }) })
const fromBankToCash = [
  { ledgerAccount: 'cash', amountMinor: 1 },
  { ledgerAccount: 'bank', amountMinor: -1 },
]

/** Example events of contexts and of detections from the schemas: the events of one thing name the same thing. */
const byExample = (Object.keys(eventCatalogue) as EventType[]).filter(
  (type) =>
    /^(agents|billing|cards|customers|devices|metering|payments|prepaid|work-orders)\.|^leakage\.(Annotation|Detection)|^alarms\.(AlarmRule|BuiltIn)/.test(
      type,
    ) && !/ReadingsReported|^metering\.Import|Correct/.test(type),
)

/** A manual correction and a reset that stay, and one of each that is withdrawn. */
const appendCorrections = async (log: EventLog, at: string): Promise<void> => {
  const [corrections, meter] = ['metering-corrections-1', 'devices-meter-1']
  const withdrawal = { reason: 'of another meter', withdrawnBy: 'test', withdrawnAt: at }
  for (const [correctionId, litres] of [
    ['019a0000-0000-7000-8000-000000000003', 12],
    ['019a0000-0000-7000-8000-000000000004', 13],
  ] as const) {
    const correction = { number: '1', at, litres, correctionId, reason: 'the photo shows it', correctedBy: 'test', correctedAt: at }
    await appendFact(log, tenant, corrections, 'metering.ReadingCorrected', correction)
    if (litres === 13)
      await appendFact(log, tenant, corrections, 'metering.ReadingCorrectionWithdrawn', { number: '1', correctionId, at, ...withdrawal })
  }
  for (const resetAt of ['2026-10-30T10:10:00.000Z', '2026-10-30T10:20:00.000Z'])
    await appendFact(log, tenant, meter, 'devices.RegisterResetRecorded', { number: '1', resetAt, finalLitres: 14, initialLitres: 0 })
  await appendFact(log, tenant, meter, 'devices.RegisterResetWithdrawn', {
    number: '1',
    resetAt: '2026-10-30T10:20:00.000Z',
    ...withdrawal,
  })
}

/** One import that stays and one that is withdrawn, both with readings. */
const appendImports = async (log: EventLog, at: string): Promise<void> => {
  for (const [importId, litres] of [
    ['019a0000-0000-7000-8000-000000000001', 40],
    ['019a0000-0000-7000-8000-000000000002', 400],
  ] as const) {
    const about = { kind: 'registers', fileName: 'registers.csv', fingerprint: 'a'.repeat(64), settings: [] }
    const stream = `metering-import-${importId}`
    await appendFact(log, tenant, stream, 'metering.ImportDeclared', { importId, ...about, declaredBy: 'test', declaredAt: at })
    const frame = frameEvent(tenant, 'import', [{ meter: '7', at: Date.parse(at) + 7_200_000, registerMillilitres: litres * 1000 }])
    await log.append(`${tenant}/metering-gateway-import`, 'any', [
      { ...frame, data: { ...(frame.data as JsonObject), source: 'import', importId } },
    ])
    await appendFact(log, tenant, stream, 'metering.ImportCompleted', { importId, completedAt: at })
    if (litres === 400)
      await appendFact(log, tenant, stream, 'metering.ImportWithdrawn', {
        importId,
        reason: 'wrong unit',
        withdrawnBy: 'test',
        withdrawnAt: at,
      })
  }
}

/** Tables that a page of good events leaves as they are: the log's heads are kept where the log is elsewhere, and no event is set aside. */
const isUntouchedByGoodEvents = (line: string): boolean => line.startsWith('audit_') || line.startsWith('set_aside_events')

/** One line per table of the read models: how many rows, and their hash. */
const contentsOf = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'views'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const lines: string[] = []
  for (const { name } of rows) {
    const contents = await pool.query<{ line: string }>(
      `select concat('${name}: ', count(*), ' rows, ', md5(coalesce(string_agg(one::text, e'\\n' order by one::text), ''))) as line from views."${name}" one`,
    )
    lines.push(contents.rows[0]!.line)
  }
  return lines
}

/** Runs a projector in this process until it has seen all of the log. */
const projectToTheEnd = async ({ pool, connectionString }: FreshDatabase, look?: (log: EventLog) => Promise<void>): Promise<void> => {
  const log = createPostgresEventLog({ pool, connectionString })
  const stopping = new AbortController()
  const errors: unknown[] = []
  const running = runProjector({ pool, log, signal: stopping.signal, onError: (error) => errors.push(error) })
  expect(await waitForViews(pool, await log.head(), millisecondsMax), String(errors)).toBe(true)
  await look?.(log)
  stopping.abort()
  await running
  await log.close()
  expect(errors).toEqual([])
}

/** Runs a projector that crashes after so many statements. When it saw the end of the log and lived: how many statements it took. */
const crash = async ({ pool, connectionString }: FreshDatabase, crashAfter: number): Promise<'crashed' | { statements: number }> => {
  const head = Number((await pool.query<{ position: string }>('select position from log.head')).rows[0]!.position)
  const script = fileURLToPath(new URL('../support/database/projector-process.ts', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify({ connectionString, crashAfter })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<NodeJS.Signals | null>((done) => child.once('exit', (_code, signal) => done(signal)))
  const arrived = new Promise<{ statements: number }>((done) => {
    child.stdout.on('data', (said: Buffer) => {
      for (const line of said.toString().split('\n')) {
        const [position, statements] = line.split(' ').map(Number)
        if (position === head) done({ statements: statements! })
      }
    })
  })
  const timer = setTimeout(() => child.kill('SIGTERM'), millisecondsMax)
  const outcome = await Promise.race([ended, arrived])
  clearTimeout(timer)
  const isAlive = typeof outcome === 'object' && outcome !== null
  if (isAlive) child.kill('SIGKILL')
  await ended
  // A backend whose client was killed holds the projector's lock until the server notices.
  const left = `select from pg_stat_activity where datname = current_database() and application_name = 'crashing-projector'`
  while ((await pool.query(left)).rowCount) await sleep(10)
  if (isAlive) return outcome
  expect(outcome).toBe('SIGKILL')
  return 'crashed'
}

/** The statements after which it crashes. Some more follow until it lives: how many there are differs a little from run to run. */
function* statementsInTurn(ofAll: number): Generator<number> {
  for (let next = 1; next < ofAll - lastOnes; next += step) yield next
  for (let next = Math.max(1, ofAll - lastOnes); next < ofAll; next += 1) yield next
  for (let next = ofAll; next < statementsMax; next += step) yield next
}

let ground: FreshDatabase
let template: string
let before: string[]
let after: string[]

beforeAll(async () => {
  ground = await freshDatabase('statements')
  template = new URL(ground.connectionString).pathname.slice(1)
  const log = createPostgresEventLog(ground)
  await registerEverything(log)
  await appendFrame(log, tenant, 'north', earlier)
  await projectToTheEnd(ground)
  before = await contentsOf(ground.pool)
  await appendPageOfEverything(log)
  await log.close()
  await ground.pool.end()
  const undisturbed = await freshDatabase('undisturbed', template)
  await projectToTheEnd(undisturbed, async (built) => {
    // Money by example is no bookkeeping: a payment is there without what it paid.
    const found = await verifyViews({ pool: undisturbed.pool, log: built })
    expect(found.filter((finding) => !finding.startsWith(`${tenant}/ledger:`))).toEqual([])
  })
  after = await contentsOf(undisturbed.pool)
  await undisturbed.drop()
})
afterAll(() => ground?.drop())

test('a projector that crashes after any statement leaves a page whole or not at all, and goes on to the same read models', async () => {
  const untouched = before.filter((line) => after.includes(line) && !isUntouchedByGoodEvents(line)).map((line) => line.split(':')[0])
  expect(untouched, 'the page concerns every read model').toEqual([])
  const counted = await freshDatabase('counted', template)
  const lived = await crash(counted, statementsMax)
  await counted.drop()
  if (lived === 'crashed') throw new Error(`a page takes more than ${statementsMax} statements`)
  const inTurn = statementsInTurn(lived.statements)
  let partialPages = 0
  let wholePages = 0
  let isOver = false
  const crashInTurn = async (): Promise<void> => {
    for (let next = inTurn.next(); !isOver && !next.done; next = inTurn.next()) {
      const statement = next.value
      const database = await freshDatabase('statement', template)
      try {
        if ((await crash(database, statement)) !== 'crashed') isOver = true
        const found = await contentsOf(database.pool)
        if (found.join() === after.join()) wholePages += 1
        else {
          expect(found, `after statement ${statement}`).toEqual(before)
          partialPages += 1
        }
        await projectToTheEnd(database)
        expect(await contentsOf(database.pool), `restarted after statement ${statement}`).toEqual(after)
      } finally {
        await database.drop()
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, crashInTurn))
  console.info(`the projector crashed after ${partialPages} of ${lived.statements} statements of a page, and after the page was committed`)
  expect(isOver).toBe(true)
  // Only after its commit, or undisturbed, is a page there.
  expect(wholePages).toBeGreaterThan(0)
  expect(wholePages).toBeLessThanOrEqual(1 + atOnce)
}, 300_000)
