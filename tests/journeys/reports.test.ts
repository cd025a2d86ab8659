import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import { reports } from '@nightflow/schemas/reports'
import { reportNames } from '@nightflow/schemas/shared/report-names'
import { readPdfText } from '@nightflow/worker/pdf/read-pdf-text'
import { tableFromIPC } from 'apache-arrow'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { inTurn } from '../support/turn-of-samples.ts'
import { comeTo, journeyBrowser, settled } from './journey-browser.ts'
import { ask } from './people.ts'
import { text } from './texts.ts'

const browser = journeyBrowser()

/** Exports the report that is shown, and answers the file. */
const exported = async (page: Page, format: 'xlsx' | 'pdf' | 'csv' | 'arrow'): Promise<Buffer> => {
  await page.getByRole('button', { name: text('shared:table.export'), exact: true }).click()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: text(`shared:table.format.${format}`), exact: true }).click(),
  ])
  return readFile(await saved.path())
}

/** One component draws and exports all of them; `report-files.test.ts` makes the file of each. */
const reportsPerTurn = 4

type Daily = { rows: { day: string; usedLitres: number | null }[] }
type Named = { rows: { meterNo: string }[] }

describe('an administrator', () => {
  // requirement of Reports: A report is filtered, exported and opened | /report/daily | POST /prod-api/business/useReport/daily/export
  test('opens a report, filters it, and finds its figures in the spreadsheet and in the PDF', async () => {
    const { rows: days } = await ask<Daily>('admin', '/prod-api/business/useReport/daily/list?pageSize=3')
    const [last, , first] = days
    const page = await browser.open({ role: 'admin', path: `/report/daily?beginTime=${first!.day}&endTime=${last!.day}` })
    await page.getByRole('table').getByRole('row').nth(3).waitFor()
    await settled(page)
    const sheet = utils.sheet_to_json<Record<string, unknown>>(Object.values(read(await exported(page, 'xlsx')).Sheets)[0]!)
    expect(sheet).toHaveLength(3)
    const head = Object.keys(sheet[0]!).find((name) => name.startsWith(text('dashboard:dailyUse.field.usedLitres')))!
    expect(sheet[0]![head]).toBe(last!.usedLitres)
    const paper = (await readPdfText(await exported(page, 'pdf'))).join(' ')
    expect(paper).toContain(text('dashboard:dailyUse.title'))
    const cubicMetres = new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 }).format(last!.usedLitres! / 1000)
    expect(paper).toContain(cubicMetres)
  })

  test('follows a row of the history to its meter', async () => {
    const { rows } = await ask<Named>('admin', '/prod-api/business/historyReport/list?pageSize=1')
    const page = await browser.open({ role: 'admin', path: '/report/history' })
    await page.getByRole('table').getByRole('link', { name: rows[0]!.meterNo, exact: true }).first().click()
    await page.waitForURL(/\/device\/meters\//)
  })

  test('exports reports as PDF and as Arrow, and opens both', async () => {
    // A PDF holds 5,000 rows; the history of all meters has more.
    const { rows } = await ask<Named>('admin', '/prod-api/business/historyReport/list?pageSize=1')
    const page = await browser.open({ role: 'admin', path: '/user/profile' })
    await settled(page)
    for (const name of inTurn(reportNames, reportsPerTurn)) {
      const { menu, texts, row } = reports[name]
      const isOfMeters = name === 'historyReport' || name === 'intervalUse'
      const ofOne = isOfMeters ? `?meterNo=${rows[0]!.meterNo}` : ''
      await comeTo(page, `/${menu.directory}/${menu.path}${ofOne}`)
      await page.getByRole('heading', { level: 1, name: text(`${texts}:${name}.title`), exact: true }).waitFor()
      await settled(page)
      // A PDF draws narrow apostrophes.
      const title = text(`${texts}:${name}.title`).replaceAll('’', "'")
      expect((await readPdfText(await exported(page, 'pdf'))).join(' '), name).toContain(title)
      const table = tableFromIPC(await exported(page, 'arrow'))
      expect(
        table.schema.fields.map((field) => field.name),
        name,
      ).toEqual(Object.keys(row.shape))
      if (isOfMeters) expect(table.numRows, name).toBeGreaterThan(0)
    }
  }, 180_000)
})
