import { Worker } from 'node:worker_threads'
import type { BankFile } from '@nightflow/domain/billing/read-bank-file'
import type { BankStatement } from '@nightflow/schemas/billing/bank-statement'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { Semaphore } from '../http/semaphore.ts'

const millisecondsMax = 20_000
const resourceLimits = { maxOldGenerationSizeMb: 400, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 }

const semaphore = new Semaphore({ atOnce: 2, waitingMax: 8 })

type Read = BankStatement[] | Rejection

/** Reads a bank's file in a thread of its own, with so much memory and so much time: the sender decides how expensive it is to read. */
export const readBankFileInThread = (workerData: BankFile): Promise<Read> =>
  semaphore.take(async () => {
    const thread = new Worker(new URL('./bank-file-thread.ts', import.meta.url), { workerData, resourceLimits, name: 'bank-file' })
    let timeout: NodeJS.Timeout | undefined
    try {
      return await new Promise<Read>((resolve) => {
        timeout = setTimeout(() => resolve(rejected('too-large')), millisecondsMax)
        thread.once('message', resolve)
        thread.once('error', ({ code }: Error & { code?: string }) =>
          resolve(rejected(code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-large' : 'bank-file-unknown')),
        )
        thread.once('exit', () => resolve(rejected('bank-file-unknown')))
      })
    } finally {
      clearTimeout(timeout)
      await thread.terminate()
    }
  })
