import { readFile } from 'node:fs/promises'
import type { NightFlowRow, PartitionMember, PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { ask } from './people.ts'
import { expectShown } from './shown-number.ts'
import { text } from './texts.ts'

const browser = journeyBrowser()
const name = 'Willow Court'
const id = 'willow-court'

type Figure = 'supplyLitres' | 'leakageLitres' | 'leakageRate' | 'nightMinimumFlowLitresPerHour' | 'klRatio'
/** Litres as the screen writes them: cubic metres; shares in per cent. */
const shownScale: Record<Figure, number> = {
  supplyLitres: 0.001,
  leakageLitres: 0.001,
  leakageRate: 100,
  nightMinimumFlowLitresPerHour: 0.001,
  klRatio: 1,
}
const figures = Object.keys(shownScale) as Figure[]
const scaled = (row: NightFlowRow, figure: Figure): number | null => {
  const value = row[figure]
  return value === null ? null : value * shownScale[figure]
}

const figureOf = (page: Page, figure: Figure) =>
  page
    .locator('.nf-figure')
    .filter({ has: page.getByText(text(`leakage:figure.${figure}`), { exact: true }) })
    .locator('dd')
    .first()

const dailyTable = (page: Page) => page.getByRole('region', { name: text('leakage:daily.title'), exact: true }).first()
const rowCount = (page: Page) => dailyTable(page).locator('tbody tr:not([aria-hidden])').count()

/** Days as the table heads name them. */
const columnOf = async (page: Page, figure: Figure): Promise<number> => {
  const heads = await dailyTable(page).locator('thead th').allInnerTexts()
  return heads.findIndex((head) => head.split('\n')[0]?.trim() === text(`leakage:column.${figure}`))
}

const openPartition = async (page: Page): Promise<void> => {
  await page.waitForURL(/\/leakage/)
  await page
    .getByRole('navigation', { name: text('leakage:tree.label') })
    .getByRole('button', { name })
    .filter({ hasText: name })
    .click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await settled(page)
}

const nightFlow = (from: string, to: string) =>
  ask<{ rows: NightFlowRow[] }>('analyst', `/api/v1/partitions/${id}/night-flow?from=${from}&to=${to}`)
const findPartition = async () => {
  const { rows } = await ask<{ rows: PartitionRow[] }>('analyst', '/api/v1/partitions')
  const found = rows.find((row) => row.id === id)
  if (!found?.lastDay || !found.latest) throw new Error(`${id} has no figures`)
  return { lastDay: found.lastDay, latest: found.latest }
}
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

describe('an analyst looks for leakage', () => {
  test('a partition’s figures are those that the API answers for the same day', async () => {
    const page = await browser.open({ role: 'analyst', path: '/water/leakage' })
    await openPartition(page)
    expect(new URL(page.url()).searchParams.get('partition')).toBe(id)
    const { latest } = await findPartition()
    expect(latest.leakageLitres).toBeGreaterThan(0)
    for (const figure of figures) expectShown(await figureOf(page, figure).textContent(), scaled(latest, figure))
  })

  test('the day’s row in the table holds the same figures', async () => {
    const page = await browser.open({ role: 'analyst', path: `/water/leakage?partition=${id}` })
    await settled(page)
    const { latest } = await findPartition()
    const day = new Intl.DateTimeFormat('en', { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })
    const row = dailyTable(page)
      .getByRole('row')
      .filter({ hasText: day.format(new Date(`${latest.date}T00:00:00Z`)) })
    const cells = await row.locator('td').allInnerTexts()
    for (const figure of figures) expectShown(cells[await columnOf(page, figure)] ?? '', scaled(latest, figure))
  })

  test('7, 30 and 90 days are a click away, are in the link and survive a reload', async () => {
    const page = await browser.open({ role: 'analyst', path: `/water/leakage?partition=${id}` })
    await settled(page)
    const { lastDay } = await findPartition()
    for (const days of [7, 90, 30]) {
      await page
        .getByRole('radiogroup', { name: text('shared:range.presets') })
        .getByText(text('shared:range.days', { days }))
        .click()
      await page.waitForURL((url) => url.searchParams.get('days') === String(days))
      await settled(page)
      const { rows } = await nightFlow(addDays(lastDay, 1 - days), lastDay)
      await expect.poll(() => rowCount(page)).toBe(rows.length)
      await page.reload()
      await settled(page)
      expect(await page.getByRole('radio', { name: text('shared:range.days', { days }) }).isChecked()).toBe(true)
      await expect.poll(() => rowCount(page)).toBe(rows.length)
    }
  })

  test('the zoom is in the link and survives a reload, and the tab is named after the partition', async () => {
    const page = await browser.open({ role: 'analyst', path: `/water/leakage?partition=${id}&days=30` })
    await settled(page)
    await expect.poll(() => page.title()).toContain(`${name} · `)
    const plot = page.locator('.u-over').first()
    const box = await plot.boundingBox()
    if (!box) throw new Error('there is no chart')
    await page.mouse.move(box.x + box.width * 0.3, box.y + 40)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.6, box.y + 40, { steps: 5 })
    await page.mouse.up()
    await page.waitForURL((url) => url.searchParams.has('zoom'))
    const zoomed = new URL(page.url()).searchParams.get('zoom')
    await page.reload()
    await settled(page)
    await page
      .getByRole('button', { name: text('shared:chart.resetZoom') })
      .first()
      .waitFor()
    expect(new URL(page.url()).searchParams.get('zoom')).toBe(zoomed)
    await page
      .getByRole('button', { name: text('shared:chart.resetZoom') })
      .first()
      .click()
    await page.waitForURL((url) => !url.searchParams.has('zoom'))
  })

  test('a figure names its day and the weekday that it is compared with', async () => {
    const page = await browser.open({ role: 'analyst', path: `/water/leakage?partition=${id}` })
    await settled(page)
    const { latest } = await findPartition()
    const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${latest.date}T00:00:00Z`))
    await expect.poll(() => page.locator('.nf-figure').first().textContent()).toContain(weekday)
  })

  test('the CSV has the rows that the API answers', async () => {
    const page = await browser.open({ role: 'analyst', path: `/water/leakage?partition=${id}&days=30` })
    await settled(page)
    const downloading = page.waitForEvent('download')
    await dailyTable(page)
      .getByRole('button', { name: text('shared:table.exportCsv') })
      .click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`${id}-daily.csv`)
    const [head = '', ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    const heads = head.split(',').map((cell) => cell.replace(/ \(.*\)$/, '').replace('\uFEFF', ''))
    const { lastDay } = await findPartition()
    const { rows } = await nightFlow(addDays(lastDay, -29), lastDay)
    const at = (figure: string) => heads.indexOf(text(`leakage:column.${figure}`))
    const written = lines.map((line) => line.split(','))
    const inCubicMetres = (value: number | null) => (value === null ? '' : String(value / 1000))
    const told = (value: number | null) => (value === null ? '' : String(value))
    // The last two days may still grow while the city reports; the others are final.
    const settledDays = rows.toReversed().filter(({ date }) => date < addDays(lastDay, -1))
    expect(written).toHaveLength(rows.length)
    expect(
      written
        .slice(-settledDays.length)
        .map((cells) => [
          cells[at('date')],
          cells[at('supplyLitres')],
          cells[at('leakageLitres')],
          cells[at('nightMinimumFlowLitresPerHour')],
          cells[at('klRatio')],
        ]),
    ).toEqual(
      settledDays.map((row) => [
        row.date,
        inCubicMetres(row.supplyLitres),
        inCubicMetres(row.leakageLitres),
        inCubicMetres(row.nightMinimumFlowLitresPerHour),
        told(row.klRatio),
      ]),
    )
  })
})

describe('an administrator', () => {
  test('the night window is changed where the other properties are', async () => {
    const nightWindow = async () => (await ask<PartitionRow>('admin', `/api/v1/partitions/${id}`)).nightWindow
    const before = await nightWindow()
    const page = await browser.open({ role: 'admin', path: `/water/leakage?partition=${id}` })
    const set = async (from: number, to: number) => {
      await settled(page)
      await page.getByRole('button', { name: text('leakage:tools.manage') }).click()
      await page.getByRole('menuitem', { name: text('leakage:tools.edit'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(text('leakage:form.nightFromHour')).fill(String(from))
      await dialog.getByLabel(text('leakage:form.nightToHour')).fill(String(to))
      await dialog.getByRole('button', { name: text('leakage:form.save') }).click()
      return dialog
    }
    const dialog = await set(4, 3)
    await dialog.getByText('The window must end after it starts').waitFor()
    await dialog.getByLabel(text('leakage:form.nightFromHour')).fill('1')
    await dialog.getByLabel(text('leakage:form.nightToHour')).fill('5')
    await dialog.getByRole('button', { name: text('leakage:form.save') }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await nightWindow()).toEqual({ fromHour: 1, toHour: 5 })
    await (await set(before.fromHour, before.toHour)).waitFor({ state: 'hidden' })
    expect(await nightWindow()).toEqual(before)
  })

  test('the meters of a partition are shown with their days, and a membership is given a first and a last one', async () => {
    const members = async () =>
      (await ask<{ rows: PartitionMember[]; total: number }>('admin', `/api/v1/partitions/${id}/members?limit=10`)).rows
    const page = await browser.open({ role: 'admin', path: `/water/leakage?partition=${id}` })
    await settled(page)
    const table = page.getByRole('region', { name: text('leakage:members.title'), exact: true }).first()
    await expect.poll(() => table.locator('tbody tr:not([aria-hidden])').count()).toBe((await members()).length)
    await page.getByRole('button', { name: text('leakage:tools.manage') }).click()
    await page.getByRole('menuitem', { name: text('leakage:tools.summaryMeter'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    for (const field of ['memberFrom', 'memberTo']) await dialog.getByLabel(text(`leakage:form.${field}`), { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: text('leakage:tools.manage') }).click()
    await page.getByRole('menuitem', { name: text('leakage:tools.dissociate'), exact: true }).click()
    await dialog.getByLabel(text('leakage:form.leavesOn'), { exact: true }).waitFor()
  })
})
