import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { copyState, fedDemo } from '../support/demo-state.ts'
import { ensureChromium } from '../support/process/ensure-chromium.ts'
import { placeOfThrowAway } from '../support/process/place-of-throw-away.ts'
import { startServerProcess, temporaryStateFolder } from '../support/process/server-process.ts'
import type { DemoSignIns, Lane } from './lane.ts'

/** Drives the server that runs with this state folder instead of some of its own; while journeys are written, it saves the start. */
const stateFolderVariable = 'NIGHTFLOW_JOURNEYS_STATE_FOLDER'

const readJson = <Content>(stateFolder: string, name: string): Content =>
  JSON.parse(readFileSync(join(stateFolder, name), 'utf8')) as Content

const laneOf = (stateFolder: string): Lane => {
  const { password, port } = readJson<{ password: string; port: number }>(stateFolder, 'postgres.json')
  return {
    baseUrl: readJson<{ baseUrl: string }>(stateFolder, 'server.json').baseUrl,
    demoSignIns: readJson<DemoSignIns>(stateFolder, 'demo-sign-ins.json'),
    databaseUrl: `postgres://nightflow:${password}@127.0.0.1:${port}/nightflow`,
  }
}

/** Half a minute where nothing else runs. */
const readyMillisecondsMax = 300_000

type OwnLane = { lane: Lane; stateFolder: string; end(): Promise<unknown>; remove(): Promise<void> }

/** A server on an embedded PostgreSQL of its own, with the demo city fed and reporting live; web included. It continues from the state `like`. */
const startLane = async (like?: string): Promise<OwnLane> => {
  const { path, remove } = await temporaryStateFolder(false, placeOfThrowAway())
  try {
    if (like) copyState(like, path)
    // Where a journey's payment platform answers.
    process.env.NIGHTFLOW_DOWNLINK_HOSTS ??= '127.0.0.1'
    const server = await startServerProcess(path, [], readyMillisecondsMax)
    // A run that is broken off does not tear down; the server must not outlive it.
    process.once('exit', () => {
      server.child.kill('SIGTERM')
      rmSync(path, { recursive: true, force: true })
    })
    return { lane: laneOf(path), stateFolder: path, end: () => server.end('SIGTERM'), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** So many of them. The city's history is fed once: it takes the whole machine for half a minute. */
const startLanes = async (count: number): Promise<{ lanes: Lane[]; stop(): Promise<void> }> => {
  const started: OwnLane[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(started.map(({ end }) => end()))
    await Promise.all(started.map(({ remove }) => remove()))
  }
  const fed = fedDemo()
  const model = fed === undefined ? await startLane() : undefined
  try {
    await model?.end()
    while (started.length < count) started.push(await startLane(fed ?? model?.stateFolder))
  } catch (error) {
    await stop()
    throw error
  } finally {
    await model?.remove()
  }
  return { lanes: started.map(({ lane }) => lane), stop }
}

/** A lane per worker, so that files run beside each other: in one utility, one would change a password with which another signs in. */
export default async function prepareDemoServers(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chromium', ensureChromium())
  const given = process.env[stateFolderVariable]
  if (given) {
    project.provide('lanes', [laneOf(given)])
    return async () => undefined
  }
  const { lanes, stop } = await startLanes(project.config.maxWorkers)
  project.provide('lanes', lanes)
  return stop
}
