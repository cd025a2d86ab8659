/** An encoder thread that ends at a body that says `end`, and never answers one that says `hang`. */
import { parentPort, workerData } from 'node:worker_threads'
import { encodeBatch, type FrameBatch, placesOf, threadReady } from '@nightflow/ingest/metering/encode-batch'

const slots = workerData as Uint8Array[]

parentPort?.on('message', (batch: FrameBatch) => {
  const { buffer, byteOffset } = batch.bytes ?? slots[batch.slot]!
  for (const { start, length } of placesOf(batch)) {
    const body = Buffer.from(buffer, byteOffset + start, length).toString('latin1')
    if (body.includes('end')) process.exit(3)
    while (body.includes('hang')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
  }
  const encoded = encodeBatch(batch, slots)
  parentPort?.postMessage(encoded, [encoded.packed.buffer])
})
parentPort?.postMessage(threadReady)
