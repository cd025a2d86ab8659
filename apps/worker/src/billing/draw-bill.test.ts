import { monthsFrom } from '@nightflow/domain/billing/compare-use'
import type { BillDocument, Issuer } from '@nightflow/domain/billing/papers'
import { referenceOf } from '@nightflow/domain/billing/payment-slip'
import type { BillLine } from '@nightflow/schemas/billing/bill'
import { type Language, languages } from '@nightflow/schemas/shared/language'
import { describe, expect, it } from 'vitest'
import { readPdfText } from '../pdf/read-pdf-text.ts'
import { documentTexts } from './bill-document-texts.ts'
import { drawBill } from './draw-bill.ts'
import { drawingOf } from './drawing.ts'

const line = (step: number, litres: number, unitPriceMinor: number): BillLine => ({
  ...{ priceScheme: 'Households', version: 2, kind: 'volume', dividedBy: null, step, litres, unitPriceMinor },
  ...{ from: Date.parse('2026-02-28T23:00:00Z'), to: Date.parse('2026-03-31T22:00:00Z') },
  amountMinor: (litres * unitPriceMinor) / 1000,
  vatMinor: (litres * unitPriceMinor) / 10_000,
})

const issuer: Issuer = {
  ...{ name: 'Valley Water', logo: null, colour: '#1890ff', currency: 'EUR', dateForm: 'YYYY-MM-DD', timeZone: 'Europe/Rome' },
  iban: 'FR7630006000011234567890189',
}

const document: BillDocument = {
  payOnline: {
    address: 'https://pay.example.org/pay/valley#account=B-10023&code=7K3P-9QXW-2M4T',
    ...{ page: 'https://pay.example.org/pay/valley', code: '7K3P-9QXW-2M4T' },
  },
  bill: {
    ...{
      billNo: 40213,
      billId: '6f1f2ad6-4b3c-4c5e-8d66-0a2a4a6a8a01',
      accountNo: 'B-10023',
      invoiceNumber: 'INV-2026-000012',
      billType: '0',
      status: '2',
    },
    ...{ periodFrom: '2026-03-01', periodTo: '2026-04-01', dueOn: '2026-05-01', litres: 12_000, amountMinor: 2700, vatMinor: 270 },
    ...{ totalMinor: 2970, openMinor: 970, computedAtPosition: 40180, recomputed: null },
    ...{
      billDueOn: '2026-05-01',
      contractNo: 1,
      missedOn: null,
      overdueMinor: 0,
      lateFeesMinor: 0,
      lastFee: null,
      plan: null,
      reminders: [],
    },
    volumes: [{ meterNo: '47110815', month: '2026-03', litres: 12_000, statedLitres: 380, knownDays: 31, statedDays: 1 }],
    lines: [line(1, 10_000, 200), line(2, 2_000, 350)],
    charges: [],
    ...{ createBy: 'admin', createTime: '2026-04-02T08:00:00Z', updateBy: null, updateTime: null },
  },
  issuedOn: '2026-04-02',
  holder: { name: '李喆', address: '8 Mill Lane' },
  use: monthsFrom('2025-03', '2026-03').map((month) => ({ month, litres: month === '2026-03' ? 12_000 : 8_000, isWhole: true })),
  calculation: {
    ...{ billNo: 40213, computedAtPosition: 40180 },
    versions: [{ priceScheme: 'Households', version: 2, priceSchemeId: 3, effectiveFrom: '2026-01-01', position: 21 }],
    meters: [{ meterNo: '47110815', before: { at: '', litres: 1_234_567 }, after: { at: '', litres: 1_246_567 } }],
    volumes: [{ meterNo: '47110815', month: '2026-03', litres: 12_000, litresNow: 11_800 }],
    account: { previousMinor: 4_150, sinceMinor: -2_900, billMinor: 2_970 },
    days: [
      { meterNo: '47110815', day: '2026-03-07', litres: 390, how: 'measured', reviewId: null, reason: null, position: null },
      { meterNo: '47110815', day: '2026-03-08', litres: 380, how: 'estimated', reviewId: 7, reason: 'power cut', position: 39001 },
    ],
  },
  hasAnnex: true,
  asOf: null,
}

const print = async (language: Language, shown: BillDocument = document, by: Issuer = issuer) => {
  const drawing = drawingOf(by, language, '40213')
  drawBill(drawing, shown)
  return drawing.sheet.finish()
}
/** Fonts are drawn in pieces: spaces say nothing. */
const squeezed = (text: string): string => text.replaceAll(/\s/g, '').replaceAll('’', "'")

describe.each(languages)('a bill in %s', (language) => {
  it('says who owes what for which volumes and steps, until when, and how to pay', async () => {
    const bytes = await print(language)
    const texts = documentTexts[language]
    const [front, annex, ...more] = (await readPdfText(bytes)).map(squeezed)
    for (const said of [
      texts.bill,
      'Valley Water',
      '李喆',
      '8 Mill Lane',
      'B-10023',
      '47110815',
      texts.step(1),
      texts.step(2),
      referenceOf(40213),
    ])
      expect(front).toContain(squeezed(said))
    const money = (minor: number) => new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(minor / 100)
    for (const minor of [2000, 700, 2970, 970]) expect(front).toContain(squeezed(money(minor)))
    expect(front).toContain('2026-05-01')
    expect(front).toContain(squeezed(texts.payBy('2026-05-01')))
    for (const said of [texts.payOnline, 'https://pay.example.org/pay/valley', '7K3P-9QXW-2M4T']) expect(front).toContain(squeezed(said))
    for (const said of [texts.annex, 'power cut', texts.how.estimated, '39001', '40180']) expect(annex).toContain(squeezed(said))
    expect(more).toEqual([])
    expect(bytes.length).toBeLessThan(120_000)
  })
})

describe('a bill', () => {
  const frontOf = async (shown: Partial<BillDocument>, by?: Issuer) =>
    (await readPdfText(await print('en', { ...document, hasAnnex: false, ...shown }, by)))[0]!

  it('names no holder to a reader who may not see accounts', async () => {
    const front = await frontOf({ holder: null })
    expect(front).toContain('(personal data)')
    expect(front).not.toContain('Mill Lane')
  })

  // requirement of Bills and payments: The previous balance is on the bill | /billing/bills | GET /prod-api/business/bill/pdf/:billNo
  it('says the previous balance, the payments since, this bill and what is to pay', async () => {
    const front = squeezed(await frontOf({}))
    for (const said of [
      'Previousbalance',
      '€41.50',
      'Paymentsandchangessince',
      '-€29.00',
      'Thisbill',
      '€29.70',
      'Topayinallon2026-04-02',
      '€42.20',
    ])
      expect(front).toContain(said)
  })

  it('has a line with its VAT for each surcharge and each instalment that it takes', async () => {
    const none = { dueMinor: 1, ratioBasisPoints: null, units: null, unitAmountMinor: null, debtId: null, debtType: null, debtMinor: null }
    const charges: BillDocument['bill']['charges'] = [
      {
        ...{ ...none, kind: 'percentage', name: 'Sewage', feeType: '0', method: '0', ratioBasisPoints: 1_250, vatBasisPoints: 600 },
        ...{ amountMinor: 371, vatMinor: 21, residualMinor: null, remainingDeductions: null },
      },
      {
        ...{ ...none, kind: 'debt', name: 'Replaced meter', feeType: null, method: null, vatBasisPoints: 0, debtId: document.bill.billId },
        ...{ amountMinor: 1_000, vatMinor: 0, residualMinor: 2_000, remainingDeductions: 2 },
      },
    ]
    const front = squeezed(await frontOf({ bill: { ...document.bill, charges, totalMinor: 4_341 } }))
    for (const said of ['Sewage', '12.50%', '€3.71', '€0.21', 'Replacedmeter', '€20.00left', '€10.00', '€43.41'])
      expect(front).toContain(said)
    // Net amount and VAT are those of the water and of what is taken.
    for (const said of ['€40.50', '€2.91']) expect(front).toContain(said)
    expect(front).not.toContain('Creditsanddebits')
  })

  // requirement of Payments: a link and a QR code on each bill lead to the page | /pay | GET /prod-api/business/bill/pdf/:billNo
  it('names no page where no platform is offered', async () => {
    const front = await frontOf({ payOnline: null })
    expect(front).toContain('Payment slip')
    expect(front).not.toContain('Pay online')
  })

  it('has no payment slip once it is settled', async () => {
    const front = await frontOf({ bill: { ...document.bill, openMinor: 0, status: '1' } })
    expect(front).toContain('There is nothing to pay')
    expect(front).not.toContain('Payment slip')
  })

  it('that was credited whole said that it was paid; it is void', async () => {
    const front = await frontOf({ bill: { ...document.bill, totalMinor: 0, openMinor: 0, status: '4' } })
    for (const said of ['Void', 'it was credited whole']) expect(front).toContain(said)
    expect(front).not.toMatch(/Paid(?! or)/)
  })

  it('has its slip on the last of as many pages as its lines need', async () => {
    const lines = Array.from({ length: 120 }, (_, nth) => line(nth + 1, 1_000, 200))
    const pages = await readPdfText(await print('en', { ...document, hasAnnex: false, bill: { ...document.bill, lines } }))
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.map((page) => page.includes('Payment slip'))).toEqual(pages.map((_, nth) => nth === pages.length - 1))
    expect(pages[1]).toContain('Price per m')
    expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`)
  })

  it('is printed where the logo cannot be read', async () => {
    expect(await frontOf({}, { ...issuer, logo: Buffer.from('no picture') })).toContain('Valley Water')
  })
})
