import { type BillDocument, lastDayOf, numberOnPaper } from '@nightflow/domain/billing/papers'
import { referenceOf, slipCode } from '@nightflow/domain/billing/payment-slip'
import { BillStatus, BillType } from '@nightflow/schemas/billing/bill'
import { drawQrCode } from '../pdf/qr-code.ts'
import { inks, page } from '../pdf/sheet.ts'
import { drawTable } from '../pdf/table.ts'
import { drawAccountAfter, drawCharges } from './draw-bill-charges.ts'
import { drawCalculation } from './draw-calculation.ts'
import { drawLetterhead, drawTitle } from './draw-letterhead.ts'
import { drawUse } from './draw-use.ts'
import type { Drawing } from './drawing.ts'

const slipHeight = 168
const slipCodeWidth = 128

/** The pages of one bill: what is due, why, and the slip to pay it; then how it was computed. */
export const drawBill = (drawing: Drawing, document: BillDocument): void => {
  const { sheet, texts, issuer } = drawing
  const { bill } = document
  sheet.addPage()
  const firstPage = sheet.pageIndex
  drawLetterhead(drawing, bill.billType === BillType.enum.ordinary ? texts.bill : texts.billOfType[bill.billType], [
    [texts.number, numberOnPaper(bill)],
    [texts.issued, drawing.written.day(document.issuedOn)],
  ])
  if (document.asOf !== null) drawAsOf(drawing, document.asOf)
  drawAddressee(drawing, document)
  drawSummary(drawing, document)
  if (document.asOf === null) drawAccountAfter(drawing, document)
  drawUse(drawing, document)
  drawMeters(drawing, document)
  drawCharges(drawing, document)
  // The amount open at a past instant is not the amount to pay now.
  if (document.asOf === null) drawSlip(drawing, document)
  if (document.hasAnnex) {
    sheet.addPage()
    drawCalculation(drawing, document)
  }
  sheet.closePages(firstPage, (nth, count) => [
    `${issuer.name} · ${texts.account} ${bill.accountNo} · ${texts.number} ${numberOnPaper(bill)}`,
    texts.page(nth, count),
  ])
}

/** A bill of the past must not be mistaken for the bill as it is. */
function drawAsOf({ sheet, texts, written, issuer }: Drawing, asOf: string): void {
  const height = 24
  sheet.box({ x: sheet.left, y: sheet.y, width: sheet.width, height }, { ink: inks.tint, radius: 6 })
  const place = { x: sheet.left + 12, y: sheet.y + 6, width: sheet.width - 24 }
  sheet.text(texts.asOf(written.moment(asOf, issuer.timeZone)), place, { size: 9, weight: 'bold', ink: issuer.colour })
  sheet.y += height + 12
}

function drawAddressee({ sheet, texts, written }: Drawing, { bill, holder }: BillDocument): void {
  const half = sheet.width * 0.52
  const top = sheet.y
  const place = { x: sheet.left, width: half - 16 }
  sheet.text(texts.holder, { ...place, y: top }, { size: 7.5, ink: inks.dimmed })
  const name = holder ? (holder.name ?? texts.erased) : texts.hidden
  const nameHeight = sheet.text(name, { ...place, y: top + 12 }, { size: 11, weight: 'bold' })
  if (holder?.address) sheet.text(holder.address, { ...place, y: top + 14 + nameHeight }, { size: 9.5, lines: 3 })
  const facts: [string, string][] = [
    [texts.account, bill.accountNo],
    [texts.period, `${written.day(bill.periodFrom)} – ${written.day(lastDayOf(bill.periodTo))}`],
    [texts.due, written.day(bill.dueOn)],
  ]
  facts.forEach(([label, value], nth) => {
    const at = { y: top + nth * 17 }
    sheet.text(label, { ...at, x: sheet.left + half, width: 90 }, { size: 8, ink: inks.dimmed })
    sheet.text(value, { ...at, x: sheet.left + half + 90, width: sheet.width - half - 90 }, { size: 9, weight: 'bold', align: 'right' })
  })
  sheet.y = top + 68
}

function drawSummary({ sheet, texts, written, issuer }: Drawing, { bill }: BillDocument): void {
  const { totalMinor, openMinor, dueOn } = bill
  const height = 54
  sheet.box({ x: sheet.left, y: sheet.y, width: sheet.width, height }, { ink: inks.tint, radius: 6 })
  sheet.box({ x: sheet.left, y: sheet.y, width: 4, height }, { ink: issuer.colour })
  const cell = (sheet.width - 24) / 4
  const figures: [string, string][] = [
    [texts.billed, written.money(totalMinor)],
    [texts.settled, written.money(totalMinor - openMinor)],
  ]
  figures.forEach(([label, value], nth) => {
    const place = { x: sheet.left + 18 + nth * cell, width: cell - 8 }
    sheet.text(label, { ...place, y: sheet.y + 11 }, { size: 8, ink: inks.dimmed })
    sheet.text(value, { ...place, y: sheet.y + 26 }, { size: 11.5 })
  })
  const place = { x: sheet.left + 18 + 2 * cell, width: 2 * cell - 12 }
  const isOpen = openMinor > 0
  sheet.text(
    isOpen ? `${texts.open} · ${texts.due} ${written.day(dueOn)}` : texts.open,
    { ...place, y: sheet.y + 8 },
    { size: 8, ink: inks.dimmed, align: 'right' },
  )
  sheet.text(
    isOpen ? written.money(openMinor) : bill.status === BillStatus.enum.void ? texts.voided : texts.paid,
    { ...place, y: sheet.y + 20 },
    { size: 18, weight: 'bold', align: 'right' },
  )
  sheet.y += height + 12
}

function drawMeters(drawing: Drawing, { bill, calculation }: BillDocument): void {
  const { sheet, texts, written } = drawing
  const registerOf = (meterNo: string, side: 'before' | 'after'): string => {
    const shown = calculation.meters.find((meter) => meter.meterNo === meterNo)?.[side]
    return shown ? written.cubicMetres(shown.litres) : '–'
  }
  const firstOf = new Map<string, string>()
  const lastOf = new Map<string, string>()
  for (const { meterNo, month } of bill.volumes) {
    if (!firstOf.has(meterNo)) firstOf.set(meterNo, month)
    lastOf.set(meterNo, month)
  }
  drawTitle(drawing, texts.meters)
  drawTable(
    sheet,
    [
      { head: texts.meter, share: 22, cell: ({ meterNo }) => meterNo },
      { head: texts.month, share: 16, cell: ({ month }) => written.month(month) },
      // A register belongs to the start and the end of the period, not to each month of it.
      {
        head: texts.registerBefore,
        share: 19,
        align: 'right',
        cell: ({ meterNo, month }) => (firstOf.get(meterNo) === month ? registerOf(meterNo, 'before') : ''),
      },
      {
        head: texts.registerAfter,
        share: 19,
        align: 'right',
        cell: ({ meterNo, month }) => (lastOf.get(meterNo) === month ? registerOf(meterNo, 'after') : ''),
      },
      { head: texts.volume, share: 14, align: 'right', cell: ({ litres }) => written.cubicMetres(litres) },
      {
        head: texts.stated,
        share: 24,
        align: 'right',
        cell: ({ statedLitres, statedDays }) => (statedDays === 0 ? '–' : written.cubicMetres(statedLitres)),
      },
    ],
    bill.volumes,
  )
  sheet.y += 14
}

/** At the foot of the last page of the bill, so that it can be cut off. */
function drawSlip(drawing: Drawing, { bill, payOnline }: BillDocument): void {
  const { sheet, texts, written, issuer } = drawing
  if (bill.openMinor === 0) {
    sheet.keepTogether(30)
    sheet.text(
      bill.status === BillStatus.enum.void ? texts.nothingDue : texts.nothingOpen,
      { x: sheet.left, y: sheet.y + 10, width: sheet.width },
      { size: 9, ink: inks.dimmed },
    )
    return
  }
  sheet.keepTogether(slipHeight)
  const top = sheet.bottom - slipHeight + 12
  if (payOnline) drawOnline(drawing, { ...payOnline, accountNo: bill.accountNo }, top)
  sheet.cutLine(top - 6)
  const slip = {
    billNo: bill.billNo,
    accountNo: bill.accountNo,
    openMinor: bill.openMinor,
    currency: issuer.currency,
    payee: issuer.name,
    iban: issuer.iban,
  }
  const { standard, payload } = slipCode(slip)
  const code = slipCodeWidth
  drawQrCode(sheet, payload, { x: sheet.right - code, y: top + 6, width: code })
  sheet.text(texts.slip, { x: sheet.left, y: top + 8, width: 300 }, { size: 12, weight: 'bold', ink: issuer.colour })
  const facts: [string, string][] = [
    [texts.payee, issuer.name],
    ...(issuer.iban === null ? [] : ([['IBAN', issuer.iban.replaceAll(/(.{4})(?=.)/g, '$1 ')]] as [string, string][])),
    [texts.account, bill.accountNo],
    [texts.number, numberOnPaper(bill)],
    [texts.reference, referenceOf(bill.billNo)],
  ]
  facts.forEach(([label, value], nth) => {
    const y = top + 32 + nth * 15
    sheet.text(label, { x: sheet.left, y, width: 96 }, { size: 8, ink: inks.dimmed })
    sheet.text(value, { x: sheet.left + 100, y, width: 165 }, { size: 9 })
  })
  const amount = { x: sheet.left + 270, width: sheet.width - 270 - code - 12 }
  sheet.text(texts.toPay, { ...amount, y: top + 32 }, { size: 8, ink: inks.dimmed, align: 'right' })
  sheet.text(written.money(bill.openMinor), { ...amount, y: top + 44 }, { size: 15, weight: 'bold', align: 'right' })
  sheet.text(texts.payBy(written.day(bill.dueOn)), { ...amount, y: top + 70 }, { size: 8, lines: 3, align: 'right' })
  const told = standard === 'text' ? texts.scanText : texts.scanTransfer
  sheet.text(told, { x: sheet.left, y: top + 32 + facts.length * 15 + 8, width: sheet.width - code - 24 }, { size: 7.5, ink: inks.dimmed })
  sheet.y = page.height
}

type Online = NonNullable<BillDocument['payOnline']> & { accountNo: string }

/** In the slip, below its facts: a code that opens the page with account and code, and both to be typed. */
function drawOnline({ sheet, texts, issuer }: Drawing, { address, page: shown, code, accountNo }: Online, top: number): void {
  const side = 60
  const left = sheet.right - slipCodeWidth - 12 - side
  drawQrCode(sheet, address, { x: left, y: top + 95, width: side })
  const place = { x: sheet.left, width: left - sheet.left - 10 }
  sheet.text(`${texts.payOnline} · ${shown}`, { ...place, y: top + 128 }, { size: 8.5, weight: 'bold', ink: issuer.colour })
  sheet.text(`${texts.account} ${accountNo} · ${texts.payCode} ${code}`, { ...place, y: top + 141 }, { size: 8.5, weight: 'bold' })
}
