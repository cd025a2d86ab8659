import { importRowsMax } from '@nightflow/schemas/shared/import'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { runInThread } from '../threads/run-in-thread.ts'
import type { SheetRow, SpreadsheetRead, SpreadsheetTask } from './spreadsheet-thread.ts'

const columnsMax = 100

/** A packed workbook and the older kind begin so; nothing else is looked at, whatever its name says. */
const signatures = [Buffer.from('504b0304', 'hex'), Buffer.from('d0cf11e0a1b11ae1', 'hex')]

/**
 * The rows of the first sheet of an xls or xlsx as texts, the head among them. `unsupported-media-type` for another kind of file, `too-large`
 * by rows, unpacked bytes, memory or time, `spreadsheet-unreadable` when it is broken or locked.
 */
export const readSpreadsheet = async (sent: Buffer, rowsMax = importRowsMax): Promise<SheetRow[] | Rejection> => {
  if (!signatures.some((signature) => sent.subarray(0, signature.length).equals(signature))) return rejected('unsupported-media-type')
  const task: SpreadsheetTask = { bytes: sent, rowsMax, columnsMax }
  const read = await runInThread<SpreadsheetRead>(new URL('./spreadsheet-thread.ts', import.meta.url), task)
  if ('failed' in read) return rejected(read.failed === 'too-much' ? 'too-large' : 'spreadsheet-unreadable')
  return 'refused' in read.answer ? rejected(read.answer.refused) : read.answer.rows
}
