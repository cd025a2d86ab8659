import { Worker } from 'node:worker_threads'
import { importRowsMax } from '@nightflow/schemas/shared/import'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { Semaphore } from '../http/semaphore.ts'
import type { SheetRow, SpreadsheetRead, SpreadsheetTask } from './spreadsheet-thread.ts'

const columnsMax = 100
const millisecondsMax = 15_000
const resourceLimits = { maxOldGenerationSizeMb: 400, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 }

/** A packed workbook and the older kind begin so; nothing else is looked at, whatever its name says. */
const signatures = [Buffer.from('504b0304', 'hex'), Buffer.from('d0cf11e0a1b11ae1', 'hex')]

const semaphore = new Semaphore({ atOnce: 2, waitingMax: 8 })

/**
 * The rows of the first sheet of an xls or xlsx as texts, the head among them. It is read in a thread of its own, with so much memory and so
 * much time, because the sender decides how expensive it is to read. `unsupported-media-type` for another kind of file, `too-large` by rows,
 * unpacked bytes, memory or time, `spreadsheet-unreadable` when it is broken or locked.
 */
export const readSpreadsheet = async (sent: Buffer, rowsMax = importRowsMax): Promise<SheetRow[] | Rejection> => {
  if (!signatures.some((signature) => sent.subarray(0, signature.length).equals(signature))) return rejected('unsupported-media-type')
  const read = await semaphore.take(() => readInThread({ bytes: sent, rowsMax, columnsMax }))
  return 'refused' in read ? rejected(read.refused) : read.rows
}

const readInThread = async (workerData: SpreadsheetTask): Promise<SpreadsheetRead> => {
  const thread = new Worker(new URL('./spreadsheet-thread.ts', import.meta.url), { workerData, resourceLimits, name: 'spreadsheet' })
  let timeout: NodeJS.Timeout | undefined
  try {
    return await new Promise<SpreadsheetRead>((resolve) => {
      timeout = setTimeout(() => resolve({ refused: 'too-large' }), millisecondsMax)
      thread.once('message', resolve)
      thread.once('error', (error: Error & { code?: string }) =>
        resolve({ refused: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-large' : 'spreadsheet-unreadable' }),
      )
      thread.once('exit', () => resolve({ refused: 'spreadsheet-unreadable' }))
    })
  } finally {
    clearTimeout(timeout)
    await thread.terminate()
  }
}
