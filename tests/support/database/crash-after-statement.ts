import pg from 'pg'

/**
 * Ends this process, as a power cut would, once the given number of statements inside transactions is answered, beginning with 1 for the
 * first `begin`. Only connections of `applicationName` count. `everywhere`: statements outside of transactions count too, but for those that wait for the read
 * models: how many those are is chance. Answers how many were.
 */
export const crashAfterStatement = (applicationName: string, statements: number, { everywhere = false } = {}): (() => number) => {
  const open = new WeakSet<pg.Client>()
  const query = pg.Client.prototype.query as (...parameters: unknown[]) => unknown
  let answered = 0

  const count = (): void => {
    answered += 1
    if (answered === statements) process.kill(process.pid, 'SIGKILL')
  }
  const belongs = (client: pg.Client): boolean =>
    (client as unknown as { connectionParameters: { application_name?: string } }).connectionParameters.application_name === applicationName

  pg.Client.prototype.query = function (this: pg.Client, ...parameters: unknown[]): unknown {
    const text = textOf(parameters[0])
    if (/^begin\b/i.test(text) && !/\b(commit|rollback)$/i.test(text)) open.add(this)
    const counts = (everywhere || open.has(this)) && belongs(this) && !waits.test(text)
    if (/^(commit|rollback)\b/i.test(text)) open.delete(this)
    const callback = parameters.at(-1)
    // A pool passes a callback, and gets no promise.
    if (counts && typeof callback === 'function') {
      const counted = (...answers: unknown[]): void => {
        callback(...answers)
        count()
      }
      return Reflect.apply(query, this, [...parameters.slice(0, -1), counted])
    }
    const result = Reflect.apply(query, this, parameters)
    if (!counts) return result
    if (result instanceof Promise)
      return result.finally(count)
      // A COPY is a stream that is written to.
    ;(result as NodeJS.WritableStream).once('finish', count)
    return result
  } as typeof pg.Client.prototype.query
  return () => answered
}

const waits = /^select min\(position\)/

const textOf = (query: unknown): string => (typeof query === 'string' ? query : String((query as { text?: unknown }).text ?? '')).trim()
