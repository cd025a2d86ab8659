import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deriveDecoderKey } from '@nightflow/domain/prepaid/sts/decoder-key'
import { issueAccessToken, loadTokenSecret } from '@nightflow/platform/sign-in/access-token'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { vendingKeyCiphers } from '@nightflow/server/vending-key-ciphers'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { suiteKeys } from '../../support/prepaid/vending-of-tests.ts'
import {
  launchServer,
  runNightflowWith,
  type ServerProcess,
  startRoleProcess,
  temporaryStateFolder,
  waitUntil,
} from '../../support/process/server-process.ts'

const passphrases = ['correct horse battery', 'staple of two people']
const platformSecrets = { notificationKey: 'notify-5f2c9a71d0b34e88', privateKey: 'private-c1d0e7b8a94f4302' }
const pan = '600727000000000009'
const generation = { supplyGroupCode: '123457', tariffIndex: '01', keyRevisionNumber: 1, keyType: '2', algorithm: '11', baseDate: '2014' }

let database: FreshDatabase
let state: Awaited<ReturnType<typeof temporaryStateFolder>>
let folder: string
let server: ServerProcess
/** Everything that a person, a log or a client was given. */
const seen: [place: string, text: string][] = []

type Answer = { code?: number; reason?: string; data?: Record<string, unknown>; rows?: Record<string, unknown>[] }
let authorization = ''
const ask = async (method: string, path: string, payload?: object | string): Promise<Answer> => {
  const body = typeof payload === 'object' ? JSON.stringify(payload) : payload
  const headers = { authorization, 'content-type': 'application/json' }
  const answered = await fetch(`${server.baseUrl}${path}`, { method, headers, ...(body !== undefined && { body }) })
  const text = await answered.text()
  seen.push([`answer to ${method} ${path}`, text])
  const { rows } = await database.pool.query<{ head: string }>('select coalesce(max(position), 0) as head from log.events')
  await waitForViews(database.pool, Number(rows[0]!.head), 60_000)
  return text.startsWith('{') ? (JSON.parse(text) as Answer) : {}
}
const done = async (method: string, path: string, payload: object): Promise<Record<string, unknown>> => {
  const answer = await ask(method, `/prod-api/business/${path}`, payload)
  expect(answer, path).toMatchObject({ code: 200 })
  return answer.data ?? {}
}

/** The decoder key of the meter with a revision of its vending key. */
const decoderKeyOf = (keyRevisionNumber: number): Buffer => {
  const { key } = suiteKeys.find((each) => each.derivation === '04' && each.keyRevisionNumber === keyRevisionNumber)!
  const purpose = {
    keyType: 2,
    supplyGroupCode: '123457',
    tariffIndex: '01',
    keyRevisionNumber,
    meterPan: pan,
    algorithm: '11',
    baseDate: 2014,
  } as const
  const derived = deriveDecoderKey(Buffer.from(key, 'hex'), '04', purpose, vendingKeyCiphers)
  if (isRejection(derived)) throw new Error(derived.rejected)
  return Buffer.from(derived.bytes)
}

/** How a key may be written: hexadecimal digits, base64, base64 for addresses, a list of bytes, and its bytes. */
const spellingsOf = (bytes: Buffer): string[] => [
  bytes.toString('hex'),
  bytes.toString('base64').replace(/=+$/, ''),
  bytes.toString('base64url'),
  [...bytes].join(','),
  bytes.toString('latin1'),
]
const secretsOf = (): string[] => {
  const keys = [...suiteKeys.map(({ key }) => Buffer.from(key, 'hex')), ...[1, 2].map(decoderKeyOf)]
  const typed = [...passphrases, ...Object.values(platformSecrets)].flatMap((text) => {
    const bytes = Buffer.from(text, 'utf8')
    return [text, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')]
  })
  return [...keys.flatMap(spellingsOf), ...typed]
}
const found = (text: string): string[] => {
  const searched = text.toLowerCase()
  return secretsOf().filter((secret) => searched.includes(secret.toLowerCase()))
}

/** Every row of every table as text, as a dump of the database has them; bytes are hexadecimal digits there. */
const dumpOf = async (): Promise<Map<string, string>> => {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const dump = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await database.pool.query<{ text: string | null }>(`select string_agg(kept::text, E'\\n') as text from ${name} kept`)
    dump.set(name, rows[0]!.text ?? '')
  }
  return dump
}

beforeAll(async () => {
  database = await freshDatabase('key_material', inject('templateWithUtilities'))
  state = await temporaryStateFolder()
  folder = await mkdtemp(join(tmpdir(), 'nightflow-keys-'))
  const typed = `${passphrases.join('\n')}\n${suiteKeys.map((key) => JSON.stringify(key)).join('\n')}\n`
  const sealed = await runNightflowWith({ typed }, 'sts-seal-keys', join(folder, 'north.json'))
  expect(sealed.code).toBe(0)
  seen.push(['ceremony', sealed.stdout + sealed.stderr])
  const environment = {
    ...{
      NIGHTFLOW_VENDING_KEYS: folder,
      NIGHTFLOW_VENDING_PASSPHRASE_ONE: passphrases[0]!,
      NIGHTFLOW_VENDING_PASSPHRASE_TWO: passphrases[1]!,
    },
    NODE_OPTIONS: `--report-on-signal --report-uncaught-exception --report-exclude-env --report-directory=${folder}`,
  }
  server = await startRoleProcess('api,projector,policies', {
    ...{ stateFolder: state.path, databaseUrl: database.connectionString, environment },
    flags: ['--log-level', 'trace'],
  })
  authorization = `Bearer ${issueAccessToken(await loadTokenSecret(database.pool), { tenant: 'north', role: 'admin', username: 'admin' })}`
}, 120_000)
afterAll(async () => {
  await server?.end('SIGKILL')
  await database?.drop()
  await state?.remove()
  await rm(folder, { recursive: true, force: true })
})

describe('key material', () => {
  test('is used: tokens are sold, a key is changed, a platform has its secrets, and each of them fails too', async () => {
    const scheme = { priceSchemeName: 'Households', billingMonths: 1, accumulationMonths: 12, vatRate: 10, startTime: '2026-01-01' }
    const { priceSchemeId } = await done('POST', 'priceScheme', { ...scheme, steps: [{ startVolume: 0, endVolume: -1, unitPrice: 2 }] })
    await done('PUT', `priceScheme/publish/${priceSchemeId}`, {})
    await ask('POST', '/api/v1/meters', { meters: [{ number: 'k1', timeZone: 'UTC', caliberMillimetres: 15 }] })
    const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
    await done('POST', 'customer', { ...holder, accountNo: 'K-1', meterNo: 'k1', priceScheme: 'Households' })
    await done('POST', 'stsMeter', { meterNo: 'k1', pan, ...generation })
    const sale = () => ({ requestId: randomUUID(), accountNo: 'K-1', meterNo: 'k1', panLastFour: '0009', amount: 22, payMethod: '0' })
    const { tokens } = (await done('POST', 'token/sell', sale())) as { tokens: string[] }
    await done('POST', 'token/decode', { digits: tokens[0] })
    const { rows } = await ask('GET', '/prod-api/business/stsMeter/list?meterNo=k1')
    const { stsMeterId } = rows![0] as { stsMeterId: number }
    const { algorithm: _, ...present } = generation
    const next = { ...present, keyExpiryNumber: 255, reason: 'new revision' }
    const change = (keyRevisionNumber: number) => ({ ...next, keyRevisionNumber, requestId: randomUUID() })
    await done('PUT', `stsMeter/changeKey/${stsMeterId}`, change(2))
    await done('PUT', `stsMeter/confirmKey/${stsMeterId}`, { comments: 'entered' })
    await done('POST', 'token/sell', sale())
    // A revision of which there is no vending key, and requests that cannot be read.
    expect(await ask('PUT', `/prod-api/business/stsMeter/changeKey/${stsMeterId}`, change(7))).not.toMatchObject({ code: 200 })
    expect(await ask('POST', '/prod-api/business/token/sell', { ...sale(), panLastFour: '1111' })).toMatchObject({
      reason: 'sts-pan-differs',
    })
    await ask('POST', '/prod-api/business/token/sell', '{"requestId":')
    const ofPlatform = { platformName: 'Sandbox', platformType: '0', applicationType: '0', currencyUnit: 'CNY', relatedInfo: 'For tests' }
    const { platformId } = await done('POST', 'paymentPlatform', { ...ofPlatform, baseAddress: 'http://127.0.0.1:1' })
    await done('PUT', `paymentPlatform/credentials/${platformId}`, { credentials: platformSecrets })
    const offered = {
      tenantPlatformName: 'Pay',
      platformId,
      systemCallbackAddress: server.baseUrl,
      thirdPartyCallbackAddress: server.baseUrl,
    }
    const { associationId } = await done('POST', 'platformAssociation', offered)
    await done('POST', 'paymentOrder', { orderId: randomUUID(), accountNo: 'K-1', associationId, amount: 5, description: 'Water' })
    await ask('GET', '/prod-api/business/paymentPlatform/list')
    await ask('PUT', `/prod-api/business/paymentPlatform/credentials/${platformId}`, { credentials: { unknownKey: 'x' } })
  }, 120_000)

  test('is not shown where a ceremony or a start fails', async () => {
    const path = join(folder, 'north.json')
    const wrong = `${passphrases[0]}\nanother passphrase\n`
    const opened = await runNightflowWith({ typed: wrong }, 'sts-sealed-keys', path)
    const short = JSON.stringify({ ...suiteKeys[1], derivation: '02' })
    const refused = await runNightflowWith({ typed: `${passphrases.join('\n')}\n${short}\n` }, 'sts-seal-keys', join(folder, 'none.json'))
    expect([opened.code, refused.code]).toEqual([1, 1])
    seen.push(['failed ceremony', [opened, refused].map(({ stdout, stderr }) => stdout + stderr).join('\n')])
    // One of the two passphrases is missing.
    const begun = launchServer(['--state-folder', state.path, '--role', 'api', '--no-web', '--database-url', database.connectionString], {
      ...{ NIGHTFLOW_VENDING_KEYS: folder, NIGHTFLOW_VENDING_PASSPHRASE_ONE: passphrases[0]! },
    })
    expect(await begun.ended).toBe(1)
    seen.push(['failed start', begun.output()])
  }, 60_000)

  // requirement of Tokens: no key of the vending module is in the database, the log or a refusal | /prepaid/tokenDesk | POST /prod-api/business/token/sell
  // requirement of Payments: no secret of a platform is in the database in clear, in a log line, an answer or a crash report | /billing/payment/paymentPlatform | PUT /prod-api/business/paymentPlatform/credentials/:platformId
  test('is in no log line, answer, crash report, event or table, in none of its spellings', async () => {
    await database.pool
      .query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)
      .catch(() => undefined)
    server.child.kill('SIGUSR2')
    const reports = async () => (await readdir(folder)).filter((name) => name.startsWith('report.'))
    expect(await waitUntil(async () => (await reports()).length > 0)).toBe(true)
    await server.end('SIGTERM')
    for (const name of await reports()) seen.push([name, await readFile(join(folder, name), 'latin1')])
    seen.push(['sealed file', await readFile(join(folder, 'north.json'), 'latin1')])
    const output = server.output()
    expect(output.split('\n').length, 'lines at the level trace').toBeGreaterThan(20)
    seen.push(['output', output])
    const dump = await dumpOf()
    expect(dump.size).toBeGreaterThan(50)
    expect(dump.get('log.events')).toContain('prepaid.TokensIssued')
    const places = [...seen, ...dump].map(([place, text]) => ({ place, found: found(text) }))
    expect(places.filter((each) => each.found.length > 0)).toEqual([])
    // The search finds what is there.
    expect(found(`key: ${suiteKeys[1]!.key.toUpperCase()}`)).not.toEqual([])
  })
})
