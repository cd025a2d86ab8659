import type { Issuer, OrderDocument } from '@nightflow/domain/billing/papers'
import { type Language, languages } from '@nightflow/schemas/shared/language'
import { workOrderMax } from '@nightflow/schemas/work-orders/work-order'
import { describe, expect, it } from 'vitest'
import { readPdfText } from '../pdf/read-pdf-text.ts'
import { orderSheetTexts } from './order-sheet-texts.ts'
import { papers } from './papers.ts'

const issuer: Issuer = {
  ...{ name: 'Valley Water', logo: null, colour: '#1890ff', currency: 'EUR', dateForm: 'YYYY-MM-DD', timeZone: 'Europe/Rome' },
  iban: null,
}

const order: OrderDocument['order'] = {
  ...{ workOrderNo: 40_213, orderId: '6f1f2ad6-4b3c-4c5e-8d66-0a2a4a6a8a01', orderType: '0', orderTitle: 'Repair the valve' },
  ...{ status: '0', priority: '2', meterNo: '47110815', partitionId: 'hill', place: 'Canal Street 8, behind the school' },
  ...{ plannedFor: '2026-11-27', dueDate: '2026-12-01', assignee: 'Zoe Quill', crewId: null, source: '1', alarmIds: [71, 72] },
  ...{
    caseId: null,
    detectionNumber: null,
    reviewDay: null,
    itemsDone: 1,
    itemsTotal: 2,
    holdReason: null,
    heldSince: null,
    heldMinutes: 0,
  },
  items: [
    { name: 'Close the valve', isDone: true, changes: 0 },
    { name: 'Photo', isDone: false, changes: 0 },
  ],
  ...{ startedAt: null, completedAt: null, result: '', parts: '', workedMinutes: null, costMinor: null, readingId: null, files: [] },
  ...{ valvesClosed: 0, conflicts: 0, remark: 'The key is at the reception.' },
  ...{ createBy: 'admin', createTime: '2026-11-26T08:00:00Z', updateBy: null, updateTime: null },
}

const document: OrderDocument = {
  order,
  ...{ orderType: 'Maintenance', priority: 'High', status: 'Pending', crewName: null, partitionName: 'Hill' },
  meter: { address: 'Canal Street 8', longitude: 8.5, latitude: 47.4 },
  leakCase: { caseNo: 12, partitionName: 'Hill', stage: 'Repair' },
  alarms: [
    { alarmId: 71, name: 'Burst', at: '2026-11-26T06:30:00Z' },
    { alarmId: 72, name: 'Leak', at: '2026-11-26T07:00:00Z' },
  ],
  address: 'https://water.example.org/workOrder/orders?row=40213',
}

const draw = async (drawn: OrderDocument, language: Language = 'en'): Promise<string[]> =>
  readPdfText(await papers.order({ issuer, language }, drawn))
/** As a font without Chinese quotation marks shows it. */
const shown = (text: string): string => text.replaceAll('’', "'")

describe('the sheet of a work order', () => {
  it.each(languages)('says in %s what is known of the order, on one page', async (language) => {
    const pages = await draw(document, language)
    expect(pages).toHaveLength(1)
    const words = orderSheetTexts[language]
    const labels = Object.values(words).filter((word): word is string => typeof word === 'string' && word !== words.byHand)
    const values = ['40213', order.orderTitle, 'Maintenance', 'High', 'Zoe Quill', '2026-11-27', '2026-12-01', order.place, order.remark]
    for (const text of [...labels, ...values, '47110815 · Canal Street 8', 'Hill · hill', '47.40000, 8.50000', 'Close the valve', 'Photo'])
      expect(shown(pages[0]!)).toContain(shown(text))
    expect(pages[0]).toContain(words.leakCase(12, 'Hill', 'Repair'))
    expect(pages[0], 'times are local').toContain(words.alarm(71, 'Burst', '2026-11-26 07:30'))
  })

  it.each(languages)('stays on one page in %s where every text is as long as it may be, and long names wrap', async (language) => {
    const long = (length: number): string => 'wide pipe '.repeat(length / 10 + 1).slice(0, length - 3)
    const items = Array.from({ length: workOrderMax.items }, (_, nth) => ({
      name: `${nth + 1}. ${long(90)}`,
      isDone: nth % 2 === 0,
      changes: 0,
    }))
    const alarms = Array.from({ length: workOrderMax.alarms }, (_, nth) => ({ alarmId: nth + 1, name: long(60), at: order.createTime }))
    const texts = { orderTitle: `${long(96)}END`, place: `${long(200)}END`, remark: long(500), parts: long(500), result: long(500) }
    const meter = { address: long(200), longitude: 8.5, latitude: 47.4 }
    const drawn = { ...document, order: { ...order, ...texts, items, assignee: long(60) }, meter, alarms, partitionName: long(100) }
    const pages = await draw(drawn, language)
    expect(pages).toHaveLength(1)
    for (const { name } of items) expect(pages[0]).toContain(name.slice(0, 30))
    expect(pages[0]!.match(/END/g), 'title and place').toHaveLength(2)
    expect(pages[0]).toContain(orderSheetTexts[language].moreAlarms(workOrderMax.alarms - 2))
    expect(shown(pages[0]!)).toContain(shown(orderSheetTexts[language].ofCustomer))
  })

  it('has long items and a long description whole', async () => {
    const items = Array.from({ length: 10 }, (_, nth) => ({ name: `${'long valve '.repeat(8)}${nth}END`, isDone: false, changes: 0 }))
    const [page] = await draw({ ...document, order: { ...order, items, remark: `${'The street is closed. '.repeat(22)}END` } })
    expect(page!.match(/END/g)).toHaveLength(items.length + 1)
  })

  it('of an order that is over has what was done instead of lines', async () => {
    const done = {
      startedAt: '2026-11-27T07:00:00Z',
      completedAt: '2026-11-27T08:15:00Z',
      workedMinutes: 75,
      parts: 'seal DN 80',
      result: 'new seal',
    }
    const [page] = await draw({ ...document, order: { ...order, ...done } })
    for (const text of ['2026-11-27 08:00', '2026-11-27 09:15', '75', 'seal DN 80', 'new seal']) expect(page).toContain(text)
  })

  it('has no code where no address is known, and says that a person created it', async () => {
    const byHand = { ...order, source: '0' as const, meterNo: null, partitionId: null, caseId: null }
    const [page] = await draw({ ...document, order: byHand, meter: null, leakCase: null, alarms: [], address: null })
    expect(page).toContain('Created by hand')
    expect(page).not.toContain('Opens the order')
  })
})
