/** The thread that reads one file of a bank; `readBankFileInThread` starts it, bounds it and ends it. */
import { parentPort, workerData } from 'node:worker_threads'
import { type BankFile, readBankFile } from '@nightflow/domain/billing/read-bank-file'

parentPort?.postMessage(readBankFile(workerData as BankFile))
