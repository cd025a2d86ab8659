import type { ReportColumn, ReportDocument } from '@nightflow/domain/shared/report-document'
import type { Language } from '@nightflow/schemas/shared/language'
import { inks } from '../pdf/sheet.ts'
import { drawTable } from '../pdf/table.ts'
import { drawLetterhead } from './draw-letterhead.ts'
import type { Drawing } from './drawing.ts'
import { reportTexts } from './report-texts.ts'

type Cell = ReportDocument['rows'][number][number]

const chartHeight = 90
const axisWidth = 70
const labelsMax = 8

/** A report: its period and filter, its chart, and all of its rows. */
export const drawReport = (drawing: Drawing, document: ReportDocument, language: Language): void => {
  const { sheet, written, texts, issuer } = drawing
  const words = reportTexts[language]
  const { title, from, to, filters, columns, rows } = document
  sheet.addPage()
  drawLetterhead(drawing, title, [[words.period, `${written.day(from)} – ${written.day(to)}`]])
  const told = [...filters, words.rows(written.number(rows.length))].join(' · ')
  sheet.text(told, { x: sheet.left, y: sheet.y, width: sheet.width }, { size: 8.5, ink: inks.dimmed })
  sheet.y += 18
  drawChart(drawing, document)
  const shares = columns.map((column, place) => shareOf(column, rows, place))
  drawTable(
    sheet,
    columns.map((column, place) => ({
      head: column.head,
      share: shares[place]!,
      align: isNumeric(column) ? ('right' as const) : ('left' as const),
      cell: (row: readonly Cell[]) => textOf(row[place] ?? null, column, drawing, document.timeZone),
    })),
    rows,
  )
  if (rows.length === 0) sheet.text(words.noRows, { x: sheet.left, y: sheet.y + 6, width: sheet.width }, { size: 9, ink: inks.dimmed })
  sheet.closePages(0, (nth, count) => [`${issuer.name} · ${title}`, texts.page(nth, count)])
}

const isNumeric = ({ kind }: ReportColumn): boolean => kind === 'number' || kind === 'money' || kind === 'share'

/** Texts get the width of their longest cell, within bounds; figures share the rest. */
const shareOf = ({ head, kind }: ReportColumn, rows: ReportDocument['rows'], place: number): number => {
  if (kind !== 'text') return Math.min(16, Math.max(9, head.length * 0.6))
  const longest = rows.slice(0, 200).reduce((most, row) => Math.max(most, String(row[place] ?? '').length), head.length)
  return Math.min(26, Math.max(8, longest))
}

const textOf = (value: Cell, column: ReportColumn, { written }: Drawing, timeZone: string): string => {
  if (value === null) return '–'
  if (typeof value === 'number') {
    if (column.kind === 'money') return written.money(value)
    if (column.kind === 'share') return `${written.number(value * 100, 1)} %`
    if (column.kind === 'number') return written.number(value / (column.per ?? 1), decimalsOf(value, column))
    return written.number(value, Number.isInteger(value) ? 0 : 2)
  }
  if (column.kind === 'day') return written.day(value)
  if (column.kind === 'instant') return written.moment(value, timeZone)
  if (column.kind === 'month') return value.length === 7 ? written.month(value) : written.day(value)
  return value
}

const decimalsOf = (value: number, { decimals }: { decimals?: number }): number => decimals ?? (Number.isInteger(value) ? 0 : 2)

/** The first series as bars, further ones as a line of points, over days or months. A value that is not known leaves a gap. */
function drawChart(drawing: Drawing, { chart: { series, points } }: ReportDocument): void {
  const { sheet, issuer, written } = drawing
  const known = points.flatMap(({ values }) => values.filter((value) => value !== null))
  const [first] = series
  if (known.length === 0 || points.length < 2 || first === undefined) return
  const most = Math.max(...known, 0)
  const least = Math.min(...known, 0)
  if (most === least) return
  const x = sheet.left + axisWidth
  const width = sheet.width - axisWidth
  const top = sheet.y + 14
  const heightOf = (value: number): number => ((value - least) / (most - least)) * chartHeight
  const baseline = top + chartHeight - heightOf(0)
  const colours = [issuer.colour, inks.dimmed, '#d9822b']
  const legend = series.map(({ head }) => head).join('   ')
  sheet.text(legend, { x, y: sheet.y, width }, { size: 7.5, ink: inks.dimmed })
  for (const value of [least, most])
    sheet.text(
      textOf(value, first, drawing, 'UTC'),
      { x: sheet.left, y: top + chartHeight - heightOf(value) - 5, width: axisWidth - 6 },
      { size: 7, ink: inks.dimmed, align: 'right' },
    )
  const step = width / points.length
  for (const [place, { values }] of points.entries())
    for (const [nth, value] of values.entries()) {
      if (value === null) continue
      const bar = (step * 0.8) / values.length
      const tall = Math.max(0.6, Math.abs(heightOf(value) - heightOf(0)))
      const at = { x: x + place * step + nth * bar, y: value < 0 ? baseline : baseline - tall, width: Math.max(0.5, bar), height: tall }
      sheet.box(at, { ink: colours[nth] ?? inks.dimmed })
    }
  sheet.rule(baseline, { from: x })
  const every = Math.ceil(points.length / labelsMax)
  for (const [place, { at }] of points.entries()) {
    if (place % every !== 0) continue
    const label = at.length === 7 ? written.shortMonth(at) : written.day(at)
    sheet.text(label, { x: x + place * step, y: top + chartHeight + 3, width: step * every }, { size: 7, ink: inks.dimmed })
  }
  sheet.y = top + chartHeight + 24
}
