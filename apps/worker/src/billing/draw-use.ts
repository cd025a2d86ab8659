import { compareUse, monthsAfter, monthsFrom } from '@nightflow/domain/billing/compare-use'
import { type BillDocument, monthsOfBill } from '@nightflow/domain/billing/papers'
import { inks } from '../pdf/sheet.ts'
import { drawTitle } from './draw-letterhead.ts'
import type { Drawing } from './drawing.ts'

const chartHeight = 70
const chartMonths = 13

/** Water use of the account: the last thirteen months, those of the bill in the utility's colour, and the comparison beside them. */
export const drawUse = (drawing: Drawing, document: BillDocument): void => {
  const { sheet, texts } = drawing
  drawTitle(drawing, texts.use)
  const top = sheet.y
  drawChart(drawing, document, { x: sheet.left, y: top, width: sheet.width * 0.6 })
  drawComparison(drawing, document, { x: sheet.left + sheet.width * 0.66, y: top, width: sheet.width * 0.34 })
  sheet.y = top + chartHeight + 34
}

type Place = { x: number; y: number; width: number }

function drawChart({ sheet, written, issuer }: Drawing, { bill, use }: BillDocument, { x, y, width }: Place): void {
  const { first, last } = monthsOfBill(bill)
  const litresOf = new Map(use.map(({ month, litres }) => [month, litres]))
  const months = monthsFrom(monthsAfter(last, 1 - chartMonths), last)
  const most = Math.max(1, ...months.map((month) => litresOf.get(month) ?? 0))
  const step = width / months.length
  const base = y + chartHeight
  months.forEach((month, nth) => {
    const litres = litresOf.get(month)
    const bar = { x: x + nth * step + step * 0.18, width: step * 0.64 }
    const isOfBill = month >= first
    if (litres === undefined) sheet.rule(base - 1, { from: bar.x, to: bar.x + bar.width, ink: inks.none, thickness: 1.2 })
    else {
      const height = Math.max(1, (litres / most) * (chartHeight - 14))
      sheet.box({ ...bar, y: base - height, height }, { ink: isOfBill ? issuer.colour : inks.none, radius: Math.min(2, height / 2) })
      const label = { x: x + nth * step - 4, y: base - height - 10, width: step + 8 }
      sheet.text(written.number(litres / 1000, 1), label, {
        size: 6.5,
        align: 'center',
        weight: isOfBill ? 'bold' : 'regular',
        ink: isOfBill ? inks.text : inks.dimmed,
      })
    }
    const at = { x: x + nth * step - 3, width: step + 6 }
    sheet.text(written.shortMonth(month), { ...at, y: base + 4 }, { size: 6.5, align: 'center', ink: isOfBill ? inks.text : inks.dimmed })
    if (nth === 0 || month.endsWith('-01'))
      sheet.text(month.slice(0, 4), { ...at, y: base + 13 }, { size: 6.5, align: 'center', ink: inks.dimmed })
  })
  sheet.rule(base, { from: x, to: x + width })
}

function drawComparison({ sheet, texts, written }: Drawing, { bill, use }: BillDocument, { x, y, width }: Place): void {
  // A part of a month is not compared with whole ones.
  const isWhole = bill.periodFrom.endsWith('-01') && bill.periodTo.endsWith('-01')
  const { beforeLitres, lastYearLitres } = compareUse(isWhole ? use : [], monthsOfBill(bill))
  const days = Math.round((Date.parse(bill.periodTo) - Date.parse(bill.periodFrom)) / 86_400_000)
  sheet.text(texts.useOf, { x, y, width }, { size: 8, ink: inks.dimmed })
  sheet.text(`${written.cubicMetres(bill.litres)} m³`, { x, y: y + 11, width }, { size: 15, weight: 'bold' })
  const rows: [string, string, number | null][] = [
    [texts.average, `${written.number(bill.litres / days)} L`, null],
    ...(
      [
        [texts.before, beforeLitres],
        [texts.lastYear, lastYearLitres],
      ] as const
    ).map(([label, litres]): [string, string, number | null] => [
      label,
      litres === null ? texts.unknown : `${written.cubicMetres(litres)} m³`,
      litres === null || litres === 0 ? null : bill.litres / litres - 1,
    ]),
  ]
  rows.forEach(([label, value, share], nth) => {
    const at = y + 33 + nth * 23
    sheet.text(label, { x, y: at, width }, { size: 7.5, ink: inks.dimmed })
    sheet.text(value, { x, y: at + 10, width: width * 0.6 }, { size: 9 })
    if (share !== null)
      sheet.text(
        written.change(share),
        { x: x + width * 0.55, y: at + 10, width: width * 0.45 },
        { size: 9, weight: 'bold', align: 'right' },
      )
  })
}
