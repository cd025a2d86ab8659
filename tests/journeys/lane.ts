import { inject } from 'vitest'

export type DemoSignIns = { tenant: string; users: { tenant: string; username: string; password: string; role: string }[] }

/** A demo utility of its own for files that run in parallel: people of different lanes never meet. */
export type Lane = {
  /** Where web and API of the demo utility answer. */
  baseUrl: string
  demoSignIns: DemoSignIns
  /** The service's own database: what only a telephone or a pair of eyes would learn is read from there. */
  databaseUrl: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    lanes: Lane[]
    /** The browser to drive. */
    chromium: string
  }
}

/** The lane of this test file. Workers are numbered from one, and none takes the number of another one that is still at work. */
export const lane = (): Lane => {
  const lanes = inject('lanes')
  return lanes[Number(process.env.VITEST_POOL_ID) % lanes.length]!
}
