/** `npm run test:full` sets it. The default form runs the same tests with fewer repetitions. */
export const isFullForm = process.env.NIGHTFLOW_TESTS_FULL === '1'

/** A test that is left out of the default form has this reason in its name, and `npm test` counts it under the reason. */
export const partOfFullForm = 'part of the full form (npm run test:full)'

/** Behind the name of a test that only the full form runs. */
export const fullFormSuffix = isFullForm ? '' : `: skipped, ${partOfFullForm}`

/** How often, how long or how many, by the form that runs. */
export const byForm = <Value>({ full, short }: { full: Value; short: Value }): Value => (isFullForm ? full : short)
