import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import type PdfKit from 'pdfkit'
import { fontOf, type Weight } from './fonts.ts'

const require = createRequire(import.meta.url)

/** A4 in points. */
export const page = { width: 595.28, height: 841.89, margin: 42 } as const
const footHeight = 26

export const inks = { text: '#1d2530', dimmed: '#667085', line: '#d5dae2', tint: '#f4f6f9', none: '#c3cad5' } as const

export type TextStyle = {
  size?: number
  weight?: Weight
  ink?: string
  align?: 'left' | 'right' | 'center'
  /** Lines at most; the last one ends in dots where there is more. One unless set. */
  lines?: number
}

type ShapeStyle = { fill?: string | undefined; ink?: string; thickness?: number }
type Place = { x: number; y: number; width: number }

/** Characters that the font does not draw: controls, and the narrow space of French numbers. */
const drawable = (text: string): string => text.replaceAll('\u202f', '\u00a0').replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
/** A Chinese font draws these as wide as a Chinese character. */
const narrow = (text: string): string =>
  text
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u201c\u201d]/g, '"')
    .replaceAll('\u2026', '...')

/** Height of a line over the size of its letters. */
const leading = 1.45
/** A line that is too long is made smaller down to this share of its size, and cut then. */
const smallest = 0.8

/**
 * Pages of one PDF with absolute places in points, and a line down to which they are filled. It draws what it is given; what a document says is the
 * caller's.
 */
export class Sheet {
  readonly #document: PDFKit.PDFDocument
  readonly #bytes: Promise<Buffer>
  readonly #isChinese: boolean
  readonly #height: number
  readonly left: number = page.margin
  readonly right: number
  readonly width: number
  y: number = page.margin

  constructor({
    title,
    author,
    language,
    isLandscape = false,
  }: { title: string; author: string; language: string; isLandscape?: boolean }) {
    const [width, height] = isLandscape ? [page.height, page.width] : [page.width, page.height]
    this.#height = height
    this.right = width - page.margin
    this.width = width - 2 * page.margin
    this.#isChinese = language.startsWith('zh')
    const info = { Title: title, Author: author, Creator: 'Nightflow', Producer: 'Nightflow' }
    // No margins: the library would break pages by itself.
    const layout = isLandscape ? 'landscape' : 'portrait'
    const options = {
      size: 'A4',
      layout,
      margin: 0,
      bufferPages: true,
      autoFirstPage: false,
      font: '',
      lang: language,
      info,
      displayTitle: true,
    }
    // Loaded by the first document, so that no start waits for it.
    const PdfDocument = require('pdfkit') as typeof PdfKit
    this.#document = new PdfDocument(options as PDFKit.PDFDocumentOptions)
    this.#bytes = buffer(this.#document)
    // A consumer that fails is reported by `finish`.
    this.#bytes.catch(() => undefined)
    for (const weight of ['regular', 'bold'] as const) this.#document.registerFont(weight, fontOf(weight) as never)
  }

  addPage(): void {
    this.#document.addPage()
    this.y = page.margin
  }

  /** Whether so much fits below the last line. */
  hasRoom(height: number): boolean {
    return this.y + height <= this.bottom
  }

  /** Starts a page where so much does not fit. */
  keepTogether(height: number): void {
    if (!this.hasRoom(height)) this.addPage()
  }

  /** Drawings stay above the foot of the page. */
  get bottom(): number {
    return this.#height - page.margin - footHeight
  }

  #use({ size = 9, weight = 'regular', ink = inks.text }: TextStyle): PDFKit.PDFDocument {
    return this.#document.font(weight).fontSize(size).fillColor(ink)
  }

  #drawable(text: string): string {
    const shown = drawable(text)
    return this.#isChinese ? shown : narrow(shown)
  }

  widthOf(text: string, style: TextStyle = {}): number {
    return this.#use(style).widthOfString(this.#drawable(text))
  }

  /** Draws a text in its place and answers its height. */
  text(text: string, { x, y, width }: Place, style: TextStyle = {}): number {
    const { size = 9, align = 'left', lines = 1 } = style
    const document = this.#use(style)
    const shown = this.#drawable(text)
    const lineHeight = size * leading
    if (lines > 1) {
      const height = Math.min(lines * lineHeight, document.heightOfString(shown, { width, lineGap: 0 }))
      document.text(shown, x, y, { width, height: height + 1, align, ellipsis: this.#isChinese ? '…' : '...', lineGap: 0 })
      return height
    }
    const needed = document.widthOfString(shown)
    if (needed > width) document.fontSize(size * Math.max(smallest, width / needed))
    const cut = this.#cut(shown, width, document)
    const indent = align === 'left' ? 0 : (width - document.widthOfString(cut)) / (align === 'right' ? 1 : 2)
    document.text(cut, x + indent, y, { lineBreak: false })
    return lineHeight
  }

  #cut(text: string, width: number, document: PDFKit.PDFDocument): string {
    // A text made smaller to fit may be slightly wider by rounding.
    if (document.widthOfString(text) <= width + 0.01) return text
    const dots = this.#isChinese ? '…' : '...'
    const letters = [...text]
    let [fits, tooMany] = [0, letters.length]
    while (tooMany - fits > 1) {
      const middle = Math.floor((fits + tooMany) / 2)
      if (document.widthOfString(letters.slice(0, middle).join('') + dots) <= width) fits = middle
      else tooMany = middle
    }
    return letters.slice(0, fits).join('') + dots
  }

  rule(y: number, { ink = inks.line as string, thickness = 0.6, from = this.left, to = this.right } = {}): void {
    this.#document.moveTo(from, y).lineTo(to, y).lineWidth(thickness).strokeColor(ink).stroke()
  }

  /** Where a person cuts the page. */
  cutLine(y: number): void {
    this.#document.moveTo(this.left, y).lineTo(this.right, y).lineWidth(0.7).dash(3, { space: 3 }).strokeColor(inks.none).stroke().undash()
  }

  box({ x, y, width, height }: Place & { height: number }, { ink, radius = 0 }: { ink: string; radius?: number }): void {
    if (height <= 0 || width <= 0) return
    if (radius > 0) this.#document.roundedRect(x, y, width, height, radius).fill(ink)
    else this.#document.rect(x, y, width, height).fill(ink)
  }

  /** The outline of a box, such as one that a person ticks. */
  frame({ x, y, width, height }: Place & { height: number }, { ink = inks.text as string, thickness = 0.7 } = {}): void {
    this.#document.rect(x, y, width, height).lineWidth(thickness).strokeColor(ink).stroke()
  }

  /** A closed line through corners, filled where an ink for that is given. */
  shape(corners: readonly (readonly [number, number])[], { fill, ink = inks.text as string, thickness = 0.8 }: ShapeStyle): void {
    const [first, ...rest] = corners
    if (!first) return
    this.#document.moveTo(first[0], first[1])
    for (const [x, y] of rest) this.#document.lineTo(x, y)
    this.#document.closePath().lineWidth(thickness)
    if (fill === undefined) this.#document.strokeColor(ink).stroke()
    else this.#document.fillAndStroke(fill, ink)
  }

  /** Squares of a grid, such as those of a QR code, as one path. */
  squares(squares: Iterable<readonly [number, number]>, { x, y, side }: { x: number; y: number; side: number }): void {
    for (const [column, row] of squares) this.#document.rect(x + column * side, y + row * side, side, side)
    this.#document.fill('#000000')
  }

  /** A PNG or JPEG, made to fit; false where it is neither. */
  picture(bytes: Buffer, { x, y, width, height }: Place & { height: number }): boolean {
    try {
      this.#document.image(bytes, x, y, { fit: [width, height] })
      return true
    } catch {
      // A picture that was uploaded long ago must not stop bills.
      return false
    }
  }

  /** Number of the page that is drawn now, from 0. */
  get pageIndex(): number {
    const { start, count } = this.#document.bufferedPageRange()
    return start + count - 1
  }

  /** Writes the feet of the pages since `first`, and lets these pages go: nothing is drawn on them afterwards. */
  closePages(first: number, footOf: (nth: number, count: number) => readonly [string, string]): void {
    const last = this.pageIndex
    const y = this.#height - page.margin - 10
    for (let index = first; index <= last; index++) {
      this.#document.switchToPage(index)
      const [left, right] = footOf(index - first + 1, last - first + 1)
      this.rule(y - 8)
      this.text(left, { x: this.left, y, width: this.width * 0.75 }, { size: 7, ink: inks.dimmed })
      this.text(right, { x: this.left, y, width: this.width }, { size: 7, ink: inks.dimmed, align: 'right' })
    }
    this.#document.flushPages()
  }

  /** The bytes; nothing is drawn afterwards. */
  finish(): Promise<Buffer> {
    this.#document.end()
    return this.#bytes
  }
}
