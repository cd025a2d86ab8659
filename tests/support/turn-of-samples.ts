import { execFileSync } from 'node:child_process'
import { isFullForm } from './full-form.ts'

/** Names the turn of another run, to repeat its samples. */
const turnVariable = 'NIGHTFLOW_TESTS_TURN'

/** Each day of commits has the next turn: two runs of a commit look at the same, and the runs of some days at everything. */
const dayOfCommit = (): number => {
  try {
    const seconds = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: import.meta.dirname, encoding: 'utf8' })
    return Math.floor(Number(seconds) / 86_400)
  } catch {
    // A copy without its history.
    return 0
  }
}

let known: number | undefined
export const turnOfRun = (): number => {
  known ??= Number(process.env[turnVariable] ?? dayOfCommit())
  if (!Number.isSafeInteger(known) || known < 0) throw new Error(`${turnVariable} is a whole number, not ${process.env[turnVariable]}`)
  return known
}

/**
 * Every nth of these, by place, and in another turn the ones beside them; at least one. The full form has all. The turn is printed.
 * docs/decisions/0150-samples-of-screens-take-turns.md
 */
export const inTurn = <Item>(items: readonly Item[], every: number): Item[] => {
  if (isFullForm || items.length === 0) return [...items]
  const turn = turnOfRun()
  const step = Math.min(every, items.length)
  const sample = items.filter((_, place) => place % step === turn % step)
  console.info(`${sample.length} of ${items.length} in this turn: ${turnVariable}=${turn} repeats it, npm run test:full has all`)
  return sample
}
