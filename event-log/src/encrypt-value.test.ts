import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decryptValue, encryptValue, ofEncryptedSize, type ValuePlace } from './encrypt-value.ts'

const key = randomBytes(32)
const place: ValuePlace = {
  tenant: 'north',
  personId: '6f2f2c4e-5c39-4b7d-9c57-0b6f3a2f8f11',
  eventId: '0b6f3a2f-5c39-4b7d-9c57-6f2f2c4e8f11',
  path: 'holder.name',
}

test.each(['Ada Lovelace', '李雷', '', 'x'.repeat(10_000), 7, ['a', 'b']])('a value comes back as it was', (value) => {
  const encrypted = encryptValue(key, value, place)
  expect(decryptValue(key, encrypted, place)).toEqual({ value })
  expect(ofEncryptedSize(value).encrypted).toHaveLength(encrypted.encrypted.length)
})

test('the same value is never encrypted to the same text', () => {
  expect(encryptValue(key, 'Ada', place)).not.toEqual(encryptValue(key, 'Ada', place))
})

test('a value is not read with another key or in another place', () => {
  const encrypted = encryptValue(key, 'Ada', place)
  expect(decryptValue(randomBytes(32), encrypted, place)).toBeUndefined()
  const elsewhere: Partial<ValuePlace>[] = [{ tenant: 'south' }, { personId: place.eventId }, { eventId: place.personId }, { path: 'name' }]
  for (const other of elsewhere) expect(decryptValue(key, encrypted, { ...place, ...other })).toBeUndefined()
})

test('an altered value is not read, whichever byte was altered', () => {
  const bytes = Buffer.from(encryptValue(key, 'Ada', place).encrypted, 'base64')
  for (let index = 0; index < bytes.byteLength; index += 1) {
    const altered = Buffer.from(bytes)
    altered[index]! ^= 1
    expect(decryptValue(key, { encrypted: altered.toString('base64') }, place)).toBeUndefined()
  }
  for (const encrypted of ['', 'AQ==', 'no base64 at all', bytes.subarray(0, 30).toString('base64')])
    expect(decryptValue(key, { encrypted }, place)).toBeUndefined()
})
