import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventLog } from '@nightflow/event-log/event-log'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { issueAccessToken, loadTokenSecret } from '@nightflow/platform/sign-in/access-token'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import { proveMoney } from '@nightflow/projections/joined/prove-money'
import { PaymentSource } from '@nightflow/schemas/billing/deduction'
import { StsAlgorithm, StsBaseDate, StsKeyType } from '@nightflow/schemas/prepaid/sts-meter'
import { SalePayMethod } from '@nightflow/schemas/prepaid/token'
import { sealVendingKeys, type TwoPassphrases } from '@nightflow/server/sealed-vending-keys'
import type { Pool } from 'pg'
import { median, withBenchDatabase } from './bench-database.ts'
import type { BenchOptions } from './bench-options.ts'
import { benchBurnDown } from './burn-down.ts'
import { expectCurrent } from './expect-current.ts'
import { forkAsStarted } from './fork-as-started.ts'
import { tenant } from './frames.ts'
import { sendAll } from './http-load.ts'
import { eventsPerOperation, newEventOf, valveOperation, valveStream } from './valve-events.ts'
import { within } from './within.ts'

const connections = 32
/** Meters with an account each: sales of one meter take turns, those of a utility do not. */
const meterCount = 256
const vendingKey = { supplyGroupCode: '123457', keyRevisionNumber: 1, keyType: 2, derivation: '04' } as const
const suiteKey = 'abababababababab949494949494949401234567'
const generation = {
  ...{ supplyGroupCode: vendingKey.supplyGroupCode, tariffIndex: '01', keyRevisionNumber: 1 },
  ...{ keyType: StsKeyType.enum.unique, algorithm: StsAlgorithm.enum.misty1, baseDate: StsBaseDate.enum.from2014 },
}

/**
 * Recharges and sales of tokens over HTTP with 32 connections, each durable before it is answered, beside bare appends of single events by as many
 * writers to the same log. `ratio` is the smaller of the two in events: what a sale has to append is a part of its work and no loss. A projector
 * follows, as in production, and at the end the proof of the money has to find nothing. Then `burnDownSeconds`: a day of prepaid accounts, in a database of its own.
 */
export const benchPrepaid = async (options: BenchOptions) => {
  const sold = await benchSales(options)
  const { burnDownSeconds, accounts } = await benchBurnDown(options)
  return { ...sold, burnDownSeconds, burnDownAccounts: accounts }
}

/** A round waits for nothing longer than that. */
const partSecondsMax = 60
/** After so long no further round begins, as soon as two have counted: a machine that others use measures fewer. */
const roundsSecondsMax = 75

const benchSales = ({ isQuick }: BenchOptions) =>
  withBenchDatabase(async ({ pool, connectionString }) => {
    await createTenant(pool, { code: tenant, name: 'Bench', timeZone: 'Asia/Shanghai' })
    const token = issueAccessToken(await loadTokenSecret(pool), { tenant, username: 'bench', role: 'admin' })
    const sealed = await sealKeys()
    const environment = { BENCH_DATABASE_URL: connectionString }
    const server = forkAsStarted('./money-server.ts', { ...environment, BENCH_VENDING: JSON.stringify(sealed) })
    const projector = forkAsStarted('./projector-process.ts', environment)
    const log = createPostgresEventLog({ pool, connectionString })
    try {
      const [port] = (await within(partSecondsMax, 'the start of the server', once(server, 'message'))) as [number]
      await within(2 * partSecondsMax, 'opening the accounts', openAccounts(port, token))
      const measured = await measureRounds({ pool, log, server, port, token }, isQuick)
      const { parts } = await within(partSecondsMax, 'the proof of the money', proveMoney({ pool, log, tenant, graceSeconds: -60 }))
      const differing = parts.reduce((sum, part) => sum + part.differing, 0)
      if (differing > 0) throw new Error(`the proof of the money found ${differing} differences`)
      return figuresOf(measured)
    } finally {
      projector.disconnect()
      server.disconnect()
      await log.close()
      await rm(sealed.folder, { recursive: true })
    }
  })

const measureRounds = async (parts: Parts, isQuick: boolean): Promise<Rounds> => {
  const [rounds, recharges, sales, seconds] = isQuick ? [2, 500, 250, 0.7] : [5, 2_000, 800, 1]
  const measured: Rounds = { recharges: [], sales: [], limits: [], inTurn: [] }
  await expectCurrent(parts)
  const started = performance.now()
  const isOver = () => measured.limits.length >= 2 && performance.now() - started > roundsSecondsMax * 1_000
  // The first round warms all sides up and does not count.
  for (let round = 0; round <= rounds && !isOver(); round++) {
    const recharged = await send(parts, recharges, rechargeOf)
    const sold = await send(parts, sales, saleOf)
    const limit = await within(partSecondsMax, 'bare appends', appendBare(parts.log, seconds))
    const inTurn = await within(partSecondsMax, 'appends in turn', appendInTurn(parts.log, seconds))
    // The projector digests the bare appends first: they are no part of the next sale.
    await expectCurrent(parts)
    console.log(
      `round ${round}: recharges ${told(recharged)}, tokens ${told(sold)}, bare appends ${whole(limit)}/s, six of them in turn ${whole(inTurn)}/s`,
    )
    if (round === 0) continue
    measured.recharges.push(recharged)
    measured.sales.push(sold)
    measured.limits.push(limit)
    measured.inTurn.push(inTurn)
  }
  return measured
}

type Measured = { perSecond: number; eventsEach: number; serverMilliseconds: number }
const whole = Math.round
const told = ({ perSecond, eventsEach, serverMilliseconds }: Measured): string =>
  `${whole(perSecond)}/s (${eventsEach} events and ${serverMilliseconds.toFixed(2)} ms of the server each)`

type Rounds = { recharges: Measured[]; sales: Measured[]; limits: number[]; inTurn: number[] }

/** Each round against the limit of the same round. */
const figuresOf = ({ recharges, sales, limits, inTurn }: Rounds) => {
  const ratioOf = (figures: readonly Measured[]) =>
    median(figures.map(({ perSecond, eventsEach }, round) => (perSecond * eventsEach) / limits[round]!))
  const [ratioRecharges, ratioTokens] = [ratioOf(recharges), ratioOf(sales)]
  const [tokensPerSecond, rechargesPerSecond] = [sales, recharges].map((figures) => median(figures.map(({ perSecond }) => perSecond)))
  return {
    name: 'prepaid',
    figure: whole(rechargesPerSecond!),
    limit: whole(median(limits)),
    ratio: Math.min(ratioRecharges, ratioTokens),
    tokensPerSecond: whole(tokensPerSecond!),
    rechargesPerSecond: whole(rechargesPerSecond!),
    ratioRecharges,
    ratioTokens,
    // A sale beside six bare appends, each after the one before it, as a sale makes them.
    ratioTokensInTurn: median(sales.map(({ perSecond }, round) => perSecond / inTurn[round]!)),
    eventsPerToken: median(sales.map(({ eventsEach }) => eventsEach)),
    // Processor time of the server: what compares where others use the machine.
    serverMillisecondsPerRecharge: median(recharges.map(({ serverMilliseconds }) => serverMilliseconds)),
    serverMillisecondsPerToken: median(sales.map(({ serverMilliseconds }) => serverMilliseconds)),
    unit: 'requests/s',
  }
}

const sealKeys = async (): Promise<{ folder: string; passphrases: TwoPassphrases }> => {
  const folder = await mkdtemp(join(tmpdir(), 'nightflow-vending-'))
  const passphrases: TwoPassphrases = ['first of two people', 'second of two people']
  const sealed = await sealVendingKeys([{ ...vendingKey, key: suiteKey }], passphrases)
  await writeFile(join(folder, `${tenant}.json`), sealed, { mode: 0o600 })
  return { folder, passphrases }
}

/** With its check digit by Luhn. */
const panOf = (meter: number): string => {
  const digits = `600727${String(meter).padStart(11, '0')}`
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const value = place % 2 === 0 ? Number(digit) * 2 : Number(digit)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

const openAccounts = async (port: number, token: string): Promise<void> => {
  const ask = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: JSON.stringify(body) })
    const said = (await answer.json()) as { code?: number; data?: { priceSchemeId?: number } }
    if (!answer.ok || (said.code ?? 200) !== 200) throw new Error(`${path}: ${JSON.stringify(said)}`)
    return said.data
  }
  const business = '/prod-api/business'
  const steps = [{ startVolume: 0, endVolume: -1, unitPrice: 2 }]
  const scheme = { priceSchemeName: 'Households', billingMonths: 1, accumulationMonths: 12, vatRate: 10, startTime: '2026-01-01', steps }
  const made = await ask('POST', `${business}/priceScheme`, scheme)
  await ask('PUT', `${business}/priceScheme/publish/${made!.priceSchemeId}`, {})
  const meters = Array.from({ length: meterCount }, (_, meter) => ({
    number: `m${meter}`,
    timeZone: 'Asia/Shanghai',
    caliberMillimetres: 15,
  }))
  await ask('POST', '/api/v1/meters', { meters })
  const open = async (meter: number): Promise<void> => {
    const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane', priceScheme: 'Households' }
    await ask('POST', `${business}/customer`, { ...holder, accountNo: `A-${meter}`, meterNo: `m${meter}` })
    await ask('POST', `${business}/stsMeter`, { meterNo: `m${meter}`, pan: panOf(meter), ...generation })
  }
  for (let first = 0; first < meterCount; first += connections)
    await Promise.all(Array.from({ length: connections }, (_, nth) => open(first + nth)))
}

type Sale = { path: string; body: object }
const rechargeOf = (meter: number): Sale => ({
  path: '/prod-api/business/payment',
  body: { accountNo: `A-${meter}`, paymentId: randomUUID(), amount: 11, source: PaymentSource.enum.recharge },
})
const saleOf = (meter: number): Sale => ({
  path: '/prod-api/business/token/sell',
  body: {
    ...{ requestId: randomUUID(), accountNo: `A-${meter}`, meterNo: `m${meter}`, amount: 11, payMethod: SalePayMethod.enum.cash },
    panLastFour: panOf(meter).slice(-4),
  },
})

type Parts = { pool: Pool; log: EventLog; server: ChildProcess; port: number; token: string }

/** So many requests, how many events each of them appended, and what each cost the server. */
const send = async ({ server, port, token, log }: Parts, count: number, of: (meter: number) => Sale): Promise<Measured> => {
  const requests = Array.from({ length: count }, (_, nth) => {
    const { path, body } = of(nth % meterCount)
    const text = JSON.stringify(body)
    return `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`
  })
  const [before, usedBefore] = [await log.head(), await processorMilliseconds(server)]
  const isTaken = (answer: string) => answer.startsWith('HTTP/1.1 200') && answer.includes('"code":200')
  const { seconds } = await within(partSecondsMax, `${count} requests`, sendAll(port, connections, requests, isTaken))
  const [appended, used] = [(await log.head()) - before, (await processorMilliseconds(server)) - usedBefore]
  return { perSecond: count / seconds, eventsEach: appended / count, serverMilliseconds: used / count }
}

/** Of the server since it began. */
const processorMilliseconds = async (server: ChildProcess): Promise<number> => {
  const answered = once(server, 'message') as Promise<[NodeJS.CpuUsage]>
  server.send('processor time')
  const [{ user, system }] = await within(partSecondsMax, 'an answer of the server', answered)
  return (user + system) / 1_000
}

/** Single events a second of as many writers as there are connections, each waiting for its own. */
const appendBare = async (log: EventLog, seconds: number): Promise<number> => {
  const started = performance.now()
  const until = started + seconds * 1_000
  let events = 0
  const write = async (): Promise<void> => {
    while (performance.now() < until) {
      const number = randomUUID()
      const [event] = valveOperation(number)
      await log.append(valveStream(number), 0, [newEventOf(event!)])
      events += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, write))
  return events / ((performance.now() - started) / 1_000)
}

/** The same writers with six appends in turn to two streams, again and again: so many appends a token takes. */
const appendInTurn = async (log: EventLog, seconds: number): Promise<number> => {
  const started = performance.now()
  const until = started + seconds * 1_000
  let rounds = 0
  const write = async (): Promise<void> => {
    while (performance.now() < until) {
      const numbers = [randomUUID(), randomUUID()]
      const operations = numbers.map((number) => valveOperation(number))
      for (let version = 0; version < eventsPerOperation; version += 1)
        for (const [nth, number] of numbers.entries())
          await log.append(valveStream(number), version, [newEventOf(operations[nth]![version]!)])
      rounds += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, write))
  return rounds / ((performance.now() - started) / 1_000)
}
