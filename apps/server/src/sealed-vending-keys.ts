import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { SupplyGroupCode } from '@nightflow/schemas/prepaid/sts-identifiers'
import { z } from 'zod'

const keyBytes: Record<'02' | '04', number> = { '02': 8, '04': 20 }

/** A vending key as it is typed at the ceremony: 8 bytes for DKGA02, 20 bytes for DKGA04, hexadecimal. */
export const TypedVendingKey = z
  .strictObject({
    supplyGroupCode: SupplyGroupCode,
    keyRevisionNumber: z.int().min(1).max(9),
    keyType: z.literal([1, 2, 3]),
    derivation: z.enum(['02', '04']),
    key: z
      .string()
      .max(40)
      .regex(/^([0-9a-f]{2})+$/i),
  })
  .refine(({ derivation, key }) => key.length === 2 * keyBytes[derivation])
export type TypedVendingKey = z.infer<typeof TypedVendingKey>

/** Keys of one file. */
export const vendingKeysMax = 100
const VendingKeys = z.array(TypedVendingKey).min(1).max(vendingKeysMax)

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`))
/** Costs above these would let a forged file stop the server. */
const Sealed = z.strictObject({
  format: z.literal('nightflow-vending-keys-1'),
  cost: z
    .int()
    .min(2)
    .max(2 ** 18)
    .refine((cost) => Number.isInteger(Math.log2(cost))),
  salts: z.tuple([hex(16), hex(16)]),
  nonce: hex(12),
  tag: hex(16),
  sealed: z.base64().max(100_000),
})
type Sealed = z.infer<typeof Sealed>

/** Passphrases of two people. Neither alone opens the file. */
export type TwoPassphrases = readonly [first: string, second: string]

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
const defaultCost = 2 ** 17
const blockSize = 8

/** The exclusive or of two keys, one for each person: half of it says nothing about the whole. One after the other, since each takes 128 MB. */
const sealingKey = async ([first, second]: TwoPassphrases, salts: readonly [string, string], cost: number): Promise<Buffer> => {
  const options = { N: cost, r: blockSize, p: 1, maxmem: 256 * (cost + 64) * blockSize }
  const keyOf = (passphrase: string, salt: string) => derive(passphrase.normalize('NFC'), Buffer.from(salt, 'hex'), 32, options)
  const one = await keyOf(first, salts[0])
  const other = await keyOf(second, salts[1])
  return Buffer.from(one.map((byte, place) => byte ^ other[place]!))
}

const boundTo = ({ format, cost, salts }: Pick<Sealed, 'format' | 'cost' | 'salts'>): Buffer =>
  Buffer.from(JSON.stringify([format, cost, salts]))

/** The content of a key file: AES-256-GCM under a key that scrypt derives from two passphrases. */
export const sealVendingKeys = async (
  keys: readonly TypedVendingKey[],
  passphrases: TwoPassphrases,
  cost: number = defaultCost,
): Promise<string> => {
  const salts: [string, string] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]
  const head = { format: 'nightflow-vending-keys-1' as const, cost, salts }
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await sealingKey(passphrases, salts, cost), nonce).setAAD(boundTo(head))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(VendingKeys.parse(keys)), 'utf8'), cipher.final()])
  const tail = { nonce: nonce.toString('hex'), tag: cipher.getAuthTag().toString('hex'), sealed: sealed.toString('base64') }
  return `${JSON.stringify({ ...head, ...tail }, null, 2)}\n`
}

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The keys of a file; `not-a-key-file`, or `not-opened` where a passphrase is wrong or the file was changed. */
export const openVendingKeys = async (
  content: string,
  passphrases: TwoPassphrases,
): Promise<TypedVendingKey[] | 'not-a-key-file' | 'not-opened'> => {
  const parsed = Sealed.safeParse(parsedJson(content))
  if (!parsed.success) return 'not-a-key-file'
  const { nonce, tag, sealed, ...head } = parsed.data
  const key = await sealingKey(passphrases, head.salts, head.cost)
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'hex')).setAAD(boundTo(head)).setAuthTag(Buffer.from(tag, 'hex'))
  try {
    const clear = decipher.update(sealed, 'base64', 'utf8') + decipher.final('utf8')
    return VendingKeys.parse(parsedJson(clear))
  } catch {
    return 'not-opened'
  }
}

/** Six hexadecimal digits by which people compare a key without seeing it. */
export const keyCheckValue = (key: string): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update('key check value').digest('hex').slice(0, 6)
