import { Worker } from 'node:worker_threads'

/** Of computing: a thread has a low priority, so that on a busy machine it waits for most of the time that passes. */
const computingMillisecondsMax = 15_000
const millisecondsMax = 90_000
const everyMilliseconds = 500
const resourceLimits = { maxOldGenerationSizeMb: 400, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 }

/** `too-much` memory or time, or `broken`: the thread ended without an answer. */
export type ThreadAnswer<Answer> = { answer: Answer } | { failed: 'too-much' | 'broken' }

/**
 * Reads what a caller sent in a thread of its own, with so much memory and so much time: the sender decides how expensive it is to read. The
 * thread posts one message, its answer.
 */
export const runInThread = async <Answer>(entry: URL, workerData: object): Promise<ThreadAnswer<Answer>> => {
  const thread = new Worker(entry, { workerData, resourceLimits })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<ThreadAnswer<Answer>>((resolve) => {
      const startedAt = performance.now()
      timer = setInterval(async () => {
        // A thread that has ended is not asked any more.
        const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }))
        const isTooMuch = (user + system) / 1000 > computingMillisecondsMax || performance.now() - startedAt > millisecondsMax
        if (isTooMuch) resolve({ failed: 'too-much' })
      }, everyMilliseconds)
      thread.once('message', (answer: Answer) => resolve({ answer }))
      thread.once('error', ({ code }: Error & { code?: string }) =>
        resolve({ failed: code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-much' : 'broken' }),
      )
      thread.once('exit', () => resolve({ failed: 'broken' }))
    })
  } finally {
    clearInterval(timer)
    await thread.terminate()
  }
}
