import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { chance } from '../support/data/chance.ts'
import { fullFormSuffix, isFullForm } from '../support/full-form.ts'
import { type KeptAliveProcess, waitUntilReady } from '../support/process/kept-alive-process.ts'
import { checkNothingLost, type Tally } from './check-nothing-lost.ts'
import { GatewayLoad, type UrlsOf } from './gateway-load.ts'
import type { PlayedUtility } from './stage.ts'

type Kills = { withKafka: number; wholeProcess: number; separateRoles: number; withEventStoreDb: number }
/** Most of them where a frame passes most hands. Those with EventStoreDB come on top of the others. */
const killsIn = (kills: number): Kills => {
  const [ofHalf, ofQuarter] = [Math.ceil(kills / 2), Math.ceil(kills / 4)]
  const separateRoles = Math.max(1, kills - ofHalf - ofQuarter)
  return { withKafka: ofHalf, wholeProcess: ofQuarter, separateRoles, withEventStoreDb: Math.ceil((kills * 2) / 5) }
}
/** With Kafka a gateway, a sink and the projector are killed once, PostgreSQL by the other drills and the broker by a test of its own. */
const killsOfShortForm: Kills = { withKafka: 0, wholeProcess: 2, separateRoles: 0, withEventStoreDb: 2 }
const killsGiven = process.env.NIGHTFLOW_CRASH_KILLS
/** How often each drill kills; `NIGHTFLOW_CRASH_KILLS` says how often in all. */
export const killsOf = killsGiven === undefined && !isFullForm ? killsOfShortForm : killsIn(Number(killsGiven ?? 20))
/** Behind the name of a drill that the short form leaves out. */
export const skippedDrill = (kills: number): string => (kills > 0 ? '' : fullFormSuffix)
/** An unattended run ends after so many minutes and prints how many faults it has done by then. */
const minutes = Number(process.env.NIGHTFLOW_CRASH_MINUTES ?? Number.POSITIVE_INFINITY)
/** Those of one file come one after the other. */
export const minutesOf = { withKafka: minutes, wholeProcess: minutes / 2, separateRoles: minutes / 2, withEventStoreDb: minutes } as const
/** The same moments again with NIGHTFLOW_CRASH_SEED. */
const seed = Number(process.env.NIGHTFLOW_CRASH_SEED ?? Date.now() % 1_000_000)

/** A fault under load. It settles after the repair from outside (a broker started again, a disk emptied). */
export type Fault = { name: string; strike: () => Promise<unknown> }

export type Drill = {
  title: string
  utility: PlayedUtility
  processes: readonly KeptAliveProcess[]
  faults: readonly Fault[]
  urlsOf: UrlsOf
  /** Waits until what was acknowledged elsewhere has come to the log; throws when it does not. */
  drain?: () => Promise<void>
  minutesMax?: number
}

/**
 * Lets the faults strike in turn at random moments under load. After each of them everything has to come back without hands, and
 * nothing may be missing. Prints every strike, and at the end the sums.
 */
export const runDrill = async (drill: Drill, times: number): Promise<Tally & { struck: number }> => {
  const { title, utility, processes, faults, urlsOf, drain, minutesMax = Number.POSITIVE_INFINITY } = drill
  const random = chance(seed)
  const load = new GatewayLoad(utility.gateways, urlsOf)
  const recoveries = new Map<string, number[]>(faults.map(({ name }) => [name, []]))
  const startedAt = performance.now()
  const isTimeUp = () => performance.now() - startedAt > minutesMax * 60_000
  let struck = 0
  while (struck < times && (struck === 0 || !isTimeUp())) {
    const fault = faults[struck % faults.length]!
    struck += 1
    load.resume()
    await sleep(300 + random() * 900)
    const begunAt = performance.now()
    const acknowledgedBefore = load.acknowledged.size
    const recovery = await strikeAndRecover(fault, load, processes)
    recoveries.get(fault.name)?.push(recovery)
    await load.pause()
    await drain?.()
    const tally = await checkNothingLost(utility, load)
    const seconds = ((performance.now() - begunAt) / 1000).toFixed(1)
    const place = `${title}, ${struck} of ${times} (${fault.name})`
    console.info(`${place}: ready again after ${recovery.toFixed(1)} s, accounted for after ${seconds} s; ${countsOf(tally)}`)
    expectWhole(tally, `${place}, seed ${seed}`)
    expect(tally.acknowledged, 'the service goes on taking frames').toBeGreaterThan(acknowledgedBefore)
  }
  const tally = await checkNothingLost(utility, load)
  const sums = `${struck} of ${times} times, ${countsOf(tally)}, sent more than once ${tally.repeated} (seed ${seed})`
  console.info(`${title}: ${sums}\n${tableOf(recoveries)}`)
  expectWhole(tally, `${title} at its end, seed ${seed}`)
  return { ...tally, struck }
}

const expectWhole = ({ lost, duplicated, broken, found, sent }: Tally, where: string): void => {
  expect({ lost, duplicated, broken }, where).toEqual({ lost: [], duplicated: [], broken: [] })
  expect(found, 'the log has no frame that was never sent').toBeLessThanOrEqual(sent)
}

const strikeAndRecover = async (fault: Fault, load: GatewayLoad, processes: readonly KeptAliveProcess[]): Promise<number> => {
  const struckAt = performance.now()
  await fault.strike()
  load.ease()
  await sleep(300)
  await waitUntilReady(processes)
  return (performance.now() - struckAt) / 1000
}

const countsOf = ({ sent, acknowledged, found, lost, duplicated }: Tally): string =>
  `frames sent ${sent}, acknowledged ${acknowledged}, found ${found}, lost ${lost.length}, duplicated ${duplicated.length}`

const tableOf = (recoveries: ReadonlyMap<string, readonly number[]>): string => {
  const rows = [...recoveries].map(([name, seconds]) => {
    const sorted = seconds.toSorted((one, other) => one - other)
    return [name, String(sorted.length), sorted[sorted.length >> 1]?.toFixed(1) ?? '', sorted.at(-1)?.toFixed(1) ?? '']
  })
  const table = [['what', 'times', 'ready again after (median, s)', 'longest'], ...rows]
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)))
  return table.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`).join('\n')
}
