import { spawn } from 'node:child_process'
import { type Guarded, superviseGuarded } from '@nightflow/server/guarded-postgres'
import { describe, expect, test } from 'vitest'
import { waitUntil } from '../support/server-process.ts'

/** A process in the guard's place that ends by itself at once, or when its input is closed. */
const guarded = (endsAtOnce: boolean): Guarded => ({
  guard: spawn(process.execPath, ['-e', endsAtOnce ? '' : 'process.stdin.resume().on("end", () => process.exit(0))'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  }),
  lastWords: () => 'no space left on device',
})

describe('a PostgreSQL that ends on its own', () => {
  test('is started again a few times, and then given up with its last words', async () => {
    const restarts: string[] = []
    let lastWords: string | undefined
    superviseGuarded(guarded(true), async () => guarded(true), {
      onRestart: (words) => restarts.push(words),
      onGivenUp: (words) => {
        lastWords = words
      },
    })
    expect(await waitUntil(() => lastWords !== undefined, 60_000)).toBe(true)
    expect(lastWords).toBe('no space left on device')
    expect(restarts).toHaveLength(5)
  })

  test('is given up at once when it would not start again', async () => {
    let lastWords: string | undefined
    const startAgain = async (): Promise<Guarded> => {
      throw new Error('the data folder is gone')
    }
    superviseGuarded(guarded(true), startAgain, {
      onGivenUp: (words) => {
        lastWords = words
      },
    })
    expect(await waitUntil(() => lastWords !== undefined, 60_000)).toBe(true)
    expect(lastWords).toBe('the data folder is gone')
  })

  test('stays stopped when it was stopped on purpose, also in the middle of a restart', async () => {
    const restarts: string[] = []
    const first = guarded(false)
    const onRestart = (words: string) => restarts.push(words)
    await superviseGuarded(first, async () => guarded(false), { onRestart })()
    expect(first.guard.exitCode).toBe(0)
    expect(restarts).toEqual([])

    let second: Guarded | undefined
    const stop = superviseGuarded(
      guarded(true),
      async () => {
        second = guarded(false)
        return second
      },
      { onRestart },
    )
    expect(await waitUntil(() => second !== undefined, 60_000)).toBe(true)
    await stop()
    expect(second?.guard.exitCode).toBe(0)
    expect(restarts).toHaveLength(1)
  })
})
