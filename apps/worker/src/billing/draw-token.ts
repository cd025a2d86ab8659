import type { TokenDocument } from '@nightflow/domain/billing/papers'
import type { Language } from '@nightflow/schemas/shared/language'
import { drawQrCode } from '../pdf/qr-code.ts'
import { inks } from '../pdf/sheet.ts'
import { drawSums } from '../pdf/table.ts'
import { drawLetterhead, drawTitle } from './draw-letterhead.ts'
import type { Drawing } from './drawing.ts'
import { tokenTexts } from './token-texts.ts'

const codeSide = 84
const rowHeight = 96
const litresPerCubicMetre = 1_000

/** Buyer, digits in large type with their codes, money and water: one page for the buyer, two where a sale has many tokens. */
export const drawToken = (drawing: Drawing, document: TokenDocument, language: Language): void => {
  const { sheet, texts, written, issuer } = drawing
  const words = tokenTexts[language]
  const { tokenNo, accountNo, meterNo, tokens, amountMinor, chargedMinor, litres, roundedUpLitres, soldAt, buyer } = document
  sheet.addPage()
  drawLetterhead(drawing, words.title, [
    [words.number, String(tokenNo)],
    [texts.account, accountNo],
    [words.meter, meterNo],
  ])
  const across = { x: sheet.left, width: sheet.width }
  sheet.text(words.buyer, { ...across, y: sheet.y }, { size: 7.5, ink: inks.dimmed })
  const name = buyer ? (buyer.name ?? texts.erased) : texts.hidden
  const height = sheet.text(name, { ...across, y: sheet.y + 12 }, { size: 11, weight: 'bold' })
  if (buyer?.address) sheet.text(buyer.address, { ...across, y: sheet.y + 14 + height }, { size: 9.5, lines: 3 })
  sheet.y += 66
  drawTitle(drawing, written.moment(soldAt, issuer.timeZone))
  drawTokenDigits(drawing, tokens, language)
  drawSums(sheet, [
    { name: words.received, value: written.money(amountMinor), isStrong: true },
    { name: words.charged, value: written.money(chargedMinor) },
    { name: words.water, value: String(litres / litresPerCubicMetre) },
    { name: words.roundedUp, value: String(roundedUpLitres) },
  ])
  sheet.closePages(0, (nth, count) => [`${issuer.name} · ${words.title} ${tokenNo}`, texts.page(nth, count)])
}

/** Digits in large type in groups of four, each beside its code, in the order in which they are entered. */
export const drawTokenDigits = ({ sheet }: Drawing, tokens: readonly string[], language: Language): void => {
  const across = { x: sheet.left, width: sheet.width }
  if (tokens.length > 1) {
    sheet.text(tokenTexts[language].order, { ...across, y: sheet.y }, { size: 9.5 })
    sheet.y += 18
  }
  tokens.forEach((token, nth) => {
    if (nth > 0 && nth % tokensPerPage === 0) sheet.addPage()
    const groups = token.match(/\d{4}/g)?.join(' ') ?? token
    sheet.text(groups, { ...across, y: sheet.y + rowHeight / 3 }, { size: 24, weight: 'bold' })
    drawQrCode(sheet, token, { x: sheet.right - codeSide, y: sheet.y, width: codeSide })
    sheet.y += rowHeight
  })
}

const tokensPerPage = 4
