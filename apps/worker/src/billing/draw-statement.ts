import { lastDayOf, type StatementDocument } from '@nightflow/domain/billing/papers'
import { localDay } from '@nightflow/domain/shared/assigned-schemes'
import type { AccountStatement, StatementLine } from '@nightflow/schemas/billing/account-statement'
import type { Language } from '@nightflow/schemas/shared/language'
import { inks } from '../pdf/sheet.ts'
import { drawSums, drawTable } from '../pdf/table.ts'
import { drawLetterhead, drawTitle } from './draw-letterhead.ts'
import type { Drawing } from './drawing.ts'
import { type StatementTexts, statementTexts } from './statement-texts.ts'

/** The debt of an account at the start of a period, each event of its money, and the debt at the end. */
export const drawStatement = (drawing: Drawing, { statement, holder }: StatementDocument, language: Language): void => {
  const { sheet, texts, written, issuer } = drawing
  const { accountNo, from, to } = statement
  const words = statementTexts[language]
  sheet.addPage()
  const period = `${written.day(from)} – ${written.day(to)}`
  drawLetterhead(drawing, words.title, [
    [texts.account, accountNo],
    [texts.period, period],
  ])
  sheet.text(texts.holder, { x: sheet.left, y: sheet.y, width: sheet.width }, { size: 7.5, ink: inks.dimmed })
  const name = holder ? (holder.name ?? texts.erased) : texts.hidden
  const height = sheet.text(name, { x: sheet.left, y: sheet.y + 12, width: sheet.width }, { size: 11, weight: 'bold' })
  if (holder?.address) sheet.text(holder.address, { x: sheet.left, y: sheet.y + 14 + height, width: sheet.width }, { size: 9.5, lines: 3 })
  sheet.y += 66
  drawTitle(drawing, period)
  drawLines(drawing, statement, words)
  drawSums(sheet, [
    { name: words.opening, value: written.money(statement.openingMinor) },
    { name: words.charged, value: written.money(statement.chargedMinor) },
    { name: words.settled, value: written.money(statement.settledMinor) },
    { name: words.closing, value: written.money(statement.closingMinor), isStrong: true },
  ])
  sheet.y += 6
  sheet.keepTogether(14)
  sheet.text(words.signs, { x: sheet.left, y: sheet.y, width: sheet.width }, { size: 7.5, ink: inks.dimmed })
  sheet.closePages(0, (nth, count) => [`${issuer.name} · ${texts.account} ${accountNo}`, texts.page(nth, count)])
}

function drawLines(
  { sheet, texts, written, issuer }: Drawing,
  { lines, openingMinor, from }: AccountStatement,
  words: StatementTexts,
): void {
  const money = (minor: number): string => (minor === 0 ? '' : written.money(minor))
  type Row = Pick<StatementLine, 'amountMinor' | 'balanceMinor'> & { day: string; entry: string; detail: string; event: string }
  const opening: Row = { day: from, entry: words.opening, detail: '', event: '', amountMinor: 0, balanceMinor: openingMinor }
  const rows = lines.map((line): Row => {
    const { at, kind, position, amountMinor, balanceMinor } = line
    const day = localDay(at, issuer.timeZone)
    return { day, entry: words.kinds[kind], detail: detailOf(line, written, words), event: String(position), amountMinor, balanceMinor }
  })
  drawTable(
    sheet,
    [
      { head: texts.day, share: 17, cell: ({ day }) => written.day(day) },
      { head: words.entry, share: 25, cell: ({ entry }) => entry },
      { head: words.detail, share: 38, cell: ({ detail }) => detail },
      { head: texts.event, share: 11, align: 'right', cell: ({ event }) => event, style: () => ({ ink: inks.dimmed }) },
      { head: words.charged, share: 18, align: 'right', cell: ({ amountMinor }) => money(Math.max(0, amountMinor)) },
      { head: words.settled, share: 18, align: 'right', cell: ({ amountMinor }) => money(Math.max(0, -amountMinor)) },
      { head: words.owedAfter, share: 20, align: 'right', cell: ({ balanceMinor }) => written.money(balanceMinor) },
    ],
    [opening, ...rows],
  )
  if (lines.length > 0) return
  sheet.text(words.noEntries, { x: sheet.left, y: sheet.y + 6, width: sheet.width }, { size: 9, ink: inks.dimmed })
  sheet.y += 22
}

const detailOf = ({ kind, period, count, note }: StatementLine, written: Drawing['written'], words: StatementTexts): string => {
  if (period) return `${written.day(period.from)} – ${written.day(lastDayOf(period.to))}`
  if (count === null) return note
  if (kind === 'lateFee') return words.lateFee(count, written.day(note))
  const counted = kind === 'instalments' ? words.instalments(count) : words.deductions(count)
  return note === '' ? counted : `${counted}, ${note}`
}
