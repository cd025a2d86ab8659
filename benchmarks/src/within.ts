/** Fails when work takes longer than so many seconds: a benchmark that stalls says where, and ends. */
export const within = async <Result>(seconds: number, what: string, work: Promise<Result>): Promise<Result> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`stalled: ${what} took more than ${seconds} s`)), seconds * 1_000)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
