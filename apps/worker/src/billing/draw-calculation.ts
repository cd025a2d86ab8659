import { type BillDocument, numberOnPaper } from '@nightflow/domain/billing/papers'
import type { BillLine, BillVolume } from '@nightflow/schemas/billing/bill'
import type { CalculationDay, HowCounted } from '@nightflow/schemas/billing/bill-documents'
import { inks } from '../pdf/sheet.ts'
import { drawTable } from '../pdf/table.ts'
import { drawLetterhead, drawTitle } from './draw-letterhead.ts'
import type { Drawing } from './drawing.ts'

/** Days decided by a person that are listed one by one. */
const decidedDaysMax = 60
const hows: readonly HowCounted[] = ['measured', 'accepted', 'estimated', 'edited']

/** How a bill was computed: each line, the price versions, the volumes and how their days are known, with the numbers of the events. */
export const drawCalculation = (drawing: Drawing, { bill, calculation }: BillDocument): void => {
  const { sheet, texts, written } = drawing
  drawLetterhead(drawing, texts.annex, [
    [texts.number, numberOnPaper(bill)],
    [texts.event, String(bill.billNo)],
  ])
  const intro = texts.annexIntro(String(bill.computedAtPosition))
  sheet.y += sheet.text(intro, { x: sheet.left, y: sheet.y, width: sheet.width }, { size: 8.5, ink: inks.dimmed, lines: 2 }) + 12
  drawLines(drawing, bill.lines, calculation)
  drawTitle(drawing, texts.versions)
  drawTable(
    sheet,
    [
      { head: texts.scheme, share: 40, cell: ({ priceScheme, version }) => `${priceScheme}, ${version}` },
      { head: texts.effectiveFrom, share: 30, cell: ({ effectiveFrom }) => (effectiveFrom === null ? '–' : written.day(effectiveFrom)) },
      { head: texts.event, share: 20, align: 'right', cell: ({ position }) => (position === null ? '–' : String(position)) },
    ],
    calculation.versions,
  )
  sheet.y += 14
  drawVolumes(drawing, bill.volumes, calculation)
  drawDecidedDays(
    drawing,
    calculation.days.filter(({ position }) => position !== null),
  )
}

/** Each line with the event that published its version, and how the days are known that its volume was taken from. */
function drawLines(drawing: Drawing, lines: readonly BillLine[], { versions, days }: BillDocument['calculation']): void {
  const { sheet, texts, written, issuer } = drawing
  const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: issuer.timeZone })
  const eventOf = (line: BillLine): string => {
    const position = versions.find(({ priceScheme, version }) => priceScheme === line.priceScheme && version === line.version)?.position
    return position ? ` (#${position})` : ''
  }
  const daysOf = ({ kind, from, to }: BillLine): string => {
    const [first, last] = [dayFormat.format(from), dayFormat.format(to - 1)]
    return kind === 'volume'
      ? countsOf(
          days.filter(({ day }) => day >= first && day <= last),
          drawing,
        )
      : '–'
  }
  drawTitle(drawing, texts.charges)
  drawTable(
    sheet,
    [
      { head: '', share: 15, cell: ({ kind, step }) => (kind === 'volume' ? texts.step(step ?? 1) : texts[kind]) },
      {
        head: texts.period,
        share: 38,
        cell: ({ from, to }) => `${written.day(dayFormat.format(from))} – ${written.day(dayFormat.format(to - 1))}`,
      },
      { head: texts.scheme, share: 28, cell: (line) => `${line.priceScheme}, ${line.version}${eventOf(line)}` },
      { head: texts.howKnown, share: 24, cell: daysOf },
      {
        head: `${texts.volume} × ${texts.unitPrice}`,
        share: 32,
        align: 'right',
        cell: ({ kind, litres, unitPriceMinor }) =>
          kind === 'volume' && unitPriceMinor !== null ? `${written.cubicMetres(litres)} × ${written.money(unitPriceMinor)}` : '–',
      },
      { head: texts.amount, share: 16, align: 'right', cell: ({ amountMinor }) => written.money(amountMinor) },
      { head: texts.vat, share: 13, align: 'right', cell: ({ vatMinor }) => written.money(vatMinor) },
    ],
    lines,
  )
  sheet.y += 4
  const place = { x: sheet.left, y: sheet.y, width: sheet.width }
  sheet.y += sheet.text(texts.roundedToDate, place, { size: 7.5, ink: inks.dimmed, lines: 2 }) + 12
}

function drawVolumes(drawing: Drawing, volumes: readonly BillVolume[], { days, volumes: known }: BillDocument['calculation']): void {
  const { sheet, texts, written } = drawing
  const ofVolume = ({ meterNo, month }: { meterNo: string; month: string }) =>
    days.filter((day) => day.meterNo === meterNo && day.day.startsWith(month))
  const nowOf = ({ meterNo, month, litres }: BillVolume): string => {
    const now = known.find((volume) => volume.meterNo === meterNo && volume.month === month)?.litresNow ?? null
    return now === null || now === litres ? '' : texts.changedSince(written.cubicMetres(now))
  }
  drawTitle(drawing, texts.daysTitle)
  drawTable(
    sheet,
    [
      { head: texts.meter, share: 20, cell: ({ meterNo }) => meterNo },
      { head: texts.month, share: 18, cell: ({ month }) => written.month(month) },
      { head: texts.volume, share: 14, align: 'right', cell: ({ litres }) => written.cubicMetres(litres) },
      { head: texts.howKnown, share: 40, cell: (volume) => countsOf(ofVolume(volume), drawing) },
      { head: '', share: 30, cell: nowOf, style: () => ({ size: 7.5, ink: inks.dimmed }) },
    ],
    volumes,
  )
  sheet.y += 14
}

/** `29 measured, 2 estimated`. */
const countsOf = (days: readonly CalculationDay[], { texts, written }: Drawing): string => {
  const unknown = days.filter(({ how }) => how === null).length
  const counts = hows.map((how) => ({ word: texts.how[how], count: days.filter((day) => day.how === how).length }))
  return [...counts, { word: texts.how.unknown, count: unknown }]
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${written.number(count)} ${word}`)
    .join(' · ')
}

function drawDecidedDays(drawing: Drawing, days: readonly CalculationDay[]): void {
  if (days.length === 0) return
  const { sheet, texts, written } = drawing
  drawTitle(drawing, texts.decidedDays)
  drawTable(
    sheet,
    [
      { head: texts.day, share: 18, cell: ({ day }) => written.day(day) },
      { head: texts.meter, share: 18, cell: ({ meterNo }) => meterNo },
      { head: texts.howKnown, share: 16, cell: ({ how }) => texts.how[how ?? 'unknown'] },
      { head: texts.volume, share: 14, align: 'right', cell: ({ litres }) => (litres === null ? '–' : written.cubicMetres(litres)) },
      { head: texts.reason, share: 40, cell: ({ reason }) => reason ?? '' },
      { head: texts.event, share: 12, align: 'right', cell: ({ position }) => String(position) },
    ],
    days.slice(0, decidedDaysMax),
  )
  if (days.length > decidedDaysMax)
    sheet.text(
      texts.moreDays(days.length - decidedDaysMax),
      { x: sheet.left, y: sheet.y + 5, width: sheet.width },
      { size: 8, ink: inks.dimmed },
    )
}
