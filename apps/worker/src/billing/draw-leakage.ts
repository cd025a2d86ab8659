import type { LeakageDocument, LeakageUnit } from '@nightflow/domain/billing/papers'
import type { BalanceVolume } from '@nightflow/schemas/leakage/water-balance'
import type { Language } from '@nightflow/schemas/shared/language'
import { inks, type Sheet, type TextStyle } from '../pdf/sheet.ts'
import { drawTable } from '../pdf/table.ts'
import { drawLeakageMap } from './draw-leakage-map.ts'
import { drawLetterhead, drawTitle } from './draw-letterhead.ts'
import type { Drawing } from './drawing.ts'
import { type LeakageTexts, leakageTexts } from './leakage-texts.ts'
import type { Written } from './written.ts'

type Part = Drawing & { words: LeakageTexts }

const sectionGap = 16
const signatureHeight = 64
const unknown = '–'

/** Figures, balance, map, alarms, cases and assumptions of one metering point and month, with lines for three signatures: four pages at most. */
export const drawLeakage = (drawing: Drawing, document: LeakageDocument, language: Language): void => {
  const { sheet, texts, written, issuer } = drawing
  const words = leakageTexts[language]
  const part = { ...drawing, words }
  const month = written.month(document.month)
  sheet.addPage()
  drawLetterhead(drawing, words.title, [[words.month, month]])
  drawHead(part, document)
  drawFigures(part, document)
  drawBalance(part, document)
  drawLeakageMap(part, document)
  drawPoints(part, document)
  drawAlarms(part, document)
  drawCases(part, document)
  drawAssumptions(part, document)
  drawSignatures(part)
  sheet.closePages(0, (nth, count) => [`${issuer.name} · ${words.title} · ${document.name} · ${month}`, texts.page(nth, count)])
}

const drawHead = ({ sheet, written, words }: Part, { name, partitionId, days, daysKnown, daysEstimated }: LeakageDocument): void => {
  const across = { x: sheet.left, width: sheet.width }
  sheet.y += sheet.text(`${name} · ${partitionId}`, { ...across, y: sheet.y }, { size: 13, weight: 'bold', lines: 2 }) + 4
  const told = words.days(written.number(daysKnown), written.number(days), written.number(daysEstimated))
  sheet.y += sheet.text(told, { ...across, y: sheet.y }, { size: 8.5, ink: inks.dimmed, lines: 2 }) + 12
}

const litresPerCubicMetre = 1_000
const inCubicMetres = (written: Written, litres: number): string => written.number(litres / litresPerCubicMetre, 1)
const inPercent = (written: Written, share: number): string => `${written.number(share * 100, 1)} %`

const unitNames: Record<LeakageUnit, string> = { litres: 'm³', 'litres-per-hour': 'm³/h', share: '', ratio: '' }

const figureIn = (written: Written, unit: LeakageUnit, value: number | null): string => {
  if (value === null) return unknown
  if (unit === 'share') return inPercent(written, value)
  if (unit === 'ratio') return written.number(value, 2)
  return `${unit === 'litres' ? inCubicMetres(written, value) : written.number(value / litresPerCubicMetre, 2)} ${unitNames[unit]}`
}

type Figure = LeakageDocument['figures'][number]

/** Of a share the difference in points, of the others the change in percent. */
const changeOf = ({ written, words }: Part, { unit, value, before }: Figure): string => {
  if (value === null || before === null) return unknown
  if (unit !== 'share') return before === 0 ? unknown : written.change(value / before - 1)
  const points = (value - before) * 100
  return `${points > 0 ? '+' : ''}${written.number(points, 1)} ${words.points}`
}

const drawFigures = (part: Part, { figures }: LeakageDocument): void => {
  const { sheet, written, words } = part
  drawTitle(part, words.figures)
  drawTable(
    sheet,
    [
      { head: '', share: 40, cell: ({ name }: Figure) => name },
      {
        head: words.value,
        share: 20,
        align: 'right',
        cell: ({ unit, value }) => figureIn(written, unit, value),
        style: () => ({ weight: 'bold' }),
      },
      { head: words.before, share: 20, align: 'right', cell: ({ unit, before }) => figureIn(written, unit, before) },
      { head: words.change, share: 20, align: 'right', cell: (figure) => changeOf(part, figure) },
    ],
    figures,
  )
  sheet.y += sectionGap
}

/** How deep a volume is below the whole. */
const depths: Record<BalanceVolume, number> = {
  systemInput: 0,
  authorised: 1,
  billedAuthorised: 2,
  billedMetered: 3,
  billedUnmetered: 3,
  unbilledAuthorised: 2,
  unbilledMetered: 3,
  unbilledUnmetered: 3,
  losses: 1,
  apparentLosses: 2,
  unauthorised: 3,
  meterInaccuracy: 3,
  dataErrors: 3,
  realLosses: 2,
  revenueWater: 0,
  nonRevenueWater: 0,
}

type Volume = LeakageDocument['volumes'][number]

const drawBalance = (part: Part, { volumes }: LeakageDocument): void => {
  const { sheet, written, words } = part
  const input = volumes.find(({ volume }) => volume === 'systemInput')?.figure.value ?? null
  const litres = (value: number | null): string => (value === null ? unknown : inCubicMetres(written, value))
  const share = (value: number | null): string => (value === null || !input ? unknown : inPercent(written, value / input))
  const style = ({ volume }: Volume): TextStyle => (depths[volume] < 2 ? { weight: 'bold' } : {})
  drawTitle(part, words.balance)
  drawTable(
    sheet,
    [
      { head: words.volume, share: 46, cell: ({ volume, name }: Volume) => '\u00a0'.repeat(3 * depths[volume]) + name, style },
      { head: 'm³', share: 20, align: 'right', cell: ({ figure }) => litres(figure.value), style },
      { head: words.bound, share: 17, align: 'right', cell: ({ figure }) => (figure.bound === null ? '' : `± ${litres(figure.bound)}`) },
      { head: words.shareOfInput, share: 17, align: 'right', cell: ({ figure }) => share(figure.value) },
    ],
    volumes,
    { rowHeight: 15 },
  )
  sheet.y += sectionGap
}

type Point = LeakageDocument['points'][number]

/** Names wrap where one of them is too long for its column, in all rows alike. */
const wrapped = (sheet: Sheet, share: number, names: readonly string[]): { style: () => TextStyle; rowHeight: number } => {
  const width = (sheet.width * share) / 100 - 26
  const isLong = names.some((name) => sheet.widthOf(name, { size: 7.5 }) > width)
  return isLong ? { style: () => ({ size: 7.5, lines: 2 }), rowHeight: 24 } : { style: () => ({}), rowHeight: 14 }
}

/** How many rows are not named. */
const drawMore = ({ sheet, written, words }: Part, { total, rows }: { total: number; rows: readonly object[] }): void => {
  const more = total - rows.length
  if (more <= 0) return
  sheet.text(words.more(written.number(more)), { x: sheet.left + 4, y: sheet.y + 3, width: sheet.width }, { size: 8, ink: inks.dimmed })
  sheet.y += 14
}

/** The points of the map by their numbers there. */
const drawPoints = ({ sheet, written, words }: Part, { points }: LeakageDocument): void => {
  const top = points[0]?.level ?? 0
  const litres = (value: number | null): string => (value === null ? unknown : inCubicMetres(written, value))
  const numbered = points.map((point, nth) => ({ ...point, nth: nth + 1 }))
  type Numbered = Point & { nth: number }
  const name = wrapped(
    sheet,
    43,
    points.map((point) => point.name),
  )
  drawTable(
    sheet,
    [
      { head: '', share: 6, cell: ({ nth }: Numbered) => String(nth) },
      { head: words.point, share: 43, cell: (row) => '\u00a0'.repeat(3 * (row.level - top)) + row.name, style: name.style },
      { head: words.supply, share: 18, align: 'right', cell: ({ supplyLitres }) => litres(supplyLitres) },
      { head: words.leakage, share: 18, align: 'right', cell: ({ leakageLitres }) => litres(leakageLitres) },
      {
        head: words.rate,
        share: 15,
        align: 'right',
        cell: ({ leakageRate }) => (leakageRate === null ? unknown : inPercent(written, leakageRate)),
      },
    ],
    numbered,
    { rowHeight: name.rowHeight },
  )
  sheet.y += sectionGap
}

type AlarmRow = NonNullable<LeakageDocument['alarms']>['rows'][number]
type CaseRow = NonNullable<LeakageDocument['cases']>['rows'][number]

/** The first alarms of the month; their title counts all of them. */
const drawAlarms = (part: Part, { alarms }: LeakageDocument): void => {
  if (!alarms) return
  const { sheet, written, words, issuer } = part
  const name = wrapped(
    sheet,
    27,
    alarms.rows.flatMap((row) => [row.name, row.pointName]),
  )
  drawTitle(part, words.alarms(written.number(alarms.total)))
  if (alarms.rows.length > 0)
    drawTable(
      sheet,
      [
        { head: words.time, share: 22, cell: ({ at }: AlarmRow) => written.moment(at, issuer.timeZone) },
        { head: words.alarm, share: 33, cell: (row) => row.name, style: name.style },
        { head: words.point, share: 27, cell: ({ pointName }) => pointName, style: name.style },
        { head: words.status, share: 18, cell: ({ status }) => status },
      ],
      alarms.rows,
      { rowHeight: name.rowHeight },
    )
  drawMore(part, alarms)
  sheet.y += sectionGap
}

const drawCases = (part: Part, { cases }: LeakageDocument): void => {
  if (!cases) return
  const { sheet, written, words, issuer } = part
  const name = wrapped(
    sheet,
    40,
    cases.rows.map(({ pointName }) => pointName),
  )
  drawTitle(part, words.cases(written.number(cases.total)))
  if (cases.rows.length > 0)
    drawTable(
      sheet,
      [
        { head: words.awareAt, share: 22, cell: ({ at }: CaseRow) => written.moment(at, issuer.timeZone) },
        { head: words.caseNo, share: 20, cell: ({ caseNo }) => String(caseNo) },
        { head: words.point, share: 40, cell: ({ pointName }) => pointName, style: name.style },
        { head: words.stage, share: 18, cell: ({ stage }) => stage },
      ],
      cases.rows,
      { rowHeight: name.rowHeight },
    )
  drawMore(part, cases)
  sheet.y += sectionGap
}

const drawAssumptions = (part: Part, { assumptions }: LeakageDocument): void => {
  const { sheet, words } = part
  drawTitle(part, words.assumptions)
  for (const assumption of assumptions.length > 0 ? assumptions : [words.none]) {
    sheet.keepTogether(26)
    sheet.y += sheet.text(`· ${assumption}`, { x: sheet.left, y: sheet.y, width: sheet.width }, { size: 8.5, lines: 2 }) + 2
  }
}

const drawSignatures = ({ sheet, words }: Part): void => {
  sheet.keepTogether(signatureHeight)
  sheet.y += signatureHeight - 20
  const gap = 24
  const third = (sheet.width - 2 * gap) / 3
  for (const [nth, name] of [words.prepared, words.checked, words.approved].entries()) {
    const x = sheet.left + nth * (third + gap)
    sheet.rule(sheet.y, { from: x, to: x + third, thickness: 0.8 })
    sheet.text(name, { x, y: sheet.y + 4, width: third }, { size: 8.5, ink: inks.dimmed })
  }
  sheet.y += 20
}
