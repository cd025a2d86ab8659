import { Worker } from 'node:worker_threads'

const millisecondsMax = 15_000
const resourceLimits = { maxOldGenerationSizeMb: 400, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 }

/** `too-much` memory or time, or `broken`: the thread ended without an answer. */
export type ThreadAnswer<Answer> = { answer: Answer } | { failed: 'too-much' | 'broken' }

/**
 * Reads what a caller sent in a thread of its own, with so much memory and so much time: the sender decides how expensive it is to read. The
 * thread posts one message, its answer.
 */
export const runInThread = async <Answer>(entry: URL, workerData: object): Promise<ThreadAnswer<Answer>> => {
  const thread = new Worker(entry, { workerData, resourceLimits })
  let timeout: NodeJS.Timeout | undefined
  try {
    return await new Promise<ThreadAnswer<Answer>>((resolve) => {
      timeout = setTimeout(() => resolve({ failed: 'too-much' }), millisecondsMax)
      thread.once('message', (answer: Answer) => resolve({ answer }))
      thread.once('error', ({ code }: Error & { code?: string }) =>
        resolve({ failed: code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-much' : 'broken' }),
      )
      thread.once('exit', () => resolve({ failed: 'broken' }))
    })
  } finally {
    clearTimeout(timeout)
    await thread.terminate()
  }
}
