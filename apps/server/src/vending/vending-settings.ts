import { z } from 'zod'
import type { Setting } from '../setting.ts'
import { StartRefusal } from '../start-refusal.ts'

/** The settings of vending modules: sealed keys, a security module, and the API of a vendor. */
export const vendingSettings = {
  vendingKeys: {
    variable: 'NIGHTFLOW_VENDING_KEYS',
    purpose: 'folder of the sealed vending keys of the tenants, `<tenant>.json`; without it no tokens are sold',
    allowed: 'a path',
  },
  vendingPassphrase1: {
    variable: 'NIGHTFLOW_VENDING_PASSPHRASE_ONE',
    purpose: 'passphrase of the first person of the key ceremony',
    allowed: '12 to 1024 characters',
    isSecret: true,
  },
  vendingPassphrase2: {
    variable: 'NIGHTFLOW_VENDING_PASSPHRASE_TWO',
    purpose: 'passphrase of the second person of the key ceremony',
    allowed: '12 to 1024 characters',
    isSecret: true,
  },
  hsmAddress: {
    variable: 'NIGHTFLOW_HSM_ADDRESS',
    purpose: 'security module with the TokenAPI of Prism, over TLS',
    allowed: 'a host and a port such as hsm.example.org:9443',
  },
  hsmRealm: {
    variable: 'NIGHTFLOW_HSM_REALM',
    purpose: 'realm of the sign-in to the security module',
    allowed: '1 to 40 letters and digits',
  },
  hsmUser: { variable: 'NIGHTFLOW_HSM_USER', purpose: 'user of the security module', allowed: '1 to 40 letters and digits' },
  hsmPassword: {
    variable: 'NIGHTFLOW_HSM_PASSWORD',
    purpose: 'password of that user',
    allowed: '1 to 55 printable characters',
    isSecret: true,
  },
  hsmCa: {
    variable: 'NIGHTFLOW_HSM_CA',
    purpose: 'file of certificates, as PEM, by which the security module is known; those of the system without it',
    allowed: 'a path',
  },
  hsmTenants: {
    variable: 'NIGHTFLOW_HSM_TENANTS',
    purpose: 'tenants that sell through the security module, each with a supply group; a tenant with several is named several times',
    allowed: 'tenant:group pairs joined by commas, such as riverbend:123457,riverbend:123458',
  },
  vendingApiUrl: {
    variable: 'NIGHTFLOW_VENDING_API_URL',
    purpose: 'HTTP API of a vendor of tokens',
    allowed: 'an https URL, or an http URL of localhost, without user and password',
    isSecret: true,
  },
  vendingApiKey: {
    variable: 'NIGHTFLOW_VENDING_API_KEY',
    purpose: 'key of that API',
    allowed: '16 to 1024 printable characters without blanks',
    isSecret: true,
  },
  vendingApiTenants: {
    variable: 'NIGHTFLOW_VENDING_API_TENANTS',
    purpose: 'tenants that sell through that API, each with a supply group',
    allowed: 'tenant:group pairs joined by commas, such as lakes:600675',
  },
} satisfies Record<string, Setting>

/** Tenants with the supply groups of which they sell. One module has the keys of several utilities, so that a group is named for its own alone. */
export type SupplyGroups = ReadonlyMap<string, ReadonlySet<string>>

const pairs = z
  .string()
  .max(10_000)
  .regex(/^[a-z0-9-]{1,64}:\d{6}(\s*,\s*[a-z0-9-]{1,64}:\d{6})*$/)
  .transform((text): SupplyGroups => {
    const groups = new Map<string, Set<string>>()
    for (const pair of text.split(',')) {
      const [tenant = '', group = ''] = pair.trim().split(':')
      groups.set(tenant, (groups.get(tenant) ?? new Set()).add(group))
    }
    return groups
  })

const passphrase = z.string().min(12).max(1_024).optional()
const identifier = z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9_.,-]{0,39}$/)
const isOfVendor = (text: string): boolean => {
  const url = URL.parse(text)
  const isNear = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return url !== null && (url.protocol === 'https:' || isNear) && url.username === '' && url.password === ''
}

/** Of the configuration. */
export const vendingConfiguration = {
  vendingKeys: z.string().min(1).max(4_096).optional(),
  vendingPassphrase1: passphrase,
  vendingPassphrase2: passphrase,
  hsmAddress: z
    .string()
    .regex(/^([a-zA-Z0-9._-]{1,253}|\[[0-9a-fA-F:.]+\]):\d{1,5}$/)
    .optional(),
  hsmRealm: identifier.default('local'),
  hsmUser: identifier.optional(),
  hsmPassword: z
    .string()
    .regex(/^[\x20-\x7e]{1,55}$/)
    .optional(),
  hsmCa: z.string().min(1).max(4_096).optional(),
  hsmTenants: pairs.optional(),
  vendingApiUrl: z.string().max(2_000).refine(isOfVendor).optional(),
  vendingApiKey: z
    .string()
    .regex(/^[\x21-\x7e]{16,1024}$/)
    .optional(),
  vendingApiTenants: pairs.optional(),
}
const Vending = z.object(vendingConfiguration)
export type VendingConfiguration = z.output<typeof Vending>

const together: readonly (readonly (keyof VendingConfiguration)[])[] = [
  ['vendingKeys', 'vendingPassphrase1', 'vendingPassphrase2'],
  ['hsmAddress', 'hsmUser', 'hsmPassword', 'hsmTenants'],
  ['vendingApiUrl', 'vendingApiKey', 'vendingApiTenants'],
]
const variableOf = (name: keyof VendingConfiguration): string => vendingSettings[name].variable

/** Throws `StartRefusal` where settings that belong together are not set together, or where a supply group or a tenant has two modules. */
export const refuseVending = (given: VendingConfiguration): void => {
  for (const names of together)
    if (new Set(names.map((name) => given[name] === undefined)).size > 1) {
      const all = names.map(variableOf)
      throw new StartRefusal(
        `${all.slice(0, -1).join(', ')} and ${all.at(-1)} belong together: set all of them, or none to sell no tokens that way.`,
      )
    }
  const seen = new Map<string, string>()
  for (const groups of [given.hsmTenants, given.vendingApiTenants])
    for (const [tenant, codes] of groups ?? []) {
      if (groups === given.vendingApiTenants && given.hsmTenants?.has(tenant))
        throw new StartRefusal(
          `the tenant ${tenant} has two vending modules: name it in one of NIGHTFLOW_HSM_TENANTS and NIGHTFLOW_VENDING_API_TENANTS.`,
        )
      for (const code of codes) {
        if (seen.has(code)) throw new StartRefusal(`the supply group ${code} is named for two tenants: a group belongs to one.`)
        seen.set(code, tenant)
      }
    }
}
