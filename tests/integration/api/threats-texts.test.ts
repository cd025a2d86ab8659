import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes } from '@nightflow/api/routes'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { filesLike, linesLike } from '../../architecture/source-files.ts'
import { type BackOffice, backOfficeOf } from '../../support/api/back-office.ts'
import { evilForm } from '../../support/api/evil-form.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

/** Texts of people by docs/threat-model.md: they are read as texts, by the service, its logs, spreadsheets and browsers. */

let running: RunningApi
let office: BackOffice
let webRoot: string
const tokens = { admin: '', operator: '' }
const accountNo = 'EVIL-1'
const partitionId = 'evil-hill'
let recipient: number
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'nightflow-threats-'))
  await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>Nightflow</title><script>document.title = "Nightflow"</script>')
  running = await startApi('threats_texts', { webRoot })
  office = backOfficeOf(running)
  tokens.admin = await office.logIn('admin')
  tokens.operator = await office.logIn('operator')
  const holder = { accountNo, customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
  await office.call({ method: 'POST', url: '/prod-api/business/customer', token: tokens.admin, payload: holder })
  await offerPaymentPlatform()
  await running.ask('north', { method: 'POST', url: '/api/v1/partitions', payload: { partitionId, name: 'Evil hill' } })
  const { rows } = await running.pool.query<{ id: number }>(
    `update platform.users set email = 'director@north.example' where tenant = 'north' and username = 'admin' returning user_id::int as id`,
  )
  recipient = rows[0]!.id
})
afterAll(async () => {
  await running.stop()
  await rm(webRoot, { recursive: true })
})

/** Orders go through an association whose platform has credentials, in the currency of the utility. */
const offerPaymentPlatform = async () => {
  const business = (method: 'POST' | 'PUT', path: string, payload: object) =>
    office.call({ method, url: `/prod-api/business/${path}`, token: tokens.admin, payload })
  const address = 'https://platform.example.org'
  const kinds = { platformType: '0', applicationType: '0', currencyUnit: 'CNY' }
  await business('POST', 'paymentPlatform', { ...kinds, platformName: 'Sandbox', baseAddress: address, relatedInfo: 'For tests' })
  const addresses = { systemCallbackAddress: address, thirdPartyCallbackAddress: address }
  await business('POST', 'platformAssociation', { tenantPlatformName: 'Pay here', platformId: 1, ...addresses })
  await business('PUT', 'paymentPlatform/credentials/1', { credentials: { notificationKey: 'a key of the sandbox' } })
}

const all: { endpoint: Endpoint; name: string }[] = Object.values(routes)
  .flat()
  .map(({ endpoint }) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` }))

/** Texts that make a careless pattern try every way there is; as long as a body may be. */
const longTexts = ['a', '1', ' ', '-', '.', ',', '1,', 'a@', 'a.', '[', '{"a":', '\t', '中', '%', '/', 'aA1', '0:'].flatMap((part) => [
  part.repeat(Math.floor(200_000 / part.length)),
  `${part.repeat(Math.floor(200_000 / part.length))}!`,
])

describe('a text of any length', () => {
  /** Many calls share their page, their search and their numbers: each of these is tried in the first of them. */
  const tried = new Set<unknown>()
  test.each(all)('in any field of $name is checked at once', ({ endpoint }) => {
    const fields = Object.entries(endpoint.request.shape).flatMap(([field, schema]) => (tried.has(schema) ? [] : [field]))
    for (const schema of Object.values(endpoint.request.shape)) tried.add(schema)
    if (fields.length === 0) return
    for (const text of longTexts) {
      const request = Object.fromEntries(fields.map((field) => [field, text]))
      const start = performance.now()
      endpoint.request.safeParse(request)
      expect(performance.now() - start, `${fields.join(', ')} with ${text.slice(0, 4)}…`).toBeLessThan(1500)
    }
  })
})

const script = `<script>alert(1)</script>`
/** Fits into names of twenty characters. */
const short = `<b onmouseover=x>`

describe('a script typed into a form', () => {
  const made = Object.entries(resourceCalls).flatMap(([name, calls]) =>
    'create' in calls ? [{ name, create: calls.create as unknown as Endpoint, list: calls.list as unknown as Endpoint }] : [],
  )
  /** A form without any text takes no script. A month is closed only after the one before, and there is none with money here. A leak case needs a partition. */
  const written = made.filter(
    ({ name, create }) =>
      !['bookCloses', 'leakCases'].includes(name) &&
      Object.values(create.request.shape).some((schema) => (schema as z.ZodType).safeParse(short).success),
  )

  test.each(written)(
    'of $name comes back as the text that it is, in an answer that no browser takes for a page',
    async ({ create, list }) => {
      const token = create.permission.startsWith('platform:') || /\/dict\//.test(create.path) ? tokens.operator : tokens.admin
      // At the top, where nothing else has to be there first.
      const {
        parentId: _,
        deptId: _deptId,
        password: _password,
        contractNo: _contractNo,
        ...payload
      } = evilForm(create, [script, short], made.length + create.path.length)
      if (create.path.endsWith('/dict/data')) payload.dictType = 'alarm_status'
      if ('upperLimitKilopascal' in payload) payload.upperLimitKilopascal = 900
      // Charges and debts need an existing account.
      if ('accountNo' in payload) payload.accountNo = accountNo
      // A generic platform would need a protocol that can be read; associations and orders need what they go through.
      if ('platformType' in payload) payload.platformType = '0'
      if ('platformId' in payload) payload.platformId = 1
      if ('associationId' in payload) payload.associationId = 1
      // An annotation is of an existing partition, and a report is sent to users with an address, with a filter of its own.
      if ('annotationKey' in payload) payload.partitionId = partitionId
      if ('scheduleName' in payload) Object.assign(payload, { recipients: [recipient], filters: '' })
      // A maintenance order, or a plan of such, needs nothing that exists.
      if ('assigneeId' in payload) {
        const nothing = {
          assigneeId: null,
          crewId: null,
          meterNo: null,
          meterGroupId: null,
          partitionId: null,
          caseId: null,
          plannedFor: null,
        }
        const plain = Object.entries({ ...nothing, orderType: '0', alarmIds: [] })
        Object.assign(payload, Object.fromEntries(plain.filter(([field]) => field in create.request.shape)))
      }
      // A crew has people who may work on orders.
      if ('memberIds' in payload) Object.assign(payload, { leaderId: recipient, memberIds: [recipient] })
      // A rule of alarms holds everywhere, and an event that a meter reports has no threshold.
      if ('ruleId' in payload) {
        const everywhere = { meterNo: null, meterGroupId: null, partitionId: null, accountNo: null }
        Object.assign(payload, { ...everywhere, threshold: null, clearAt: null, fromHour: 0, toHour: 24, escalateMinutes: null })
      }
      // A price scheme needs steps without conditions, from 0 to the maximum.
      if ('steps' in payload) payload.steps = [{ startVolume: 0, endVolume: -1, unitPrice: 1 }]
      const answer = await office.call({ method: 'POST', url: create.path, token, payload })
      expect(answer.code, `${JSON.stringify(payload)} ${JSON.stringify(answer)}`).toBe(200)
      // The entries of all dictionaries are more than one page.
      const url = `${list.path}?pageSize=200${'dictType' in payload ? `&dictType=${payload.dictType}` : ''}`
      const listed = await running.api.inject({ url, headers: { authorization: `Bearer ${token}` } })
      expect(listed.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' })
      expect(listed.headers['content-security-policy']).toContain(`default-src 'none'`)
      expect(listed.body).toMatch(/<script>alert\(1\)<\/script>|<b onmouseover=x>/)
    },
  )

  test('is not run by the page: only the service’s own scripts are, and inline ones by their digest', async () => {
    const page = await running.api.inject({ url: '/', headers: { accept: 'text/html' } })
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'(;| )/)
    expect(/script-src[^;]*/.exec(policy)![0]).not.toMatch(/unsafe|\*|data:|blob:/)
    expect(policy).toContain(`object-src 'none'`)
    expect(policy).toContain(`frame-ancestors 'none'`)
  })

  test('is never put into a page as a page: components write texts', () => {
    const ways =
      /dangerouslySetInnerHTML|\.innerHTML|\.outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(|srcdoc|DOMParser/i
    expect(
      linesLike(
        filesLike('apps/web/src/**/*.{ts,tsx}').filter((path) => !/\.test\./.test(path)),
        ways,
      ),
    ).toEqual([])
  })

  test.each(['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', 'vbscript:x'])(
    'does not hide in the address of a menu: %s',
    async (path) => {
      const titles = { en: 'x', fr: 'x', id: 'x', 'zh-CN': 'x' }
      const payload = { titles, menuType: 'C', path, isFrame: '0' }
      expect((await office.call({ method: 'POST', url: '/prod-api/system/menu', token: tokens.operator, payload })).reason).toBe(
        'request-invalid',
      )
    },
  )
})

describe('a line break written into a log', () => {
  const line = 'x\n{"level":60,"msg":"everything is fine"}\r\n\u001b[2J'

  test('stays inside the line that it belongs to', async () => {
    const program = `import { createLogger } from '@nightflow/server/logger'
      const line = ${JSON.stringify(line)}
      createLogger('info').info({ name: line, err: new Error(line) }, line)`
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    })
    const lines = stderr.trimEnd().split('\n')
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0]!)).toMatchObject({ msg: line })
    expect(lines[0]).not.toContain('\u001b')
  })

  test('of the sign-ins is one row, however it is written', async () => {
    const before = Number((await running.pool.query('select count(*) from platform.login_log')).rows[0].count)
    await office.tryLogIn(line.slice(0, 60), 'Wrong-1')
    const { rows } = await running.pool.query(`select count(*) from platform.login_log`)
    expect(Number(rows[0].count)).toBeLessThanOrEqual(before + 1)
  })
})

describe('a path that leads elsewhere', () => {
  test.each([
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%5c..%5cindex.html',
    '//etc/passwd',
    '/assets/%00',
  ])('finds no file: %s', async (url) => {
    const answer = await running.api.inject({ url })
    expect(answer.body).not.toMatch(/"workspaces"|root:/)
    expect([200, 400, 403, 404]).toContain(answer.statusCode)
  })
})
