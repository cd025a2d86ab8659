import type { BankFile } from '@nightflow/domain/billing/read-bank-file'
import type { BankStatement } from '@nightflow/schemas/billing/bank-statement'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { runInThread } from '../threads/run-in-thread.ts'

type Read = BankStatement[] | Rejection

/** `too-large` by memory or time, and what `readBankFile` refuses. */
export const readBankFileInThread = async (file: BankFile): Promise<Read> => {
  const read = await runInThread<Read>(new URL('./bank-file-thread.ts', import.meta.url), file)
  return 'failed' in read ? rejected(read.failed === 'too-much' ? 'too-large' : 'bank-file-unknown') : read.answer
}
