import { basename } from 'node:path'
import { obtainGatewayKeys } from '@nightflow/server/gateway-keys'
import { requireTenant, withLog } from '../shared/database.ts'
import { issueToken } from '../shared/issue-token.ts'
import { requireServer, type ServerOptions, waitForViews } from '../shared/running-server.ts'
import { completeImport, declareImport, fingerprintOf, type ImportSettings } from './declare-import.ts'
import { framesOf, type ImportSeries } from './import-frames.ts'
import { type SentFrames, sendFrames } from './send-frames.ts'

/** The gateway in whose name files are imported. */
const importGateway = 'import'

/** Length of the settings that an import shows; its fingerprint covers all of them. */
const settingCharactersMax = 200

export type Server = { baseUrl: string; bearer: string }
export type ImportOptions = ServerOptions & { tenant: string }

/** Readings to store. `prepare` makes the meters and partitions that are not there yet, as an administrator, and answers its last position. */
export type ReadingsToStore<Prepared extends { position: number }> = {
  kind: 'flows' | 'registers'
  file: string
  /** Settings that decide the values of the file; the same file with the same settings is the same import. */
  settings: ImportSettings
  series: () => readonly ImportSeries[]
  prepare: (admin: Server) => Promise<Prepared>
}

/** Runs `work` as the tenant's administrator; answers once every query sees what it did. */
export const asAdministrator = async <Result extends { position: number }>(
  options: ImportOptions,
  work: (admin: Server) => Promise<Result>,
): Promise<Result> => {
  const server = await requireServer(options)
  const result = await withLog(server, async (pool) => {
    await requireTenant(pool, options.tenant)
    return work({ baseUrl: server.baseUrl, bearer: await issueToken(pool, options.tenant, 'admin', 1) })
  })
  await waitForQueries(server.baseUrl, result.position)
  return result
}

/** Prepares, sends the readings frame by frame, and answers once every query sees them. */
export const storeReadings = async <Prepared extends { position: number }>(
  options: ImportOptions,
  { kind, file, settings, series, prepare }: ReadingsToStore<Prepared>,
): Promise<{ sent: SentFrames; prepared: Prepared }> => {
  const server = await requireServer(options)
  const result = await withLog(server, async (pool, log) => {
    await requireTenant(pool, options.tenant)
    const admin = { baseUrl: server.baseUrl, bearer: await issueToken(pool, options.tenant, 'admin', 1) }
    const headBefore = await log.head()
    const fingerprint = await fingerprintOf(file, settings)
    const prepared = await prepare(admin)
    // Declared behind the preparation, so that a refused one leaves no import without readings.
    const shown = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value.slice(0, settingCharactersMax)]))
    const fileName = basename(file).slice(0, settingCharactersMax)
    const { importId } = await declareImport(admin, { kind, fileName, fingerprint, settings: shown })
    const [key = ''] = (await obtainGatewayKeys(pool, server.stateFolder, options.tenant, [importGateway])).values()
    const all = series()
    const total = all.reduce((sum, { at }) => sum + at.length, 0)
    const sent = await sendFrames({ baseUrl: server.gatewayUrl, bearer: key, importId }, framesOf(importId, all), total, headBefore)
    return { sent, prepared, completed: await completeImport(admin, importId) }
  })
  await waitForQueries(server.baseUrl, Math.max(result.completed, result.prepared.position, result.sent.position))
  return result
}

/** Options as settings of an import: those that are set, as text. */
export const settingsOf = (options: { readonly [name: string]: string | number | readonly string[] | undefined }): ImportSettings => {
  const stated = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.fromEntries(stated.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]))
}

const waitForQueries = async (baseUrl: string, position: number): Promise<void> => {
  process.stderr.write('Waiting until the read models have everything …\n')
  await waitForViews(baseUrl, position, () => {})
}
