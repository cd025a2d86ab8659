import { describe, expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { ask } from './people.ts'
import { text } from './texts.ts'

const browser = journeyBrowser()
const id = 'harbour'
const lane = (kind: string) => text(`leakage:investigation.lane.${kind}`)

describe('an investigation of a partition', () => {
  test('an annotation is a mark on the time axis, and the chosen mark leads to the hours and the meters of its day', async () => {
    const page = await browser.open({ role: 'admin', path: `/water/investigation?partition=${id}` })
    await page.getByRole('region', { name: text('leakage:investigation.marks'), exact: true }).waitFor()
    await page.getByRole('button', { name: text('leakage:investigation.annotate'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('leakage:annotation.field.remark')).fill('Hydrants were flushed')
    await dialog.getByRole('button', { name: text('leakage:annotation.create'), exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    const mark = page.getByRole('group', { name: lane('annotation') }).getByRole('button')
    await mark.first().click()
    const chosen = page.getByRole('region', { name: text('leakage:investigation.chosen'), exact: true })
    await chosen.getByText('Hydrants were flushed').waitFor()
    await chosen.getByRole('button', { name: text('leakage:investigation.hoursOfDay'), exact: true }).click()
    await page.getByRole('link', { name: '86900801' }).first().waitFor()
    await settled(page)
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('mark')).toMatch(/^annotation-\d+$/)
    expect(searchParams.get('day')).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    // The address is the whole state: it opens the same view again.
    await page.reload()
    await chosen.getByText('Hydrants were flushed').waitFor()
    await page.getByRole('link', { name: '86900801' }).first().waitFor()
  })

  test('compares with the days before, and its report is one page', async () => {
    const page = await browser.open({ role: 'admin', path: `/water/investigation?partition=${id}` })
    await page.getByRole('button', { name: text('leakage:investigation.compare'), exact: true }).click()
    await page.getByRole('menuitem', { name: text('leakage:investigation.before'), exact: true }).click()
    await page.getByLabel(text('leakage:investigation.againstFrom')).waitFor()
    await page
      .getByRole('heading', { name: /^Difference to / })
      .first()
      .waitFor()
    await page.getByRole('region', { name: /^Events of / }).waitFor()
    await page.getByRole('button', { name: text('leakage:investigation.report'), exact: true }).click()
    await page.getByRole('button', { name: text('leakage:investigation.print'), exact: true }).waitFor()
    await settled(page)
    const pages = (await page.pdf({ format: 'A4', printBackground: true })).toString('latin1').match(/\/Type \/Page\b/g)
    expect(pages).toHaveLength(1)
  })

  test('is reached from the leakage tree and from a detection', async () => {
    const page = await browser.open({ role: 'admin', path: `/water/leakage?partition=${id}` })
    await page
      .getByRole('link', { name: text('leakage:investigation.open'), exact: true })
      .first()
      .click()
    await page.waitForURL(/\/water\/investigation\?/)
    await page.goto('/water/detections')
    await page
      .getByRole('link', { name: text('leakage:investigation.open'), exact: true })
      .first()
      .click()
    await page.waitForURL(/mark=detection-/)
  })
})

describe('an alarm', () => {
  test('of a partition opens a case of its leak', async () => {
    type Alarms = { rows: { alarmProcessedId: number; partition: string | null }[] }
    const { rows } = await ask<Alarms>('admin', '/prod-api/report/alarm/processed/list?pageNum=1&pageSize=50')
    const alarm = rows.find(({ partition }) => partition !== null) ?? rows[0]!
    const page = await browser.open({ role: 'admin', path: `/alarm/alarm?alarm=${alarm.alarmProcessedId}` })
    await page.getByRole('button', { name: text('work-orders:openCase'), exact: true }).click()
    const dialog = page.getByRole('dialog').last()
    if (alarm.partition === null) {
      await dialog.getByLabel(text('work-orders:leakCase.field.partitionId')).click()
      await page.getByRole('option', { name: 'Harbour', exact: true }).click()
    }
    await dialog.getByRole('button', { name: text('work-orders:openCase'), exact: true }).click()
    await page.waitForURL(({ pathname, searchParams }) => pathname === '/workOrder/cases' && /\d+/.test(searchParams.get('row') ?? ''))
  })
})

describe('the wall', () => {
  test('goes through its scenes by itself, and the scene is in the address', async () => {
    const page = await browser.open({ role: 'admin', path: '/cascadeScreen?scene=map&rotate=5' })
    await page.locator('.nf-wall-grid[data-scene="map"]').waitFor()
    await page.locator('.nf-wall-grid[data-scene="events"]').waitFor({ timeout: 15_000 })
    await page.waitForURL(/scene=events/)
    await page.getByRole('button', { name: text('dashboard:wall.stay'), exact: true }).click()
    await page.waitForURL((url) => !url.searchParams.has('rotate'))
  })
})
