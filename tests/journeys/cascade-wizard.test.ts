import { readFileSync } from 'node:fs'
import { read, utils, write } from '@e965/xlsx'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { lane } from './lane.ts'
import { ask, command, signIn } from './people.ts'
import { text } from './texts.ts'

const browser = journeyBrowser()
const name = `Quay ${Date.now() % 100_000}`
const say = (key: string, values: Record<string, string | number> = {}) => text(`leakage:${key}`, values)
const imported = (key: string, values: Record<string, string> = {}) => text(`shared:import.${key}`, values)

const accountOf = (number: string) => `WZ-${number}`
const stamp = String(Date.now()).slice(-7)
const customers = Array.from({ length: 12 }, (_, at) => `77${stamp}${String(at).padStart(2, '0')}`)
const inlet = `78${stamp}00`

const post = async (path: string, payload: object): Promise<void> => {
  const { token } = await signIn('admin')
  const answer = await fetch(`${lane().baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
}

const dialogOf = (page: Page) => page.getByRole('dialog').first()
const chooseFile = (page: Page, rows: readonly (readonly string[])[]) => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Sheet1')
  const buffer = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  return page
    .locator('input[type=file]')
    .setInputFiles({ name: 'meters.xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer })
}

describe('an administrator creates a cascade', () => {
  // requirement of Cascade partitions: The wizard has four steps in order: create, associate summary meter, associate sub-meters, done | /water/leakage | POST /api/v1/partitions
  test('by the wizard, with an xlsx of 12 sub-meters of which one is refused and named with its line', async () => {
    await post('/api/v1/meters', { meters: [inlet, ...customers].map((number) => ({ number, address: '1 Quay Street' })) })
    // The last customer's meter has no account.
    for (const number of customers.slice(0, 11)) {
      const account = { accountNo: accountOf(number), customerName: 'Ada Quay', telephone: '13800138000', address: '1 Quay Street' }
      const opened = await command('POST', '/business/customer', { ...account, meterNo: number, openedAt: '2025-01-01T00:00:00Z' })
      expect(opened.code, JSON.stringify(opened)).toBe(200)
    }

    const page = await browser.open({ role: 'admin', path: '/water/leakage' })
    await settled(page)
    await page.getByRole('button', { name: say('tools.createCascade') }).click()
    const wizard = dialogOf(page)
    await wizard.getByRole('textbox', { name: say('form.name'), exact: true }).fill(name)
    // The identifier follows from the name.
    await expect.poll(() => wizard.getByRole('textbox', { name: say('form.identifier'), exact: true }).inputValue()).toMatch(/^quay-\d+$/)
    const id = await wizard.getByRole('textbox', { name: say('form.identifier'), exact: true }).inputValue()
    await wizard.getByRole('button', { name: say('form.create'), exact: true }).click()

    // The summary meter, ticked in the list: without a tick the step says what is missing.
    await wizard.getByRole('group', { name: say('choose.filters') }).waitFor()
    await wizard.getByRole('button', { name: say('wizard.associate'), exact: true }).click()
    await wizard.getByText(say('choose.atLeastOne')).waitFor()
    await wizard.getByRole('textbox', { name: say('form.lookupHint') }).fill(inlet)
    await wizard.getByRole('checkbox', { name: say('choose.tick', { number: inlet }), exact: true }).check()
    await wizard.getByText(say('choose.remaining', { number: '999' })).waitFor()
    await wizard.getByRole('button', { name: say('choose.associate_one', { count: 1 }), exact: true }).click()

    // Sub-meters from a spreadsheet: the template has the heads, the preview names the refused line.
    await wizard.getByText(say('choose.way.sheet'), { exact: true }).click()
    await wizard.getByRole('button', { name: say('choose.sheet.open') }).click()
    const importing = page.getByRole('dialog', { name: say('choose.sheet.title') })
    const [template] = await Promise.all([
      page.waitForEvent('download'),
      importing.getByRole('button', { name: imported('template') }).click(),
    ])
    const [heads = []] = utils.sheet_to_json<string[]>(Object.values(read(readFileSync(await template.path())).Sheets)[0]!, { header: 1 })
    expect(heads.map((head) => head.replace(/[*]/g, '').trim())).toEqual(
      ['number', 'from', 'to', 'isBulk'].map((field) => say(`subMeterSheet.field.${field}`)),
    )
    await chooseFile(page, [heads, ...customers.map((number) => [number])])
    await importing.getByText(imported('checked', { good: '11', total: '12' })).waitFor()
    const problem = await importing.locator('tbody tr').first().locator('td').allTextContents()
    expect(problem[0]).toBe('A13')
    expect(problem[2]).toContain(`Meter ${customers[11]} has no account`)
    await importing.getByRole('button', { name: imported('good') }).click()
    await importing
      .getByText(imported('result', { imported: '11' }))
      .first()
      .waitFor()
    await importing.getByRole('button', { name: text('shared:action.done') }).click()
    await importing.waitFor({ state: 'hidden' })

    // The refused one by its number: it is asked about, and taken as a bulk meter by an explicit press.
    await wizard.getByText(say('choose.way.numbers'), { exact: true }).click()
    const numbers = wizard.getByRole('textbox', { name: say('form.meterNumbers') })
    await numbers.fill(`${customers[11]}，${customers[0]}`)
    await wizard.getByRole('button', { name: say('choose.numbers.add') }).click()
    await wizard.getByText(say('choose.numbers.separator')).waitFor()
    await numbers.fill(`${customers[11]},${customers[0]}`)
    await wizard.getByRole('button', { name: say('choose.numbers.add') }).click()
    await wizard.getByText(say('choose.unopenedText_one', { count: 1 })).waitFor()
    await wizard.getByRole('button', { name: say('choose.asBulk_one') }).click()
    await wizard.getByRole('button', { name: say('choose.associate_one', { count: 1 }), exact: true }).click()

    await wizard.getByText(say('wizard.finished', { name })).waitFor()
    await wizard.getByRole('button', { name: say('wizard.open') }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    const created = await ask<PartitionRow>('admin', `/api/v1/partitions/${id}`)
    expect(created.subMeterCount).toBe(12)
    expect(created.summaryMeters.map(({ number }) => number)).toEqual([inlet])
  })
})

describe('the partition GIS', () => {
  test('has the figures of the network, and colour ranges that must end at 100 %', async () => {
    const page = await browser.open({ role: 'admin', path: '/water/map?meters=hidden' })
    await settled(page)
    for (const figure of ['partitions', 'monitored', 'layers', 'monthSupply', 'monthLeakage', 'monthRate'])
      await page
        .getByText(say(`gis.${figure}`), { exact: true })
        .first()
        .waitFor()
    await page.getByRole('button', { name: say('colourRanges.title') }).click()
    const dialog = dialogOf(page)
    const ends = dialog.getByLabel(say('colourRanges.to'))
    const last = ends.last()
    await last.fill('90')
    await dialog.getByRole('button', { name: say('form.save'), exact: true }).click()
    await dialog.getByText('The last range must end at 100%').waitFor()
    await last.fill('100')
    await ends.first().fill('8')
    await dialog.getByRole('button', { name: say('form.save'), exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.locator('.nf-map-legend').getByText('0–8%').waitFor()
  })
})
