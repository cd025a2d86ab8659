/**
 * Makes a trial's sample in a thread of its own: making water would hold up the event loop that answers people. It speaks to the service as
 * an administrator and gateways do, so that the sample goes through the log like any other data.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { feedHistory } from '@nightflow/simulator/feed-history'
import { registerCity } from '@nightflow/simulator/register-city'
import { buildSample, type SampleOrder } from './sample-order.ts'

const { baseUrl, timeZone, keys, registrationToken, historyFrom, from, to } = workerData as SampleOrder
const city = buildSample(timeZone)
if (registrationToken !== undefined) await registerCity({ baseUrl, token: registrationToken, city, now: to })
await feedHistory({ baseUrl, gatewayKeys: keys, city, from, to, historyFrom, concurrency: 2 })
parentPort?.close()
