import type { PayReceiptDocument } from '@nightflow/domain/billing/papers'
import type { Language } from '@nightflow/schemas/shared/language'
import { drawSums } from '../pdf/table.ts'
import { drawLetterhead, drawTitle } from './draw-letterhead.ts'
import { drawTokenDigits } from './draw-token.ts'
import type { Drawing } from './drawing.ts'
import { payReceiptTexts } from './pay-receipt-texts.ts'

/** Receipt of the public page: tokens in large type, then the division of the money, which adds up to what was received. */
export const drawPayReceipt = (drawing: Drawing, document: PayReceiptDocument, language: Language): void => {
  const { sheet, texts, written, issuer } = drawing
  const words = payReceiptTexts[language]
  const { orderNumber, accountNo, platform, paymentNo, placedAt, paidAt, receivedMinor, feeMinor, lines, billsMinor, restMinor, token } =
    document
  sheet.addPage()
  drawLetterhead(drawing, words.title, [
    [words.number, String(paymentNo)],
    [texts.account, accountNo],
  ])
  drawTitle(drawing, words.received(written.money(receivedMinor)))
  const facts = [platform, written.moment(paidAt ?? placedAt, issuer.timeZone), `${words.order} ${orderNumber}`].join(' · ')
  sheet.text(facts, { x: sheet.left, y: sheet.y, width: sheet.width }, { size: 9.5 })
  sheet.y += 30
  if (token) {
    drawTitle(drawing, words.token(token.meterNo))
    drawTokenDigits(drawing, token.digits, language)
    sheet.text(words.enter(written.cubicMetres(token.litres)), { x: sheet.left, y: sheet.y, width: sheet.width }, { size: 9.5 })
    sheet.y += 30
  }
  drawSums(sheet, [
    ...(feeMinor > 0 ? [{ name: words.fee, value: written.money(feeMinor) }] : []),
    ...lines.map(({ name, amountMinor }) => ({ name, value: written.money(amountMinor) })),
    ...(billsMinor > 0 ? [{ name: words.bills, value: written.money(billsMinor) }] : []),
    ...(restMinor > 0 ? [{ name: token ? words.water : words.balance, value: written.money(restMinor) }] : []),
    { name: words.received(''), value: written.money(receivedMinor), isStrong: true },
  ])
  sheet.closePages(0, (nth, count) => [`${issuer.name} · ${words.title} ${paymentNo}`, texts.page(nth, count)])
}
