/**
 * `isQuick`: the short form that tests run, with fewer rounds and less data. `minutes`: how long a soak lasts, and with how many `meters`. `accounts`: of a
 * bill run.
 */
export type BenchOptions = { isQuick: boolean; minutes: number; meters: number; accounts: number }
