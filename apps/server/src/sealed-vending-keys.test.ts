import { expect, test } from 'vitest'
import { keyCheckValue, openVendingKeys, sealVendingKeys, TypedVendingKey } from './sealed-vending-keys.ts'

const key: TypedVendingKey = {
  ...{ supplyGroupCode: '123457', keyRevisionNumber: 1, keyType: 2, derivation: '04' },
  key: 'abababababababab949494949494949401234567',
}
const passphrases = ['correct horse battery', 'staple of two people'] as const
/** The least cost of scrypt, so that tests are quick. */
const cost = 2

test('two people open the keys that they sealed', async () => {
  const content = await sealVendingKeys([key], passphrases, cost)
  expect(await openVendingKeys(content, passphrases)).toEqual([key])
})

test('one person alone does not, nor two in the wrong order', async () => {
  const content = await sealVendingKeys([key], passphrases, cost)
  const [first, second] = passphrases
  for (const wrong of [
    [first, first],
    [second, second],
    [second, first],
    [first, ''],
  ] as const)
    expect(await openVendingKeys(content, wrong)).toBe('not-opened')
})

test('the file shows no key, and is another one at each ceremony', async () => {
  const [one, other] = await Promise.all([sealVendingKeys([key], passphrases, cost), sealVendingKeys([key], passphrases, cost)])
  expect(one.includes(key.key) || one.includes('123457')).toBe(false)
  expect(one).not.toBe(other)
})

test('a file that was changed does not open, whichever field it is', async () => {
  const content = JSON.parse(await sealVendingKeys([key], passphrases, cost)) as Record<string, unknown>
  const salts = content.salts as string[]
  const otherHex = (text: string) => (text.startsWith('0') ? '1' : '0') + text.slice(1)
  const changes = {
    cost: 4,
    salts: [otherHex(salts[0]!), salts[1]],
    nonce: otherHex(String(content.nonce)),
    tag: otherHex(String(content.tag)),
    sealed: Buffer.from('other content').toString('base64'),
  }
  for (const [field, value] of Object.entries(changes))
    expect(await openVendingKeys(JSON.stringify({ ...content, [field]: value }), passphrases), field).toBe('not-opened')
})

test('a file of another form is none, nor one whose cost would stop the server', async () => {
  const content = JSON.parse(await sealVendingKeys([key], passphrases, cost)) as object
  for (const other of [
    '',
    'text',
    '[]',
    '{}',
    JSON.stringify({ ...content, cost: 2 ** 30 }),
    JSON.stringify({ ...content, cost: 3 }),
    JSON.stringify({ ...content, more: 1 }),
  ])
    expect(await openVendingKeys(other, passphrases)).toBe('not-a-key-file')
})

test('a key has the length of its derivation', () => {
  const isKey = (changes: object): boolean => TypedVendingKey.safeParse({ ...key, ...changes }).success
  expect([isKey({}), isKey({ derivation: '02' }), isKey({ derivation: '02', key: 'abababababababab' })]).toEqual([true, false, true])
  expect([isKey({ key: `${key.key.slice(1)}x` }), isKey({ keyRevisionNumber: 10 }), isKey({ supplyGroupCode: '1' })]).toEqual([
    false,
    false,
    false,
  ])
})

test('equal keys have the same check value, others another one', () => {
  expect(keyCheckValue(key.key)).toMatch(/^[0-9a-f]{6}$/)
  expect(keyCheckValue(key.key.toUpperCase())).toBe(keyCheckValue(key.key))
  expect(keyCheckValue('abababababababab')).not.toBe(keyCheckValue(key.key))
})
