import { readFileSync } from 'node:fs'
import type { TokenVendor } from '@nightflow/domain/prepaid/token-vendor'
import type { EventLog } from '@nightflow/event-log/event-log'
import { StartRefusal } from '../start-refusal.ts'
import { openVendingModules, resultsInLog, type VendingModules } from '../vending-modules.ts'
import { hsmVendor } from './hsm-vendor.ts'
import { httpVendor } from './http-vendor.ts'
import { connectThrift } from './thrift-connection.ts'
import { openTokenApi } from './token-api.ts'
import type { SupplyGroups, VendingConfiguration } from './vending-settings.ts'

/** A module that took longer counts as silent; the sale is finished later, under the same identifier. */
const millisecondsMax = 10_000

type VendorOf = (tenant: string, supplyGroups: ReadonlySet<string>) => TokenVendor

/** One vendor for each tenant that is named, and as long as the process runs: repeats that arrive together wait for each other in it. */
const byTenant = (groups: SupplyGroups, open: VendorOf): VendingModules => {
  const vendors = new Map([...groups].map(([tenant, codes]) => [tenant, open(tenant, codes)]))
  return async (tenant) => vendors.get(tenant)
}

const certificatesOf = (path: string | undefined): string | undefined => {
  if (path === undefined) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new StartRefusal(`NIGHTFLOW_HSM_CA names ${path}, which cannot be read.`)
  }
}

const securityModule = (given: VendingConfiguration, log: EventLog): VendingModules | undefined => {
  const { hsmAddress, hsmRealm: realm, hsmUser: username, hsmPassword: password, hsmTenants } = given
  if (hsmAddress === undefined || username === undefined || password === undefined || hsmTenants === undefined) return undefined
  const [, host = '', port] = /^(.+):(\d+)$/.exec(hsmAddress)!
  const ca = certificatesOf(given.hsmCa)
  const connection = connectThrift({ host: host.replace(/^\[|\]$/g, ''), port: Number(port), ca, millisecondsMax })
  const api = openTokenApi(connection, { realm, username, password })
  return byTenant(hsmTenants, (tenant, supplyGroups) => hsmVendor({ api, results: resultsInLog(log, tenant), supplyGroups }))
}

const vendorApi = (
  { vendingApiUrl, vendingApiKey: key, vendingApiTenants }: VendingConfiguration,
  log: EventLog,
): VendingModules | undefined => {
  if (vendingApiUrl === undefined || key === undefined || vendingApiTenants === undefined) return undefined
  const url = new URL(vendingApiUrl)
  return byTenant(vendingApiTenants, (tenant, supplyGroups) =>
    httpVendor({ ...{ url, key, supplyGroups, millisecondsMax }, results: resultsInLog(log, tenant) }),
  )
}

const sealedKeys = (given: VendingConfiguration, log: EventLog): VendingModules | undefined => {
  const { vendingKeys: folder, vendingPassphrase1, vendingPassphrase2 } = given
  if (folder === undefined || vendingPassphrase1 === undefined || vendingPassphrase2 === undefined) return undefined
  return openVendingModules(log, { folder, passphrases: [vendingPassphrase1, vendingPassphrase2] })
}

/** The vending modules of this process, undefined where none is configured. A tenant of the security module or of a vendor has no other. */
export const vendingOf = (given: VendingConfiguration, log: EventLog): VendingModules | undefined => {
  const ways = [securityModule, vendorApi, sealedKeys].flatMap((open) => open(given, log) ?? [])
  if (ways.length === 0) return undefined
  return async (tenant) => {
    for (const way of ways) {
      const vendor = await way(tenant)
      if (vendor) return vendor
    }
    return undefined
  }
}
