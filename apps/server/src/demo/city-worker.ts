/**
 * Plays the demo city in a thread of its own: making water for two thousand meters would hold up the event loop that takes their
 * readings. It speaks to the service as any gateway does, over HTTP.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { billAccounts, billedMeters } from '@nightflow/simulator/bill-accounts'
import { callBackOffice } from '@nightflow/simulator/call-back-office'
import { feedDailyRegisters } from '@nightflow/simulator/daily-registers'
import { feedHistory } from '@nightflow/simulator/feed-history'
import { makeWorkOrders } from '@nightflow/simulator/make-work-orders'
import { openAccounts } from '@nightflow/simulator/open-accounts'
import { registerCity } from '@nightflow/simulator/register-city'
import { registerGroups } from '@nightflow/simulator/register-groups'
import { reportLive } from '@nightflow/simulator/report-live'
import { buildDemoCity, type CityOrder, type CityReport } from './city-order.ts'

const reportMilliseconds = 200

const { baseUrl, tenant, timeZone, keys, registrationToken, historyFrom, dailyFrom, billedFrom, fedUntil } = workerData as CityOrder
const stopping = new AbortController()
const { signal } = stopping
parentPort?.on('message', (message) => {
  if (message === 'stop') stopping.abort()
})
const report = (message: CityReport): void => parentPort?.postMessage(message)
const describe = (problem: unknown): string => (problem instanceof Error ? (problem.stack ?? problem.message) : String(problem))

/** Accounts are opened and meters grouped while the history is fed: both wait for the log most of the time. Without them the demo goes on. */
const register = async (city: ReturnType<typeof buildDemoCity>, token: string): Promise<{ opened: Promise<unknown> }> => {
  const order = { baseUrl, token, city, signal }
  await registerCity({ ...order, isGroupedLater: true })
  const beside = [openAccounts(order), registerGroups(city, callBackOffice(order))].map((work) =>
    work.catch((problem: unknown) => {
      if (!signal.aborted) report({ phase: 'problem', problem: describe(problem) })
    }),
  )
  return { opened: Promise.all(beside) }
}

/** Bills and what else the accounts owe, once their meters' days are stored. Without them the demo goes on. */
const bill = (city: ReturnType<typeof buildDemoCity>, token: string): Promise<void> =>
  billAccounts({ baseUrl, token, city, from: billedFrom, signal }).catch((problem: unknown) => {
    if (!signal.aborted) report({ phase: 'problem', problem: describe(problem) })
  })

/** Leak cases and work orders, from the detections of the history. Without them the demo goes on. */
const order = (city: ReturnType<typeof buildDemoCity>, token: string): Promise<void> =>
  makeWorkOrders({ baseUrl, tenant, token, city, now: Date.now(), signal }).catch((problem: unknown) => {
    if (!signal.aborted) report({ phase: 'problem', problem: describe(problem) })
  })

const feedDays = async (city: ReturnType<typeof buildDemoCity>): Promise<void> => {
  const order = { baseUrl, gatewayKeys: keys, city, signal }
  const dayBefore = city.days.of(city.days.at(dailyFrom).day - 1).startsAt
  await feedDailyRegisters({ ...order, from: billedFrom, to: dayBefore, meters: billedMeters(city) })
  await feedDailyRegisters({ ...order, from: dailyFrom, to: historyFrom })
}

const play = async (): Promise<void> => {
  const city = buildDemoCity(timeZone)
  const opening = registrationToken === undefined ? undefined : await register(city, registrationToken)
  // Before the hours, so that what comes last is what the bills of the last month wait for.
  if (fedUntil === historyFrom) await feedDays(city)
  const to = Date.now()
  let reportedAt = 0
  const onProgress: Parameters<typeof feedHistory>[0]['onProgress'] = ({ readingsDone, readingsTotal, fedUntil: until }) => {
    if (performance.now() - reportedAt < reportMilliseconds) return
    reportedAt = performance.now()
    report({ phase: 'history', readingsDone, readingsTotal, fedUntil: until })
  }
  const history = await feedHistory({ baseUrl, gatewayKeys: keys, city, from: fedUntil, to, historyFrom, signal, onProgress })
  await opening?.opened
  if (registrationToken !== undefined) {
    await bill(city, registrationToken)
    await order(city, registrationToken)
  }
  report({ phase: 'live', fedUntil: history.fedUntil, position: history.position })
  await reportLive({
    baseUrl,
    gatewayKeys: keys,
    city,
    from: history.fedUntil,
    historyFrom,
    signal,
    onProgress: (live) => report({ phase: 'live', fedUntil: live.fedUntil, position: live.position }),
    onProblem: (problem) => report({ phase: 'problem', problem: describe(problem) }),
  })
}

try {
  await play()
} catch (error) {
  if (!signal.aborted) throw error
} finally {
  parentPort?.close()
}
