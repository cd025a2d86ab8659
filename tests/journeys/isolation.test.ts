import { read, utils, write } from '@e965/xlsx'
import type { AlarmRow } from '@nightflow/schemas/alarms/alarm'
import type { EventRow } from '@nightflow/schemas/audit/log'
import type { MeterRow } from '@nightflow/schemas/devices/meters'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { multipartOf } from '../support/api/pictures.ts'
import { comeTo, cookiesOf, journeyBrowser, settled } from './journey-browser.ts'
import { lane } from './lane.ts'
import { callFrom, type PageAnswer } from './page-call.ts'
import { ask, command, signIn } from './people.ts'
import { refusalText } from './refusal-text.ts'
import { text } from './texts.ts'

const browser = journeyBrowser()

/** Rows that the demo utility has and the trial beside it does not, each by the name of its request field. */
type Theirs = {
  meter: string
  partition: { id: string; name: string }
  alarm: AlarmRow
  event: EventRow
  user: { userId: number; nickName: string }
  role: { roleId: number }
  /** A file that the service made for its administrator. */
  fileName: string
}

type Rows<Row> = { rows: Row[] }

/** A meter that the trial does not have: both cities are made alike, and many numbers are in both. */
const meterOfTheirs = async (): Promise<string> => {
  const numbersOf = async (role: 'admin' | 'trial', path: string): Promise<string[]> =>
    (await ask<Rows<Pick<MeterRow, 'number'>>>(role, path)).rows.map(({ number }) => number)
  const known = [...(await numbersOf('trial', '/api/v1/meters?limit=500')), ...(await numbersOf('trial', '/api/v1/unclaimed-meters'))]
  return (await numbersOf('admin', '/api/v1/meters?limit=500')).find((number) => !known.includes(number))!
}

/** Alarms come once the demo's policies have looked at its water. */
const firstOfTheirs = <Row>(path: string): Promise<Row> =>
  vi.waitFor(
    async () => {
      const [row] = (await ask<Rows<Row>>('admin', path)).rows
      if (row === undefined) throw new Error(`${path} is empty`)
      return row
    },
    { timeout: 60_000, interval: 500 },
  )

const sendAsAdmin = async (
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> => {
  const { token } = await signIn('admin')
  const answer = await fetch(`${lane().baseUrl}${path}`, {
    method,
    headers: { ...headers, authorization: `Bearer ${token}` },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(20_000),
  })
  expect(answer.ok, path).toBe(true)
  return answer
}

/** An import that is refused leaves a file behind that says why: only its sender may read it. */
const fileOfTheirs = async (): Promise<string> => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['userName'], ['9bad']]), 'Sheet1')
  const bytes = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  const { payload, headers } = multipartOf('file', bytes, { fileName: 'staff.xlsx', fields: { mode: 'all' } })
  const answer = await sendAsAdmin('POST', '/prod-api/system/user/importData', new Uint8Array(payload), headers)
  return ((await answer.json()) as { data: { resultFile: string } }).data.resultFile
}

const json = { 'content-type': 'application/json' }

/** A partition of a name that no other utility has: the cascades of both cities are called the same. */
const partitionOfTheirs = async (): Promise<Theirs['partition']> => {
  const partition = { id: `quarry-${Date.now()}`, name: `Quarry Lane ${Date.now()}` }
  const body = JSON.stringify({ partitionId: partition.id, name: partition.name })
  await sendAsAdmin('POST', '/api/v1/partitions', body, json)
  return partition
}

let theirs: Theirs
beforeAll(async () => {
  theirs = {
    meter: await meterOfTheirs(),
    partition: await partitionOfTheirs(),
    alarm: await firstOfTheirs<AlarmRow>('/prod-api/report/alarm/processed/list?pageSize=50'),
    event: await firstOfTheirs<EventRow>('/api/v1/audit/events?type=metering.ReadingsReported&limit=1'),
    user: await firstOfTheirs<Theirs['user']>('/prod-api/system/user/list?userName=analyst'),
    role: await firstOfTheirs<Theirs['role']>('/prod-api/system/role/list'),
    fileName: await fileOfTheirs(),
  }
})

afterAll(() => theirs && sendAsAdmin('DELETE', `/api/v1/partitions/${theirs.partition.id}?whole=true`))

/** Addresses of one thing of theirs, what its own administrator reads there, and what others read. */
const addresses: Record<string, (their: Theirs) => { path: string; own: string; others: string }> = {
  'a meter': ({ meter }) => ({
    path: `/device/meters/${meter}`,
    own: text('metering:figure.completeness'),
    others: refusalText('not-found'),
  }),
  'a list of meters': ({ meter }) => ({ path: `/device/meters?search=${meter}`, own: meter, others: text('devices:meters.nothingFound') }),
  'a partition': ({ partition: { id, name } }) => ({
    path: `/water/leakage?partition=${id}`,
    own: name,
    others: text('leakage:empty.unknownPartition'),
  }),
  'an alarm': ({ alarm }) => ({
    path: `/alarm/alarm?alarm=${alarm.alarmProcessedId}`,
    own: text('shell:alarm.fact.status'),
    others: refusalText('alarm-unknown'),
  }),
  'an event': ({ event }) => ({
    path: `/audit/events?position=${event.position}`,
    own: text('audit:event.hash'),
    others: refusalText('not-found'),
  }),
}

/** Calls for one thing of theirs, by its name. */
const callsFor = ({ meter, partition, alarm, event, user, role, fileName }: Theirs): [string, string, object?][] => [
  ['GET', `/api/v1/meters/${meter}`],
  ['GET', `/api/v1/partitions/${partition.id}`],
  ['GET', `/api/v1/partitions/${partition.id}/night-flow?from=2026-10-01&to=2026-10-02`],
  ['GET', `/api/v1/partitions/${partition.id}/balance?from=2026-10-01&to=2026-10-02`],
  ['GET', `/api/v1/audit/events/${event.position}`],
  ['GET', `/prod-api/report/alarm/processed/${alarm.alarmProcessedId}`],
  ['GET', `/prod-api/system/user/${user.userId}`],
  ['GET', `/prod-api/system/role/${role.roleId}`],
  ['POST', '/prod-api/common/download', { fileName }],
]

/** Calls that would change something of theirs. */
const changesOf = ({ meter, partition, alarm, user, role }: Theirs): [string, string, object?][] => [
  ['POST', `/api/v1/meters/${meter}/valve`, { operationId: crypto.randomUUID(), position: 'closed' }],
  ['PUT', `/api/v1/partitions/${partition.id}/thresholds`, { klRatio: 0.5 }],
  ['DELETE', `/api/v1/partitions/${partition.id}?whole=true`],
  ['PUT', `/prod-api/report/alarm/processed/ignore/${alarm.alarmProcessedId}`, {}],
  ['PUT', '/prod-api/system/user/changeStatus', { userId: user.userId, status: '1' }],
  ['PUT', `/prod-api/system/user/resetPwd/${user.userId}`],
  ['PUT', `/prod-api/system/user/erase/${user.userId}`, { reason: 'Not theirs' }],
  ['DELETE', `/prod-api/system/role/${role.roleId}`],
]

/** Lists and spreadsheets of everything, and of theirs by name. */
const listsAskedFor = ({ meter, event }: Theirs): [string, string, object?][] => [
  ['GET', '/api/v1/meters?limit=500'],
  ['GET', `/api/v1/meters?search=${meter}`],
  ['GET', '/api/v1/partitions'],
  ['GET', `/api/v1/audit/events?stream=${encodeURIComponent(event.stream)}`],
  ['GET', `/api/v1/audit/streams?search=${encodeURIComponent(event.stream)}`],
  ['GET', '/api/v1/quarantine'],
  ['GET', '/api/v1/unclaimed-meters'],
  ['GET', '/prod-api/report/alarm/processed/list?pageSize=200'],
  ['GET', '/prod-api/report/alarm/processed/listNotice'],
  ['GET', '/prod-api/business/cascadeScreen/figures'],
  ['POST', '/prod-api/report/alarm/processed/export', {}],
  ['POST', '/prod-api/system/user/list', { pageSize: 200 }],
  ['GET', '/prod-api/system/role/list?pageSize=200'],
  ['POST', '/prod-api/system/user/export', {}],
]

/** Everything that an answer says, the cells of a spreadsheet as well. */
const said = ({ mediaType, bytes }: PageAnswer): string =>
  mediaType.includes('spreadsheet') ? JSON.stringify(Object.values(read(bytes).Sheets)) : bytes.toString('utf8')

const statusesOf = async (page: Page, calls: readonly [string, string, object?][]): Promise<Record<string, number>> => {
  const statuses: Record<string, number> = {}
  for (const [method, path, body] of calls) statuses[`${method} ${path}`] = (await callFrom(page, method, path, body)).status
  return statuses
}

const expectNothingOfTheirs = async (page: Page): Promise<void> => {
  for (const [method, path, body] of listsAskedFor(theirs)) {
    const answer = await callFrom(page, method, path, body)
    expect([200, 403], path).toContain(answer.status)
    const marks = [theirs.meter, theirs.partition.name, `"${theirs.event.stream}"`, 'Riverbend']
    expect(
      marks.filter((mark) => said(answer).includes(mark)),
      path,
    ).toEqual([])
  }
}

/** Refusals are what these journeys are after; the browser writes each into its console. */
const expectRefusals = (): void => {
  browser.expectProblem(/^(403|404|409) (GET|POST|PUT|DELETE) \S+\/api\/v1\//)
  browser.expectProblem(/responded with a status of (403|404|409) .*\/api\/v1\//)
}

describe('the trial’s tenant, beside the demo utility', () => {
  test(`reads in words that there is nothing, where the utility’s administrator sees ${Object.keys(addresses).join(', ')}`, {
    timeout: 120_000,
  }, async () => {
    expectRefusals()
    const trial = await browser.open({ role: 'trial' })
    const admin = await browser.open({ role: 'admin' })
    await Promise.all([settled(trial), settled(admin)])
    for (const addressOf of Object.values(addresses)) {
      const { path, own, others } = addressOf(theirs)
      await comeTo(trial, path)
      await trial.locator('main, [role=dialog]').getByText(others).first().waitFor()
      await comeTo(admin, path)
      await admin.getByText(own).first().waitFor()
      expect(await admin.getByText(others).count(), path).toBe(0)
    }
  })

  test('is sent away from the staff and roles of whomever', async () => {
    const page = await browser.open({ role: 'trial', path: '/system/user' })
    for (const path of ['/system/user', '/system/role']) {
      await page.goto(path)
      await page.getByRole('heading', { name: text('shared:fallback.noAccessTitle') }).waitFor()
    }
  })

  test('gets nothing by calls from its own pages that the utility’s administrator gets', async () => {
    expectRefusals()
    const trial = await browser.open({ role: 'trial' })
    const refused = await statusesOf(trial, [...callsFor(theirs), ...changesOf(theirs)])
    expect(Object.entries(refused).filter(([, status]) => status !== 403 && status !== 404)).toEqual([])
    await expectNothingOfTheirs(trial)
    const admin = await browser.open({ role: 'admin' })
    expect(Object.entries(await statusesOf(admin, callsFor(theirs))).filter(([, status]) => status !== 200)).toEqual([])
  })

  test('finds nothing of the utility by typing its name', async () => {
    const page = await browser.open({ role: 'trial' })
    await settled(page)
    await page.keyboard.press('Control+k')
    const box = page.getByPlaceholder(text('shared:find.placeholder'))
    for (const wanted of [theirs.meter, theirs.partition.name, theirs.user.nickName]) {
      await box.fill(wanted)
      await page.getByText(text('shared:find.nothing')).waitFor()
    }
  })

  test('sees the wall of the link, and nothing else', async () => {
    expectRefusals()
    const page = await browser.open({ role: 'trial' })
    const linkOf = async (role: 'admin' | 'trial') =>
      (await command('POST', '/business/cascadeScreen/link', { hours: 1 }, (await signIn(role)).token)).data?.link
    const wall = page.getByRole('heading', { level: 1 })
    await page.goto(`/cascadeScreen?link=${await linkOf('admin')}`)
    await wall.getByText('Riverbend Water').waitFor()
    expect(await callFrom(page, 'GET', `/api/v1/partitions/${theirs.partition.id}`)).toMatchObject({ status: 404 })
    await expectNothingOfTheirs(page)
    await page.goto(`/cascadeScreen?link=${await linkOf('trial')}`)
    await wall.getByText('Hillside Water').waitFor()
    expect(await page.locator('body').textContent()).not.toContain(theirs.partition.name)
  })
})

/** An operator who visits a tenant sees it as its administrator does. */
const administratorOfTrial = async (): Promise<Page> => {
  const { token } = await signIn('operator')
  const reason = { code: 'trial-demo', reason: 'What may its administrator see?', minutes: 5 }
  const { data } = await command('POST', '/system/tenant/visit', reason, token)
  const page = await browser.open({ path: '/login' })
  const visit = { token: String(data?.access_token), expiresIn: 300 }
  await page.context().addCookies(cookiesOf(visit, lane().baseUrl))
  return page
}

test('an administrator of the trial’s tenant, who has all permissions there, reaches no one of the utility', async () => {
  expectRefusals()
  const page = await administratorOfTrial()
  for (const [path, filter] of [
    ['/system/user', 'userName=analyst'],
    ['/system/role', 'roleName=nobody-has-this'],
  ]) {
    await page.goto(`${path}?${filter}`)
    await page.getByText(text('shared:resource.nothingFound')).first().waitFor()
  }
  const refused = await statusesOf(page, [...callsFor(theirs), ...changesOf(theirs)])
  expect(Object.entries(refused).filter(([, status]) => status !== 404)).toEqual([])
  await expectNothingOfTheirs(page)
})
