import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import { GoodColumns } from './good-columns.ts'
import { notPlain, PlainTextScan } from './plain-text-scan.ts'

/** A frame in which every reading is good. */
export type ScannedFrame = { frameId: string; sentAt: string; columns: ReadingColumns }

const comma = 0x2c
const colon = 0x3a
const bracket = { opens: 0x5b, closes: 0x5d }
const brace = { opens: 0x7b, closes: 0x7d }

/**
 * Reads a JSON frame, as objects or as columns, straight from its bytes into typed columns, four times as fast as `JSON.parse` and the
 * checks of its values, because nothing is made that is thrown away. It takes only frames of plain text (see `PlainTextScan`) in which
 * every reading is good; for all others it answers undefined, and the careful way finds out what they are. So it decides nothing: where it
 * answers, it answers what the careful way would. The columns share their memory with those of the next frame: pack them before.
 */
export function scanFrame(body: Uint8Array, receivedAt: number): ScannedFrame | undefined {
  try {
    return new FrameScan(body, receivedAt).frame()
  } catch (error) {
    if (error === notPlain) return undefined
    throw error
  }
}

class FrameScan {
  readonly #scan: PlainTextScan
  readonly #columns: GoodColumns

  constructor(body: Uint8Array, receivedAt: number) {
    this.#scan = new PlainTextScan(body)
    this.#columns = new GoodColumns(this.#scan, receivedAt)
  }

  frame(): ScannedFrame {
    const scan = this.#scan
    let frameId: string | undefined
    let sentAt: string | undefined
    let columns: ReadingColumns | undefined
    scan.expect(brace.opens)
    do {
      scan.text()
      const key = scan.lastText()
      scan.expect(colon)
      if (key === 'frameId' && frameId === undefined) frameId = this.#text()
      else if (key === 'sentAt' && sentAt === undefined) sentAt = this.#text()
      else if (key === 'readings' && columns === undefined) columns = this.#readings()
      else throw notPlain
    } while (scan.takes(comma))
    scan.expect(brace.closes)
    if (!scan.isAtEnd || frameId === undefined || sentAt === undefined || columns === undefined) throw notPlain
    return { frameId, sentAt, columns }
  }

  #text(): string {
    this.#scan.text()
    return this.#scan.lastText()
  }

  #readings(): ReadingColumns {
    return this.#columns.finish(this.#scan.takes(bracket.opens) ? this.#objects() : this.#inColumns())
  }

  /** Readings as an object of equally long columns; answers how many. */
  #inColumns(): number {
    const scan = this.#scan
    const columns = this.#columns
    let count: number | undefined
    scan.expect(brace.opens)
    do {
      const field = columns.nextField()
      scan.expect(colon)
      scan.expect(bracket.opens)
      const row = columns.readColumn(field)
      scan.expect(bracket.closes)
      count ??= row
      if (row !== count) throw notPlain
    } while (scan.takes(comma))
    scan.expect(brace.closes)
    return count
  }

  /** Readings as objects, the opening bracket already read; answers how many. */
  #objects(): number {
    const scan = this.#scan
    const columns = this.#columns
    let count = 0
    do {
      scan.expect(brace.opens)
      columns.beginReading()
      do {
        const field = columns.nextField()
        scan.expect(colon)
        columns.readValue(field, count)
      } while (scan.takes(comma))
      scan.expect(brace.closes)
      columns.endReading(count)
      count += 1
    } while (scan.takes(comma))
    scan.expect(bracket.closes)
    return count
  }
}
