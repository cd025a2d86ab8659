import type { BillDocument } from '@nightflow/domain/billing/papers'
import type { DeductionLine } from '@nightflow/schemas/billing/deduction'
import { minorPerUnit } from '@nightflow/schemas/billing/tariff'
import { inks } from '../pdf/sheet.ts'
import { drawSums, drawTable } from '../pdf/table.ts'
import { drawTitle } from './draw-letterhead.ts'
import type { Drawing } from './drawing.ts'

/** Water by its lines, then what the bill takes beside it, and the total. */
export function drawCharges(drawing: Drawing, { bill }: BillDocument): void {
  const { sheet, texts, written } = drawing
  drawTitle(drawing, texts.charges)
  drawTable(
    sheet,
    [
      {
        head: texts.charges,
        share: 26,
        cell: ({ kind, step, dividedBy }) => {
          const name = kind === 'volume' ? texts.step(step ?? 1) : texts[kind]
          return dividedBy === null ? name : `${name}, ${texts.dividedBy[dividedBy]}`
        },
      },
      { head: texts.scheme, share: 24, cell: ({ priceScheme, version }) => `${priceScheme}, ${version}` },
      {
        head: texts.volume,
        share: 14,
        align: 'right',
        cell: ({ kind, litres }) => (kind === 'volume' ? written.cubicMetres(litres) : '–'),
      },
      {
        head: texts.unitPrice,
        share: 15,
        align: 'right',
        cell: ({ unitPriceMinor }) => (unitPriceMinor === null ? '–' : written.money(unitPriceMinor)),
      },
      { head: texts.amount, share: 16, align: 'right', cell: ({ amountMinor }) => written.money(amountMinor) },
      { head: texts.vat, share: 13, align: 'right', cell: ({ vatMinor }) => written.money(vatMinor) },
    ],
    bill.lines,
  )
  const taken = (bill.charges ?? []).filter(({ amountMinor }) => amountMinor > 0)
  if (taken.length > 0) drawTaken(drawing, taken)
  const vatOf = (lines: readonly { vatMinor: number }[]): number => lines.reduce((sum, { vatMinor }) => sum + vatMinor, 0)
  const waterMinor = bill.lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0) + vatOf(bill.lines)
  const takenMinor = taken.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const vatMinor = vatOf(bill.lines) + vatOf(taken)
  const adjustedMinor = bill.totalMinor - waterMinor - takenMinor
  drawSums(sheet, [
    { name: texts.net, value: written.money(waterMinor + takenMinor - vatMinor) },
    { name: texts.vat, value: written.money(vatMinor) },
    ...(adjustedMinor === 0 ? [] : [{ name: texts.adjustments, value: written.money(adjustedMinor) }]),
    { name: texts.total, value: written.money(bill.totalMinor), isStrong: true },
  ])
}

/** Surcharges and instalments, each with the VAT that it includes. */
function drawTaken({ sheet, texts, written }: Drawing, taken: readonly DeductionLine[]): void {
  const basisOf = ({ ratioBasisPoints, units, unitAmountMinor, residualMinor }: DeductionLine): string => {
    if (ratioBasisPoints !== null) return `${written.number(ratioBasisPoints / minorPerUnit, 2)} %`
    if (unitAmountMinor !== null)
      return units === null ? `${written.money(unitAmountMinor)} / m³` : `${units} × ${written.money(unitAmountMinor)}`
    return residualMinor === null ? '–' : texts.residual(written.money(residualMinor))
  }
  sheet.y += 8
  drawTable(
    sheet,
    [
      { head: texts.taken, share: 44, cell: ({ name }) => name },
      { head: texts.basis, share: 35, align: 'right', cell: basisOf },
      { head: texts.amountWithVat, share: 16, align: 'right', cell: ({ amountMinor }) => written.money(amountMinor) },
      { head: texts.vat, share: 13, align: 'right', cell: ({ vatMinor }) => written.money(vatMinor) },
    ],
    taken,
  )
}

/** The account of the holder when the bill was issued: what was owed before, what was paid since, and what is to be paid in all. */
export function drawAccountAfter({ sheet, texts, written }: Drawing, { calculation: { account }, issuedOn }: BillDocument): void {
  const { previousMinor, sinceMinor, billMinor } = account
  const figures: [string, number][] = [
    [texts.previous, previousMinor],
    [texts.since, sinceMinor],
    [texts.thisBill, billMinor],
    [texts.inAll(written.day(issuedOn)), previousMinor + sinceMinor + billMinor],
  ]
  const cell = sheet.width / figures.length
  figures.forEach(([label, minor], nth) => {
    const place = { x: sheet.left + nth * cell, width: cell - 8 }
    sheet.text(label, { ...place, y: sheet.y }, { size: 7.5, ink: inks.dimmed })
    sheet.text(written.money(minor), { ...place, y: sheet.y + 11 }, { size: 9.5, weight: nth === figures.length - 1 ? 'bold' : 'regular' })
  })
  sheet.y += 32
}
