import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventLog } from '@nightflow/event-log/event-log'
import { sealVendingKeys, type TwoPassphrases, type TypedVendingKey } from '@nightflow/server/sealed-vending-keys'
import { openVendingModules, type VendingModules } from '@nightflow/server/vending-modules'

/** The vending keys of the published suites. */
export const suiteKeys: readonly TypedVendingKey[] = [
  { supplyGroupCode: '123456', keyRevisionNumber: 1, keyType: 2, derivation: '02', key: 'abababababababab' },
  { supplyGroupCode: '123457', keyRevisionNumber: 1, keyType: 2, derivation: '04', key: 'abababababababab949494949494949401234567' },
  { supplyGroupCode: '123457', keyRevisionNumber: 2, keyType: 2, derivation: '04', key: 'abababababababab949494949494949401234567' },
]

const passphrases: TwoPassphrases = ['first of two people', 'second of two people']
/** Costs of a real ceremony would take seconds. */
const lowCost = 2 ** 10

/** A folder with the sealed key file of one tenant, as a ceremony writes it. */
export const sealedFolderOf = async (tenant: string): Promise<{ folder: string; passphrases: TwoPassphrases }> => {
  const folder = await mkdtemp(join(tmpdir(), 'nightflow-vending-'))
  await writeFile(join(folder, `${tenant}.json`), await sealVendingKeys(suiteKeys, passphrases, lowCost), { mode: 0o600 })
  return { folder, passphrases }
}

/** Modules for a test, opened from sealed files. */
export const vendingOf = async (tenant: string): Promise<(log: EventLog) => VendingModules> => {
  const sealed = await sealedFolderOf(tenant)
  return (log) => openVendingModules(log, sealed)
}
