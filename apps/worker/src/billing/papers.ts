import { type BillDocument, numberOnPaper, type Paper, type Papers } from '@nightflow/domain/billing/papers'
import { documentTexts } from './bill-document-texts.ts'
import { billMailText } from './bill-mail-texts.ts'
import { drawBill } from './draw-bill.ts'
import { drawLeakage } from './draw-leakage.ts'
import { drawNote } from './draw-note.ts'
import { drawOrderSheet } from './draw-order-sheet.ts'
import { drawPayReceipt } from './draw-pay-receipt.ts'
import { drawReceipt } from './draw-receipt.ts'
import { drawReport } from './draw-report.ts'
import { drawSettlement } from './draw-settlement.ts'
import { drawStatement } from './draw-statement.ts'
import { drawToken } from './draw-token.ts'
import { type Drawing, drawingOf } from './drawing.ts'
import { leakageTexts } from './leakage-texts.ts'
import { noteTexts } from './note-texts.ts'
import { orderSheetTexts } from './order-sheet-texts.ts'
import { payReceiptTexts } from './pay-receipt-texts.ts'
import { receiptTexts } from './receipt-texts.ts'
import { reportMailText } from './report-texts.ts'
import { settlementTexts } from './settlement-texts.ts'
import { statementTexts } from './statement-texts.ts'
import { tokenTexts } from './token-texts.ts'

const drawnBill = ({ issuer, language }: Paper, document: BillDocument): Drawing => {
  const drawing = drawingOf(issuer, language, `${documentTexts[language].bill} ${numberOnPaper(document.bill)}`)
  drawBill(drawing, document)
  return drawing
}

export const papers: Papers = {
  bill: (paper, document) => drawnBill(paper, document).sheet.finish(),
  bills: async ({ issuer, language }, count, documents) => {
    const drawing = drawingOf(issuer, language, `${documentTexts[language].bill} (${count})`)
    for await (const document of documents) drawBill(drawing, document)
    return drawing.sheet.finish()
  },
  billMail: async (paper, document) => {
    const { issuer, language } = paper
    const { bill } = document
    const { sheet, written } = drawnBill(paper, document)
    const about = {
      utility: issuer.name,
      accountNo: bill.accountNo,
      open: written.money(bill.openMinor),
      dueOn: written.day(bill.dueOn),
      isPaid: bill.openMinor === 0,
    }
    return { ...billMailText(language, about), bytes: await sheet.finish() }
  },
  note: ({ issuer, language }, document) => {
    const { kind, documentNumber, transactionNo } = document.note
    const drawing = drawingOf(issuer, language, `${noteTexts[language].title[kind]} ${documentNumber ?? transactionNo}`)
    drawNote(drawing, document, language)
    return drawing.sheet.finish()
  },
  receipt: ({ issuer, language }, document) => {
    const drawing = drawingOf(issuer, language, `${receiptTexts[language].title} ${document.payment.paymentNo}`)
    drawReceipt(drawing, document, language)
    return drawing.sheet.finish()
  },
  token: ({ issuer, language }, document) => {
    const drawing = drawingOf(issuer, language, `${tokenTexts[language].title} ${document.tokenNo}`)
    drawToken(drawing, document, language)
    return drawing.sheet.finish()
  },
  payReceipt: ({ issuer, language }, document) => {
    const drawing = drawingOf(issuer, language, `${payReceiptTexts[language].title} ${document.orderNumber}`)
    drawPayReceipt(drawing, document, language)
    return drawing.sheet.finish()
  },
  settlement: ({ issuer, language }, document) => {
    const drawing = drawingOf(issuer, language, `${settlementTexts[language].title} ${document.settlementNumber}`)
    drawSettlement(drawing, document, language)
    return drawing.sheet.finish()
  },
  order: ({ issuer, language }, document) => {
    const drawing = drawingOf(issuer, language, `${orderSheetTexts[language].title} ${document.order.workOrderNo}`)
    drawOrderSheet(drawing, document, language)
    return drawing.sheet.finish()
  },
  leakage: ({ issuer, language }, document) => {
    const drawing = drawingOf(issuer, language, `${leakageTexts[language].title} ${document.name} ${document.month}`)
    drawLeakage(drawing, document, language)
    return drawing.sheet.finish()
  },
  report: ({ issuer, language }, document) => {
    const drawing = drawingOf(issuer, language, document.title, true)
    drawReport(drawing, document, language)
    return drawing.sheet.finish()
  },
  reportMail: reportMailText,
  statement: ({ issuer, language }, document) => {
    const drawing = drawingOf(issuer, language, `${statementTexts[language].title} ${document.statement.accountNo}`)
    drawStatement(drawing, document, language)
    return drawing.sheet.finish()
  },
}
