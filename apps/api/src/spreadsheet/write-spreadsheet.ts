import { once } from 'node:events'
import { setImmediate as yieldToRequests } from 'node:timers/promises'
import { createDeflateRaw, type DeflateRaw, deflateRawSync } from 'node:zlib'
import { spreadsheetMediaType } from '@nightflow/schemas/shared/import'
import type { Wording } from '@nightflow/schemas/shared/lists'
import { valueIn } from '@nightflow/schemas/shared/object-of'
import { rejected } from '@nightflow/schemas/shared/rejections'
import { ProblemError } from '../http/problem.ts'
import { wordOf } from './spreadsheet.ts'
import { checksumOf, type ZipPart, zipParts } from './zip-parts.ts'

/** Below the 1,048,576 rows that the format has. */
export const exportRowsMax = 1_000_000
const exportBytesMax = 64 * 1024 * 1024
/** A cell of the format holds no more. */
const cellCharactersMax = 32_767

type Options = {
  /** Ends the writing with its reason. */
  signal: AbortSignal
  /** Called after each batch with the number of rows written so far. */
  onRows?: ((rows: number) => void) | undefined
  /** How an instant is written; as the API answers it when absent. */
  writeInstant?: ((instant: number) => string) | undefined
}

const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** A cell with its instant as people read it. */
const readable = (value: unknown, writeInstant: Options['writeInstant']): unknown => {
  const isInstant = value instanceof Date || (typeof value === 'string' && instantForm.test(value))
  return writeInstant && isInstant ? writeInstant(new Date(value).getTime()) : value
}

const minorPerUnit = 100

/** Under a head in people's words an amount is in units of the currency, as on the screen; under the field's own name it is what that name says. */
const amountOf = (value: unknown, field: string, heads: Wording['heads']): unknown =>
  typeof value === 'number' && heads !== undefined && field.endsWith('Minor') ? value / minorPerUnit : value

/** `nameOf` says what people call a field, where the client brought no heads. A field without a name is left out. */
export type NamedWording = Wording & { nameOf?: ((field: string) => string | undefined) | undefined }

const headsOf = (fields: readonly string[], nameOf: NamedWording['nameOf']): Record<string, string> | undefined => {
  const named = fields.flatMap((field) => {
    const name = nameOf?.(field)
    return name === undefined ? [] : [[field, name] as const]
  })
  return named.length > 0 ? Object.fromEntries(named) : undefined
}

/**
 * Rows as a workbook of one sheet, written batch by batch: only the compressed sheet is held, and requests run between two batches. Heads
 * and words are as for `spreadsheetOf`. Throws `export-too-large` for more rows or bytes than one file may have: nothing is cut.
 */
export const writeSpreadsheet = async (
  batches: AsyncIterable<readonly object[]>,
  { heads: given, words = {}, nameOf }: NamedWording,
  { signal, onRows, writeInstant }: Options,
): Promise<{ mediaType: string; bytes: Buffer }> => {
  const sheet = new PackedPart('xl/worksheets/sheet1.xml')
  let heads = given
  let fields = heads && Object.keys(heads)
  let rows = 0
  const begin = async (): Promise<void> => {
    fields ??= []
    await sheet.write(sheetStart + rowOf(fields.map((field) => heads?.[field] ?? field)))
  }
  try {
    for await (const batch of batches) {
      signal.throwIfAborted()
      if (rows === 0) {
        heads ??= headsOf(Object.keys(batch[0] ?? {}), nameOf)
        fields ??= Object.keys(heads ?? batch[0] ?? {})
        await begin()
      }
      rows += batch.length
      if (rows > exportRowsMax || sheet.packedBytes > exportBytesMax)
        throw new ProblemError(rejected('export-too-large', { rows: exportRowsMax }))
      await sheet.write(
        batch
          .map((row) =>
            rowOf(fields!.map((field) => readable(wordOf(words[field], amountOf(valueIn(row, field), field, heads)), writeInstant))),
          )
          .join(''),
      )
      onRows?.(rows)
      await yieldToRequests()
    }
    if (rows === 0) await begin()
    await sheet.write(sheetEnd)
    return { mediaType: spreadsheetMediaType, bytes: zipParts([...frame, await sheet.finish()]) }
  } finally {
    sheet.close()
  }
}

/** One part of the archive, compressed in the thread pool while it is written. */
class PackedPart {
  readonly #name: string
  readonly #deflate: DeflateRaw = createDeflateRaw({ level: 4 })
  readonly #chunks: Buffer[] = []
  #size = 0
  #checksum = 0
  packedBytes = 0

  constructor(name: string) {
    this.#name = name
    this.#deflate.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk)
      this.packedBytes += chunk.length
    })
  }

  async write(text: string): Promise<void> {
    const content = Buffer.from(text, 'utf8')
    this.#size += content.length
    this.#checksum = checksumOf(content, this.#checksum)
    if (!this.#deflate.write(content)) await once(this.#deflate, 'drain')
  }

  async finish(): Promise<ZipPart> {
    const ended = once(this.#deflate, 'end')
    this.#deflate.end()
    await ended
    return { name: this.#name, packed: Buffer.concat(this.#chunks), size: this.#size, checksum: this.#checksum }
  }

  close(): void {
    this.#deflate.destroy()
  }
}

const rowOf = (values: readonly unknown[]): string => `<row>${values.map(cellOf).join('')}</row>`

/** Numbers or words one after the other, as a sheet that comes in has them. */
const isListOfWords = (value: unknown): value is (string | number)[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' || typeof each === 'number')

const cellOf = (value: unknown): string => {
  if (value === undefined || value === null) return '<c/>'
  if (typeof value === 'number' && Number.isFinite(value)) return `<c><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`
  const text = typeof value === 'string' ? value : isListOfWords(value) ? value.join(', ') : JSON.stringify(value)
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text.length > cellCharactersMax ? `${text.slice(0, cellCharactersMax - 1)}…` : text)}</t></is></c>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Characters that XML 1.0 has no way to write: control characters without tab and line ends, and two that are no characters. */
const impossible = /[^\P{Cc}\t\n\r\u0085-\u009f]|[\ufffe\uffff]/gu

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(impossible, '\ufffd')
    .replaceAll(/[&<>]/g, (character) => entities[character]!)

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const spreadsheetml = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packaging = 'http://schemas.openxmlformats.org/package/2006'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const sheetStart = `${head}<worksheet xmlns="${spreadsheetml}"><sheetData>`
const sheetEnd = '</sheetData></worksheet>'

const partOf = (name: string, text: string): ZipPart => {
  const content = Buffer.from(head + text, 'utf8')
  return { name, packed: deflateRawSync(content), size: content.length, checksum: checksumOf(content) }
}

const relation = (id: string, type: string, target: string): string =>
  `<Relationships xmlns="${packaging}/relationships"><Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/></Relationships>`

/** The parts around the sheet in every workbook (ECMA-376, part 1, section 12). */
const frame: readonly ZipPart[] = [
  partOf(
    '[Content_Types].xml',
    `<Types xmlns="${packaging}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
  ),
  partOf('_rels/.rels', relation('rId1', 'officeDocument', 'xl/workbook.xml')),
  partOf(
    'xl/workbook.xml',
    `<workbook xmlns="${spreadsheetml}" xmlns:r="${relations}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ),
  partOf('xl/_rels/workbook.xml.rels', relation('rId1', 'worksheet', 'worksheets/sheet1.xml')),
]
