/** The thread that reads one map layer; `mapLayerRoutes` starts it. */
import { parentPort, workerData } from 'node:worker_threads'
import { beginThread } from '../threads/begin-thread.ts'
import { readGeoJson } from './read-geojson.ts'

beginThread()
parentPort?.postMessage(readGeoJson(Buffer.from((workerData as { bytes: Uint8Array }).bytes)))
