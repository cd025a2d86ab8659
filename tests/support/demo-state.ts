import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Names a folder for the state of a demo utility whose history is fed: `npm test` feeds it once for the integration tests and the journeys. */
export const fedDemoVariable = 'NIGHTFLOW_TESTS_FED_DEMO'

/** Copies what a server that has stopped left; false for one whose data is elsewhere, behind a link. */
export const copyState = (from: string, to: string): boolean => {
  if (lstatSync(join(from, 'postgres')).isSymbolicLink()) return false
  mkdirSync(to, { recursive: true })
  // Everything stays whose it is: PostgreSQL's account may be another one.
  execFileSync('cp', ['-a', `${from}/.`, to])
  return true
}

/** The state that an earlier part of the run has left, where it did. */
export const fedDemo = (): string | undefined => {
  const folder = process.env[fedDemoVariable]
  return folder !== undefined && existsSync(join(folder, 'demo-sign-ins.json')) ? folder : undefined
}
