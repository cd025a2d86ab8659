import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ensureChromium } from '../support/ensure-chromium.ts'
import { startServerProcess, temporaryStateFolder } from '../support/server-process.ts'

export type DemoSignIns = { tenant: string; users: { tenant: string; username: string; password: string; role: string }[] }

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where web and API of the demo utility answer. */
    baseUrl: string
    demoSignIns: DemoSignIns
    /** The service's own database: what only a telephone or a pair of eyes would learn is read from there. */
    databaseUrl: string
    /** The browser to drive. */
    chromium: string
  }
}

/** Drives the server that runs with this state folder instead of one of its own; while journeys are written, it saves the start. */
const stateFolderVariable = 'NIGHTFLOW_JOURNEYS_STATE_FOLDER'

const readSignIns = (stateFolder: string): DemoSignIns =>
  JSON.parse(readFileSync(join(stateFolder, 'demo-sign-ins.json'), 'utf8')) as DemoSignIns

const readDatabaseUrl = (stateFolder: string): string => {
  const { password, port } = JSON.parse(readFileSync(join(stateFolder, 'postgres.json'), 'utf8')) as { password: string; port: number }
  return `postgres://nightflow:${password}@127.0.0.1:${port}/nightflow`
}

/** One server per run, on an embedded PostgreSQL of its own, with the demo city fed and reporting live; web included. */
export default async function prepareDemoServer(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chromium', ensureChromium())
  const given = process.env[stateFolderVariable]
  if (given) {
    const { baseUrl } = JSON.parse(readFileSync(join(given, 'server.json'), 'utf8')) as { baseUrl: string }
    project.provide('baseUrl', baseUrl)
    project.provide('demoSignIns', readSignIns(given))
    project.provide('databaseUrl', readDatabaseUrl(given))
    return async () => undefined
  }
  const stateFolder = await temporaryStateFolder()
  try {
    const server = await startServerProcess(stateFolder.path, [])
    // A run that is broken off does not tear down; the server must not outlive it.
    process.once('exit', () => server.child.kill('SIGTERM'))
    project.provide('baseUrl', server.baseUrl)
    project.provide('demoSignIns', readSignIns(stateFolder.path))
    project.provide('databaseUrl', readDatabaseUrl(stateFolder.path))
    return async () => {
      await server.end('SIGTERM')
      await stateFolder.remove()
    }
  } catch (error) {
    await stateFolder.remove()
    throw error
  }
}
