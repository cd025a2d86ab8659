const required = (process.env.NIGHTFLOW_TESTS_REQUIRE ?? '').split(',')

/**
 * Why something cannot run on this machine. Where `NIGHTFLOW_TESTS_REQUIRE` names it, as the continuous integration does for what it has
 * always had, that is a failure: leaving tests out must not make it green.
 */
export const absentHere = (part: 'kafka' | 'small-disk', reason: string): string => {
  if (required.includes(part)) throw new Error(`NIGHTFLOW_TESTS_REQUIRE asks for ${part}: ${reason}`)
  return reason
}
