import { lastDayOf, type PaidBill, type ReceiptDocument } from '@nightflow/domain/billing/papers'
import type { DeductionLine } from '@nightflow/schemas/billing/deduction'
import { PaymentStatus } from '@nightflow/schemas/billing/payment'
import type { Language } from '@nightflow/schemas/shared/language'
import { inks } from '../pdf/sheet.ts'
import { drawSums, drawTable } from '../pdf/table.ts'
import { drawLetterhead, drawTitle } from './draw-letterhead.ts'
import type { Drawing } from './drawing.ts'
import { receiptTexts } from './receipt-texts.ts'

/** Status of a payment that was taken back. */
const reversed = PaymentStatus.enum.reversed

/** Payer, amount, pay method, paid bills and amounts left open: one page for the payer. */
export const drawReceipt = (
  drawing: Drawing,
  { payment, payer, bills, leftMinor, balanceMinor }: ReceiptDocument,
  language: Language,
): void => {
  const { sheet, texts, written, issuer } = drawing
  const words = receiptTexts[language]
  const { paymentNo, accountNo, amountMinor, payMethod, reference, status, createTime, updateTime } = payment
  sheet.addPage()
  drawLetterhead(drawing, words.title, [
    [words.number, String(paymentNo)],
    [texts.account, accountNo],
  ])
  const across = { x: sheet.left, width: sheet.width }
  sheet.text(words.payer, { ...across, y: sheet.y }, { size: 7.5, ink: inks.dimmed })
  const name = payer ? (payer.name ?? texts.erased) : texts.hidden
  const height = sheet.text(name, { ...across, y: sheet.y + 12 }, { size: 11, weight: 'bold' })
  if (payer?.address) sheet.text(payer.address, { ...across, y: sheet.y + 14 + height }, { size: 9.5, lines: 3 })
  sheet.y += 66
  if (status === reversed) {
    const day = written.moment(updateTime ?? createTime, issuer.timeZone)
    sheet.text(words.reversed(day), { ...across, y: sheet.y }, { size: 11, weight: 'bold', ink: '#b42318' })
    sheet.y += 22
  }
  drawTitle(drawing, words.received(written.money(amountMinor)))
  const facts = [written.moment(createTime, issuer.timeZone), words.methods[payMethod], reference].filter(Boolean).join(' · ')
  sheet.text(facts, { ...across, y: sheet.y }, { size: 9.5 })
  sheet.y += 22
  const { deductions } = payment
  if (deductions.length > 0)
    drawTable(
      sheet,
      deductionColumnsOf(drawing, language),
      deductions.filter(({ amountMinor: taken }) => taken > 0),
    )
  if (bills.length > 0) drawTable(sheet, columnsOf(drawing, language), bills)
  drawSums(sheet, [
    { name: words.received(''), value: written.money(amountMinor), isStrong: true },
    ...(payment.deductedMinor > 0 ? [{ name: words.deducted, value: written.money(payment.deductedMinor) }] : []),
    { name: words.toBalance, value: written.money(payment.restMinor) },
    { name: words.left, value: written.money(leftMinor) },
    { name: words.balance, value: written.money(balanceMinor) },
  ])
  sheet.closePages(0, (nth, count) => [`${issuer.name} · ${words.title} ${paymentNo}`, texts.page(nth, count)])
}

const deductionColumnsOf = ({ texts, written }: Drawing, language: Language) => {
  const words = receiptTexts[language]
  const left = ({ residualMinor }: DeductionLine): string => (residualMinor === null ? '' : written.money(residualMinor))
  return [
    { head: words.deduction, share: 40, cell: ({ name }: DeductionLine) => name },
    { head: words.vat, share: 20, align: 'right', cell: ({ vatMinor }: DeductionLine) => written.money(vatMinor) },
    { head: texts.paid, share: 20, align: 'right', cell: ({ amountMinor }: DeductionLine) => written.money(amountMinor) },
    { head: words.leftOfDebt, share: 20, align: 'right', cell: left },
  ] as const
}

const columnsOf = ({ texts, written }: Drawing, language: Language) => {
  const words = receiptTexts[language]
  return [
    { head: texts.bill, share: 20, cell: ({ billNo }: PaidBill) => String(billNo) },
    {
      head: texts.period,
      share: 40,
      cell: ({ periodFrom, periodTo }: PaidBill) => `${written.day(periodFrom)} – ${written.day(lastDayOf(periodTo))}`,
    },
    { head: texts.paid, share: 20, align: 'right', cell: ({ paidMinor }: PaidBill) => written.money(paidMinor) },
    { head: words.leftOfBill, share: 20, align: 'right', cell: ({ leftMinor }: PaidBill) => written.money(leftMinor) },
  ] as const
}
