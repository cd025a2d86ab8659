import { basename } from 'node:path'
import { obtainGatewayKeys } from '@nightflow/server/gateway-keys'
import { requireTenant, withLog } from '../shared/database.ts'
import { issueToken } from '../shared/issue-token.ts'
import { requireServer, type ServerOptions, waitForViews } from '../shared/running-server.ts'
import { type MeterRegisters, parseDaiadRegisters } from './daiad-registers.ts'
import { completeImport, declareImport, fingerprintOf } from './declare-import.ts'
import { importGateway } from './import-flows.ts'
import { framesOf } from './import-frames.ts'
import { readLines } from './read-lines.ts'
import { registerMeters } from './register-meters.ts'
import { describeSent, sendFrames } from './send-frames.ts'
import { wallClockOf } from './wall-clock.ts'

export const registerFormats = ['daiad'] as const
export type RegisterFormat = (typeof registerFormats)[number]

/** Household meters of the DAIAD trials are DN 15. */
const caliberMillimetres = 15

const describeFlags = (meters: readonly MeterRegisters[]): string[] => {
  const count = (word: string) => meters.reduce((sum, { flags }) => sum + flags.filter((flag) => flag === word).length, 0)
  const ambiguous = count('ambiguous-time')
  const skipped = count('skipped-time')
  return [
    ...(ambiguous > 0
      ? [
          `${ambiguous} readings in the hour that autumn repeats cannot be told apart by their order; they count for its first pass, flagged ambiguous-time.`,
        ]
      : []),
    ...(skipped > 0 ? [`${skipped} readings stand in the hour that spring skips; they are flagged skipped-time.`] : []),
  ]
}

export type ImportRegisters = ServerOptions & { tenant: string; timezone: string; format: RegisterFormat }

/** `import-registers`: answers the lines to print once every query sees the import. */
export const importRegisters = async (file: string, options: ImportRegisters): Promise<string[]> => {
  const meters = await parseDaiadRegisters(file, readLines(file), wallClockOf(options.timezone))
  const server = await requireServer(options)
  const { sent, position, registered } = await withLog(server, async (pool, log) => {
    await requireTenant(pool, options.tenant)
    const admin = { baseUrl: server.baseUrl, bearer: await issueToken(pool, options.tenant, 'admin', 1) }
    const headBefore = await log.head()
    const settings = { format: options.format, timezone: options.timezone }
    const fingerprint = await fingerprintOf(file, settings)
    const { importId } = await declareImport(admin, { kind: 'registers', fileName: basename(file), fingerprint, settings })
    const details = meters.map(({ number }) => ({ number, timeZone: options.timezone, caliberMillimetres }))
    const prepared = await registerMeters(admin, details)
    const [key = ''] = (await obtainGatewayKeys(pool, server.stateFolder, options.tenant, [importGateway])).values()
    const series = meters.map(({ number, at, litres, flags }) => ({ meter: number, at, litres, flags }))
    const answers = await sendFrames({ baseUrl: server.gatewayUrl, bearer: key, importId }, [...framesOf(importId, series)], headBefore)
    const completed = await completeImport(admin, importId)
    return { sent: answers, position: Math.max(completed, prepared.position, answers.position), registered: prepared.registered }
  })
  process.stderr.write('Waiting until the views have seen everything …\n')
  await waitForViews(server.baseUrl, position, () => {})
  return [...describeSent(sent), ...describeFlags(meters), `${meters.length} meters, ${registered} of them new.`]
}
