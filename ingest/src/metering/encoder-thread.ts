/** The thread that turns bodies into what the log takes; `FrameEncoders` starts it and sends it batches. */
import { parentPort, workerData } from 'node:worker_threads'
import { encodeBatch, type FrameBatch, threadReady } from './encode-batch.ts'

const slots = workerData as Uint8Array[]

parentPort?.on('message', (batch: FrameBatch) => {
  const encoded = encodeBatch(batch, slots)
  parentPort?.postMessage(encoded, [encoded.packed.buffer])
})
parentPort?.postMessage(threadReady)
