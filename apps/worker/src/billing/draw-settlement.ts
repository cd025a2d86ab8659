import type { SettlementDocument } from '@nightflow/domain/billing/papers'
import type { Language } from '@nightflow/schemas/shared/language'
import { inks } from '../pdf/sheet.ts'
import { drawTable } from '../pdf/table.ts'
import { drawLetterhead, drawTitle } from './draw-letterhead.ts'
import type { Drawing } from './drawing.ts'
import { settlementTexts } from './settlement-texts.ts'

const signatureHeight = 70

/** The float and the commission of an agent between two settlements: two columns that add up, and the signatures of both sides. */
export const drawSettlement = (drawing: Drawing, settlement: SettlementDocument, language: Language): void => {
  const { sheet, texts, written, issuer } = drawing
  const words = settlementTexts[language]
  const { settlementNumber, agent, since, createTime, remark, sales } = settlement
  sheet.addPage()
  drawLetterhead(drawing, words.title, [[words.number, String(settlementNumber)]])
  const across = { x: sheet.left, width: sheet.width }
  sheet.text(words.agent, { ...across, y: sheet.y }, { size: 7.5, ink: inks.dimmed })
  sheet.text(agent ?? texts.erased, { ...across, y: sheet.y + 12 }, { size: 11, weight: 'bold' })
  sheet.y += 40
  const moment = (at: string): string => written.moment(at, issuer.timeZone)
  drawTitle(drawing, since ? `${moment(since)} – ${moment(createTime)}` : words.until(moment(createTime)))
  drawSums(drawing, words.float, [
    [words.opening, settlement.openingMinor],
    [`+ ${words.recharged}`, settlement.rechargedMinor],
    [`- ${words.sold(sales)}`, settlement.soldMinor],
    [`+ ${words.reversed}`, settlement.reversedMinor],
    [`+ ${words.paidToFloat}`, settlement.paidToFloatMinor],
    [words.closing, settlement.closingMinor],
  ])
  drawSums(drawing, words.commission, [
    [words.unpaidOpening, settlement.unpaidOpeningMinor],
    [`+ ${words.earned}`, settlement.earnedMinor],
    [`- ${words.takenBack}`, settlement.takenBackMinor],
    [`- ${words.paidOut}`, settlement.paidOutMinor],
    [words.unpaidClosing, settlement.unpaidClosingMinor],
  ])
  if (remark !== '') {
    sheet.text(remark, { ...across, y: sheet.y }, { size: 9.5, lines: 3 })
    sheet.y += 34
  }
  sheet.keepTogether(signatureHeight)
  sheet.y += signatureHeight - 20
  const half = (sheet.width - 40) / 2
  for (const [nth, name] of [words.ofUtility, words.ofAgent].entries()) {
    const x = sheet.left + nth * (half + 40)
    sheet.rule(sheet.y, { from: x, to: x + half, thickness: 0.8 })
    sheet.text(name, { x, y: sheet.y + 4, width: half }, { size: 8.5, ink: inks.dimmed })
  }
  sheet.y += 20
  sheet.closePages(0, (nth, count) => [`${issuer.name} · ${words.title} ${settlementNumber}`, texts.page(nth, count)])
}

/** The last line is the sum of those above it. */
const drawSums = ({ sheet, written }: Drawing, title: string, lines: readonly (readonly [string, number])[]): void => {
  const style = (row: readonly [string, number]) => (row === lines.at(-1) ? ({ weight: 'bold' } as const) : {})
  drawTable(
    sheet,
    [
      { head: title, share: 70, cell: ([name]: readonly [string, number]) => name, style },
      { head: '', share: 30, align: 'right', cell: ([, minor]: readonly [string, number]) => written.money(minor), style },
    ],
    lines,
  )
  sheet.y += 22
}
