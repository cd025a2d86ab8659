import { lastDayOf, type NoteDocument, numberOnPaper } from '@nightflow/domain/billing/papers'
import { NoteKind } from '@nightflow/schemas/billing/bill-notes'
import type { LineDifference } from '@nightflow/schemas/billing/rebill'
import type { Language } from '@nightflow/schemas/shared/language'
import { inks } from '../pdf/sheet.ts'
import { drawSums, drawTable } from '../pdf/table.ts'
import { drawLetterhead, drawTitle } from './draw-letterhead.ts'
import type { Drawing } from './drawing.ts'
import { type NoteTexts, noteTexts } from './note-texts.ts'

/** The amount of a credit or debit on a bill, with its reason: one page for the customer. */
export const drawNote = (drawing: Drawing, document: NoteDocument, language: Language): void => {
  const { sheet, texts, written, issuer } = drawing
  const { note, bill, holder } = document
  const words = noteTexts[language]
  const number = note.documentNumber ?? String(note.transactionNo)
  sheet.addPage()
  drawLetterhead(drawing, words.title[note.kind], [
    [words.number, number],
    [texts.issued, written.day(document.issuedOn)],
  ])
  const across = { x: sheet.left, width: sheet.width }
  sheet.text(texts.holder, { ...across, y: sheet.y }, { size: 7.5, ink: inks.dimmed })
  const height = sheet.text(
    holder ? (holder.name ?? texts.erased) : texts.hidden,
    { ...across, y: sheet.y + 12 },
    { size: 11, weight: 'bold' },
  )
  if (holder?.address) sheet.text(holder.address, { ...across, y: sheet.y + 14 + height }, { size: 9.5, lines: 3 })
  sheet.y += 66
  const period = `${written.day(bill.periodFrom)} – ${written.day(lastDayOf(bill.periodTo))}`
  drawTitle(drawing, words.toBill(numberOnPaper(bill), period))
  sheet.text(`${texts.account} ${note.accountNo}`, { ...across, y: sheet.y }, { size: 9.5 })
  sheet.y += 16
  sheet.y += sheet.text(`${words.reason}: ${note.reason}`, { ...across, y: sheet.y }, { size: 9.5, lines: 4 }) + 14
  if (document.differences.length > 0) drawDifferences(drawing, document.differences, words)
  drawAmounts(drawing, document, words)
  sheet.closePages(0, (nth, count) => [`${issuer.name} · ${words.title[note.kind]} ${number}`, texts.page(nth, count)])
}

function drawDifferences(drawing: Drawing, differences: readonly LineDifference[], words: NoteTexts): void {
  const { sheet, texts, written } = drawing
  drawTitle(drawing, words.what)
  const grossOf = (side: 'Before' | 'After', line: LineDifference) => line[`amount${side}`] + line[`vat${side}`]
  const volumeOf = (line: LineDifference, litres: number) => (line.kind === 'volume' ? `${written.cubicMetres(litres)} m³` : '')
  drawTable(
    sheet,
    [
      { head: texts.charges, share: 22, cell: ({ kind, step }) => (kind === 'volume' ? texts.step(step ?? 1) : texts[kind]) },
      { head: words.before, share: 18, align: 'right', cell: (line) => volumeOf(line, line.litresBefore) },
      { head: '', share: 14, align: 'right', cell: (line) => written.money(grossOf('Before', line)) },
      { head: words.after, share: 18, align: 'right', cell: (line) => volumeOf(line, line.litresAfter) },
      { head: '', share: 14, align: 'right', cell: (line) => written.money(grossOf('After', line)) },
      {
        head: words.difference,
        share: 14,
        align: 'right',
        cell: (line) => written.money(grossOf('After', line) - grossOf('Before', line)),
      },
    ],
    differences,
  )
  sheet.y += 14
}

function drawAmounts({ sheet, texts, written }: Drawing, { note, vatParts, onBillMinor }: NoteDocument, words: NoteTexts): void {
  drawTable(
    sheet,
    [
      {
        head: words.rate,
        share: 40,
        cell: ({ vatBasisPoints }) => (vatBasisPoints === null ? words.unknownRate : `${written.number(vatBasisPoints / 100, 2)} %`),
      },
      { head: texts.net, share: 30, align: 'right', cell: ({ netMinor }) => written.money(netMinor) },
      { head: texts.vat, share: 30, align: 'right', cell: ({ vatMinor }) => written.money(vatMinor) },
    ],
    vatParts,
  )
  const isCredit = note.kind === NoteKind.enum.credit
  const restMinor = note.amountMinor - onBillMinor
  drawSums(sheet, [
    { name: words.total[note.kind], value: written.money(note.amountMinor), isStrong: true },
    { name: isCredit ? words.offBill : words.onBill, value: written.money(onBillMinor) },
    ...(restMinor === 0 ? [] : [{ name: words.toBalance, value: written.money(restMinor) }]),
  ])
}
