import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { retryUntilStopped } from '../retry-until-stopped.ts'
import type { Role } from './role.ts'
import type { WorkerOrder } from './worker-thread.ts'

/** A job breaks off between two steps; a thread that does not end by then is ended, and its jobs go on with the next worker. */
const stopMillisecondsMax = 10_000

const runThread = (order: WorkerOrder, signal: AbortSignal): Promise<void> =>
  new Promise((ended, failed) => {
    const thread = new Worker(new URL('./worker-thread.ts', import.meta.url), { workerData: order, name: 'worker' })
    let deadline: NodeJS.Timeout | undefined
    const stop = (): void => {
      thread.postMessage('stop')
      deadline = setTimeout(() => void thread.terminate(), stopMillisecondsMax)
    }
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    let failure: Error | undefined
    thread.once('error', (error) => {
      failure = error instanceof Error ? error : new Error(String(error))
    })
    thread.once('exit', () => {
      clearTimeout(deadline)
      signal.removeEventListener('abort', stop)
      if (failure) failed(failure)
      else ended()
    })
  })

/** Runs jobs in a thread of its own; started again when it fails. */
export const startWorker = ({ logger, ...order }: WorkerOrder & { logger: Logger }): Role => {
  const stopping = new AbortController()
  const ended = retryUntilStopped('worker', logger, stopping.signal, () => runThread(order, stopping.signal))
  return {
    ended,
    stop: async () => {
      stopping.abort()
      await ended.catch(() => {})
    },
  }
}
