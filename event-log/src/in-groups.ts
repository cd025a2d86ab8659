export type GroupLimits = {
  /** Of one group. */
  most: number
  /** Groups under way at the same time. */
  atOnce: number
}

type Waiting<Asked, Answer> = { asked: Asked; resolve: (answer: Answer) => void; reject: (error: unknown) => void }

/**
 * Answers in groups: one look at a database serves all who came while the one before it was under way. A group begins after each of its callers
 * asked, so that an answer is never older than its question. `answer` gives one for each that was asked, in their order.
 */
export const inGroups = <Asked, Answer>(
  answer: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
  { most, atOnce }: GroupLimits,
): ((asked: Asked) => Promise<Answer>) => {
  const waiting: Waiting<Asked, Answer>[] = []
  let running = 0
  const run = async (): Promise<void> => {
    // One turn of the event loop: those that were answered together ask together again.
    await new Promise((resume) => setImmediate(resume))
    while (waiting.length > 0) {
      const group = waiting.splice(0, most)
      try {
        const answers = await answer(group.map(({ asked }) => asked))
        for (const [place, { resolve }] of group.entries()) resolve(answers[place]!)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    running -= 1
  }
  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject })
      if (running >= atOnce) return
      running += 1
      void run()
    })
}
