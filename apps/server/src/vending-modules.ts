import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TokenResults } from '@nightflow/domain/prepaid/kept-results'
import { softwareVendor, type VendingKey } from '@nightflow/domain/prepaid/software-vendor'
import type { TokenVendor } from '@nightflow/domain/prepaid/token-vendor'
import { vendedDecider } from '@nightflow/domain/prepaid/vended-decider'
import type { EventLog } from '@nightflow/event-log/event-log'
import { executeCommand, stateOfStream } from '@nightflow/event-log/execute-command'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { TenantCode } from '@nightflow/schemas/shared/values'
import { openVendingKeys, type TwoPassphrases, type TypedVendingKey } from './sealed-vending-keys.ts'
import { StartRefusal } from './start-refusal.ts'
import { vendingKeyCiphers } from './vending-key-ciphers.ts'

/** The vending module of a tenant; undefined where it has none. */
export type VendingModules = (tenant: string) => Promise<TokenVendor | undefined>

const actor = 'policy:vending'
const random16 = 16
const fileMax = 200_000

const keyOf = ({ key, ...of }: TypedVendingKey): VendingKey => ({ ...of, bytes: Uint8Array.from(Buffer.from(key, 'hex')) })

const resultOf = (kept: typeof vendedDecider.initialState): Awaited<ReturnType<TokenResults['find']>> => {
  if (!kept) return undefined
  const { vendingId, asked, tokens, tokenIdentifier, units, roundedUpUnits } = kept
  return { requestId: vendingId, asked, vended: { tokens, tokenIdentifier, units, roundedUpUnits } }
}

/** Its results are in the log of the tenant, so that every process answers a repeat with the same tokens. */
export const resultsInLog = (log: EventLog, tenant: string): TokenResults => {
  const find: TokenResults['find'] = async (requestId) => {
    return resultOf(await stateOfStream(log, `${tenant}/prepaid-vending-${requestId}`, vendedDecider))
  }
  return {
    find,
    keep: async ({ requestId, asked, vended: { tokens, ...facts } }) => {
      const kept = await executeCommand(log, {
        decider: vendedDecider,
        ...{ tenant, actor, context: { now: new Date().toISOString(), actor, timeZone: 'UTC' } },
        command: { type: 'KeepVended', vendingId: requestId, asked, tokens: [...tokens], ...facts },
      })
      const result = isRejection(kept) ? undefined : resultOf(kept.after)
      if (!result) throw new Error('the vending module could not keep what it made')
      return result
    },
  }
}

/** A module in software with these keys. */
export const softwareModule = (log: EventLog, tenant: string, keys: readonly TypedVendingKey[]): TokenVendor =>
  softwareVendor({
    ...{ keys: keys.map(keyOf), ciphers: vendingKeyCiphers, results: resultsInLog(log, tenant) },
    random: () => randomInt(random16),
  })

/**
 * The modules of the tenants whose sealed key files are in a folder, as `<tenant>.json`. A file is opened by the first sale; its keys are in the memory of
 * this process alone. Throws `StartRefusal` where a file cannot be opened with the passphrases.
 */
export const openVendingModules = (
  log: EventLog,
  { folder, passphrases }: { folder: string; passphrases: TwoPassphrases },
): VendingModules => {
  const opened = new Map<string, Promise<TokenVendor | undefined>>()
  const open = async (tenant: string): Promise<TokenVendor | undefined> => {
    const content = await readFile(join(folder, `${TenantCode.parse(tenant)}.json`), 'utf8').catch(() => undefined)
    if (content === undefined) return undefined
    const keys = content.length > fileMax ? 'not-a-key-file' : await openVendingKeys(content, passphrases)
    if (typeof keys === 'string')
      throw new StartRefusal(`the file of vending keys of ${tenant} cannot be opened with the passphrases of the configuration.`)
    return softwareModule(log, tenant, keys)
  }
  return async (tenant) => {
    const known = opened.get(tenant) ?? open(tenant)
    opened.set(tenant, known)
    try {
      const module = await known
      // A file that comes later is found.
      if (!module) opened.delete(tenant)
      return module
    } catch (error) {
      opened.delete(tenant)
      throw error
    }
  }
}
