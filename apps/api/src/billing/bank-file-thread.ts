/** The thread that reads one file of a bank; `readBankFileInThread` starts it. */
import { parentPort, workerData } from 'node:worker_threads'
import { type BankFile, readBankFile } from '@nightflow/domain/billing/read-bank-file'
import { beginThread } from '../threads/begin-thread.ts'

beginThread()
parentPort?.postMessage(readBankFile(workerData as BankFile))
