import { randomUUID } from 'node:crypto'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import type { EventDetail, EventRow } from '@nightflow/schemas/audit/log'
import { eventCatalogue } from '@nightflow/schemas/events'
import type { NightFlowRow, PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { describe, expect, test } from 'vitest'
import { fullFormSuffix, isFullForm } from '../support/full-form.ts'
import { journeyBrowser, settled } from './journey-browser.ts'
import { lane } from './lane.ts'
import { ask, credentialsOf } from './people.ts'
import { expectShown } from './shown-number.ts'
import { serviceDatabase } from './sign-in-form.ts'
import { text } from './texts.ts'

const browser = journeyBrowser()
const pool = serviceDatabase()
const gateway = 'metering-gateway'
const partition = 'willow-court'

describe('an auditor', () => {
  test('finds a gateway’s stream and opens a frame with its readings unpacked', async () => {
    const page = await browser.open({ role: 'admin', path: '/audit/streams' })
    await settled(page)
    await page.getByPlaceholder(text('audit:streams.field.search')).fill(gateway)
    await page.waitForURL(/search=/)
    const link = page.getByRole('cell').getByRole('link').filter({ hasText: gateway }).first()
    await link.waitFor()
    const stream = (await link.textContent())?.trim() ?? ''
    await link.click()
    await page.waitForURL(/\/audit\/events\?stream=/)
    await settled(page)
    const { rows } = await ask<{ rows: EventRow[] }>('admin', `/api/v1/audit/events?stream=${encodeURIComponent(stream)}&limit=20`)
    const frame = rows.at(-1)
    if (!frame) throw new Error(`${stream} has no events`)
    await page.getByRole('button', { name: new Intl.NumberFormat('en').format(frame.position), exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('position') === String(frame.position))
    const drawer = page.getByRole('dialog')
    await drawer.getByText(frame.hash, { exact: true }).waitFor()
    const { readings } = await ask<EventDetail>('admin', `/api/v1/audit/events/${frame.position}`)
    const table = drawer.getByRole('region', { name: text('audit:event.readingsTable') })
    expect(await table.locator('tbody tr').count()).toBe(readings?.length)
    expect(await table.locator('tbody tr').first().textContent()).toContain(String(readings?.[0]?.meter))
  })

  test.skipIf(!isFullForm)(
    `lets the log be verified and reads that every figure follows from it${fullFormSuffix}`,
    { timeout: 150_000 },
    async () => {
      const page = await browser.open({ role: 'admin', path: '/audit/jobs' })
      await settled(page)
      await page.getByRole('button', { name: text('audit:jobs.startVerify') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(text('audit:jobs.verifyText')).waitFor()
      await dialog.getByRole('button', { name: text('audit:jobs.startVerify') }).click()
      await dialog.waitFor({ state: 'hidden' })
      const newest = page.getByRole('region', { name: text('audit:jobs.kind.verify') }).first()
      await newest.getByRole('progressbar').waitFor()
      await newest.getByText(text('audit:jobs.status.succeeded'), { exact: true }).waitFor({ timeout: 120_000 })
      expect(await newest.textContent()).toContain(text('audit:jobs.identical'))
    },
  )

  test('travels in time: the figures are those believed then, and a banner says so until the past is left', async () => {
    // In the middle of the readings' events: the accounts are opened while they come, and end sooner or later.
    const { rows: frames } = await pool.query<{ middle: string }>(
      `select percentile_disc(0.6) within group (order by position) as middle from log.events where type = 'metering.ReadingsReported'`,
    )
    const position = Number(frames[0]!.middle)
    const page = await browser.open({ role: 'admin', path: `/audit/time-travel?partition=${partition}` })
    await settled(page)
    await page.getByText(text('leakage:timeTravel.byPosition'), { exact: true }).click()
    await page.getByRole('textbox', { name: text('leakage:timeTravel.position') }).fill(String(position))
    await page.getByRole('button', { name: text('leakage:timeTravel.go') }).click()
    await page
      .getByRole('region', { name: text('leakage:timeTravel.comparison'), exact: true })
      .first()
      .waitFor()
    await settled(page)
    await page.getByText(text('leakage:timeTravel.differs'), { exact: true }).first().waitFor()

    await page.getByRole('link', { name: text('leakage:timeTravel.open') }).click()
    await page.waitForURL(/\/leakage\?/)
    const banner = page
      .getByRole('status')
      .filter({ hasText: text('leakage:asOf.position', { position: new Intl.NumberFormat('en').format(position) }) })
    await banner.waitFor()
    await settled(page)
    const { lastDay } = await ask<PartitionRow>('admin', `/api/v1/partitions/${partition}`)
    const range = `from=${daysBefore(lastDay ?? '', 29)}&to=${lastDay}`
    const path = `/api/v1/partitions/${partition}/night-flow?${range}`
    const then = await ask<{ rows: NightFlowRow[] }>('admin', `${path}&asOf=${position}`)
    const now = await ask<{ rows: NightFlowRow[] }>('admin', path)
    const isKnown = (row: NightFlowRow) => row.leakageRate !== null
    const believed = then.rows.findLast(isKnown)
    expect(believed?.date).toBeDefined()
    expect(believed?.date).not.toBe(now.rows.findLast(isKnown)?.date)
    const figure = page.locator('.nf-figure').filter({ has: page.getByText(text('leakage:figure.leakageLitres'), { exact: true }) })
    expectShown(await figure.locator('dd').first().textContent(), (believed?.leakageLitres ?? 0) / 1000)

    // The whole page is of then: flow by hours and the balance too.
    await page.getByText(text('leakage:balance.title'), { exact: true }).first().waitFor()
    const balance = `/api/v1/partitions/${partition}/balance?${range}`
    const [ofThen] = (await ask<{ rows: { daysKnown: number }[] }>('admin', `${balance}&asOf=${position}`)).rows
    const [ofNow] = (await ask<{ rows: { daysKnown: number }[] }>('admin', balance)).rows
    expect(ofThen!.daysKnown).toBeLessThan(ofNow!.daysKnown)

    await banner.getByRole('button', { name: text('leakage:asOf.leave') }).click()
    await banner.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).searchParams.has('asOf')).toBe(false)
  })

  test('a detection leads to the figures of its moment, and the slider to those of the evening before', async () => {
    const page = await browser.open({ role: 'admin', path: '/water/detections' })
    // At the moment of an imported detection the log of a demonstration had nothing yet.
    browser.expectProblem(/404|not-found/)
    // A log of weeks: that of a new demonstration began today.
    await page.route(/\/api\/v1\/partitions\/[^/]+\/changes/, async (route) => {
      const answer = await route.fetch()
      const { rows } = (await answer.json()) as { rows: { changedAt: string }[] }
      const weeksAgo = new Date(Date.now() - 28 * 86_400_000).toISOString()
      await route.fulfill({ json: { rows: rows.map((row) => ({ ...row, changedAt: weeksAgo })) } })
    })
    await page
      .getByRole('link', { name: text('shell:knownThen'), exact: true })
      .first()
      .click()
    await page.waitForURL(/\/audit\/time-travel\?.*asOf=/)
    const asOf = () => Date.parse(new URL(page.url()).searchParams.get('asOf') ?? '')
    expect(asOf()).toBeLessThan(Date.now())
    const { partition: chosen } = Object.fromEntries(new URL(page.url()).searchParams)
    expect(chosen).toBeTruthy()
    await page.goto(`/audit/time-travel?partition=${chosen}`)
    const slider = page.getByRole('slider', { name: text('leakage:timeTravel.slider') })
    await slider.press('ArrowLeft')
    await page.waitForURL(/asOf=/)
    const evening = asOf()
    expect(Date.now() - evening).toBeLessThan(24 * 3_600_000)
    await slider.press('ArrowLeft')
    await expect.poll(asOf).toBe(evening - 24 * 3_600_000)
  })

  test('reads which events are not in the figures, with their reason; to retry them is for those who may replay', async () => {
    // In the tenant that no other journey counts in.
    const { tenant } = credentialsOf('trial')
    const stream = `${tenant}/leakage-partition-unprojectable`
    const log = createPostgresEventLog({ pool, connectionString: lane().databaseUrl })
    const type = 'leakage.PartitionCreated'
    const { version: schemaVersion } = eventCatalogue[type]
    const data = { partitionId: 'unprojectable', name: 'name\u0000', parentId: null, timeZone: 'UTC' }
    await log.append(stream, 'any', [{ id: randomUUID(), type, schemaVersion, data, metadata: { tenant, actor: 'user:journey' } }])
    await log.close()
    const page = await browser.open({ role: 'trial', path: '/audit/jobs' })
    const panel = page.getByRole('region', { name: text('audit:setAside.title') })
    await expect
      .poll(
        async () => {
          await page.reload()
          await settled(page)
          return panel.count()
        },
        { timeout: 40_000 },
      )
      .toBe(1)
    const row = panel.getByRole('row').filter({ hasText: stream })
    expect(await row.locator('td').nth(4).textContent()).toMatch(/\w+: \w+/)
    expect(await panel.getByRole('button', { name: text('audit:setAside.retry') }).count()).toBe(0)
  })
})

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)
