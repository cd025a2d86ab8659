import type { OrderDocument } from '@nightflow/domain/billing/papers'
import type { Language } from '@nightflow/schemas/shared/language'
import { WorkOrderSource } from '@nightflow/schemas/work-orders/work-order'
import { drawQrCode } from '../pdf/qr-code.ts'
import { inks } from '../pdf/sheet.ts'
import { drawLetterhead } from './draw-letterhead.ts'
import type { Drawing } from './drawing.ts'
import { type OrderSheetTexts, orderSheetTexts } from './order-sheet-texts.ts'

type Part = Drawing & { words: OrderSheetTexts }

const codeSide = 92
const factHeight = 29
const gap = 14
const alarmsShown = 2
const lineHeight = 11.6
const remarkLines = { least: 2, most: 8 } as const
/** Room below the checklist: times, one written line of parts and notes, and signatures. */
const belowChecklist = 116
const signatureHeight = 54
const writtenLine = 20
const itemHeight = { least: 9.5, most: 26, ofTwoLines: 22 } as const

/** One page for the crew: what is known of the order, and lines for what is written at the place. */
export const drawOrderSheet = (drawing: Drawing, document: OrderDocument, language: Language): void => {
  const { sheet, issuer, texts } = drawing
  const words = orderSheetTexts[language]
  const part = { ...drawing, words }
  const { workOrderNo } = document.order
  sheet.addPage()
  drawLetterhead(drawing, words.title, [[words.number, String(workOrderNo)]])
  drawHead(part, document)
  drawPlace(part, document)
  drawLines(part, words.origin, originOf(part, document), 1)
  if (document.order.remark !== '') drawLines(part, words.remark, [document.order.remark], linesOfRemark(part, document))
  drawChecklist(part, document)
  drawWork(part, document)
  drawSignatures(part)
  sheet.closePages(0, (nth, count) => [`${issuer.name} · ${words.title} ${workOrderNo}`, texts.page(nth, count)])
}

type Fact = readonly [name: string, value: string | null]

/** Facts in columns of the same width; those without a value stay out. */
const drawFacts = ({ sheet }: Drawing, facts: readonly Fact[], { columns, width }: { columns: number; width: number }): void => {
  const known = facts.filter(([, value]) => value !== null && value !== '')
  const column = (width - (columns - 1) * gap) / columns
  for (let first = 0; first < known.length; first += columns) {
    const heights = known.slice(first, first + columns).map(([name, value], nth) => {
      const x = sheet.left + nth * (column + gap)
      sheet.text(name, { x, y: sheet.y, width: column }, { size: 7.5, ink: inks.dimmed })
      return sheet.text(value!, { x, y: sheet.y + 11, width: column }, { size: 9.5, lines: 2 })
    })
    sheet.y += Math.max(factHeight, 13 + Math.max(...heights))
  }
}

/** The name of the order beside the code that opens it, and when it is due. */
const drawHead = (part: Part, { order, orderType, priority, status, crewName, address }: OrderDocument): void => {
  const { sheet, words, written } = part
  const top = sheet.y
  const width = sheet.width - (address === null ? 0 : codeSide + gap)
  const height = sheet.text(order.orderTitle, { x: sheet.left, y: top, width }, { size: 14, weight: 'bold', lines: 2 })
  sheet.y += height + 8
  const day = (named: string | null): string | null => named && written.day(named)
  const facts: Fact[] = [
    [words.orderType, orderType],
    [words.priority, priority],
    [words.status, status],
    [words.assignee, order.assignee ?? crewName],
    [words.plannedFor, day(order.plannedFor)],
    [words.dueDate, day(order.dueDate)],
  ]
  drawFacts(part, facts, { columns: 3, width })
  if (address === null) return
  drawQrCode(sheet, address, { x: sheet.right - codeSide, y: top - 6, width: codeSide })
  const below = top + codeSide - 8
  sheet.text(words.code, { x: sheet.right - codeSide, y: below, width: codeSide }, { size: 7, ink: inks.dimmed, align: 'center' })
  sheet.y = Math.max(sheet.y, below + 14)
}

const drawPlace = (part: Part, { order, meter, partitionName }: OrderDocument): void => {
  const { sheet, words } = part
  sheet.rule(sheet.y)
  sheet.y += 7
  const meterPlace = [order.meterNo, meter?.address].filter(Boolean).join(' · ')
  const hasPosition = typeof meter?.latitude === 'number' && typeof meter.longitude === 'number'
  const { width } = sheet
  const point = order.partitionId && [partitionName, order.partitionId].filter(Boolean).join(' · ')
  drawFacts(part, [[words.place, order.place]], { columns: 1, width })
  drawFacts(part, [[words.meter, meterPlace]], { columns: 1, width })
  const position = hasPosition ? `${meter.latitude!.toFixed(5)}, ${meter.longitude!.toFixed(5)}` : null
  drawFacts(
    part,
    [
      [words.partition, point],
      [words.coordinates, position],
    ],
    { columns: 2, width },
  )
  sheet.rule(sheet.y)
  sheet.y += 7
}

/** The case, the alarms, the detection or the day behind the order. */
const originOf = ({ words, written, issuer }: Part, { order, leakCase, alarms }: OrderDocument): string[] => {
  const more = alarms.length - alarmsShown
  const found = [
    ...(leakCase ? [words.leakCase(leakCase.caseNo, leakCase.partitionName, leakCase.stage)] : []),
    ...alarms.slice(0, alarmsShown).map(({ alarmId, name, at }) => words.alarm(alarmId, name, written.moment(at, issuer.timeZone))),
    ...(more > 0 ? [words.moreAlarms(more)] : []),
    ...(order.detectionNumber === null ? [] : [words.detection(order.detectionNumber)]),
    ...(order.reviewDay === null ? [] : [words.reviewDay(written.day(order.reviewDay))]),
  ]
  return found.length === 0 && order.source === WorkOrderSource.enum.hand ? [words.byHand] : found
}

const rowsOf = ({ order: { items = [] } }: OrderDocument): number => Math.ceil(items.length / 2)

/** As many as leave room for the checklist. */
const linesOfRemark = ({ sheet }: Part, document: OrderDocument): number => {
  const checklist = rowsOf(document) * itemHeight.least + 40
  const lines = Math.floor((sheet.bottom - belowChecklist - checklist - sheet.y) / lineHeight)
  return Math.max(remarkLines.least, Math.min(remarkLines.most, lines))
}

const drawLines = ({ sheet }: Part, title: string, shown: readonly string[], lines: number): void => {
  if (shown.length === 0) return
  const across = { x: sheet.left, width: sheet.width }
  sheet.text(title, { ...across, y: sheet.y }, { size: 8.5, weight: 'bold' })
  sheet.y += 13
  for (const text of shown) sheet.y += sheet.text(text, { ...across, y: sheet.y }, { size: 8, lines }) + 1
  sheet.y += 6
}

/** Two columns of boxes to tick, as high as the page has room for; an item that is done has a full box. */
const drawChecklist = ({ sheet, words }: Part, document: OrderDocument): void => {
  const { items = [] } = document.order
  if (items.length === 0) return
  sheet.text(words.checklist, { x: sheet.left, y: sheet.y, width: sheet.width }, { size: 8.5, weight: 'bold' })
  sheet.y += 15
  const rows = rowsOf(document)
  const height = Math.max(itemHeight.least, Math.min(itemHeight.most, (sheet.bottom - belowChecklist - sheet.y) / rows))
  const side = Math.min(10, height - 2.5)
  const column = (sheet.width - gap) / 2
  for (const [nth, { name, isDone }] of items.entries()) {
    const x = sheet.left + (nth < rows ? 0 : column + gap)
    const y = sheet.y + (nth % rows) * height
    sheet.frame({ x, y, width: side, height: side })
    if (isDone) sheet.box({ x: x + 2, y: y + 2, width: side - 4, height: side - 4 }, { ink: inks.text })
    const lines = height >= itemHeight.ofTwoLines ? 2 : 1
    sheet.text(name, { x: x + side + 6, y: y - 1, width: column - side - 6 }, { size: Math.min(8.5, height * 0.66), lines })
  }
  sheet.y += rows * height + 4
}

/** Figures, times, parts and notes: what is known, otherwise a line to write on. */
const drawWork = (part: Part, { order }: OrderDocument): void => {
  const { sheet, words, written, issuer } = part
  const moment = (at: string | null): string | null => at && written.moment(at, issuer.timeZone)
  const known: Fact[] = [
    [words.register, null],
    [words.started, moment(order.startedAt)],
    [words.completed, moment(order.completedAt)],
    [words.minutes, order.workedMinutes === null ? null : written.number(order.workedMinutes)],
  ]
  const column = (sheet.width - (known.length - 1) * gap) / known.length
  for (const [nth, [name, value]] of known.entries()) {
    const x = sheet.left + nth * (column + gap)
    sheet.text(name, { x, y: sheet.y, width: column }, { size: 7.5, ink: inks.dimmed })
    if (value !== null) sheet.text(value, { x, y: sheet.y + 12, width: column }, { size: 9.5 })
    sheet.rule(sheet.y + 28, { from: x, to: x + column, ink: inks.none })
  }
  sheet.y += 36
  const free = sheet.bottom - signatureHeight - sheet.y - 12
  const lines = Math.max(1, Math.min(10, Math.floor(free / writtenLine)))
  const half = (sheet.width - gap) / 2
  drawWritten(part, { title: words.parts, text: order.parts, lines }, { x: sheet.left, width: half })
  drawWritten(part, { title: words.notes, text: order.result, lines }, { x: sheet.left + half + gap, width: half })
}

/** A text in the place of the lines on which it would be written. */
const drawWritten = (
  { sheet }: Part,
  { title, text, lines }: { title: string; text: string; lines: number },
  { x, width }: { x: number; width: number },
): void => {
  sheet.text(title, { x, y: sheet.y, width }, { size: 7.5, ink: inks.dimmed })
  const top = sheet.y + 12
  if (text === '')
    for (let nth = 1; nth <= lines; nth++) sheet.rule(top + nth * writtenLine - 4, { from: x, to: x + width, ink: inks.none })
  else sheet.text(text, { x, y: top, width }, { size: 8, lines: Math.max(1, Math.floor((lines * writtenLine) / lineHeight)) })
}

const drawSignatures = ({ sheet, words }: Part): void => {
  const half = (sheet.width - 40) / 2
  const y = sheet.bottom - 16
  for (const [nth, name] of [words.ofCrew, words.ofCustomer].entries()) {
    const x = sheet.left + nth * (half + 40)
    sheet.rule(y, { from: x, to: x + half, thickness: 0.8 })
    sheet.text(name, { x, y: y + 3, width: half }, { size: 8, ink: inks.dimmed })
  }
}
