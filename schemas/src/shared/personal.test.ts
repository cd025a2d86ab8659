import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { maskTelephone, PersonId, personal, personalFieldsOf, replacePersonal } from './personal.ts'
import { text } from './text.ts'

const Holder = z.object({ personId: PersonId, name: personal(text(50), 'name'), telephone: personal(text(20), 'telephone').optional() })
const Account = z.object({ number: text(20), holder: Holder.nullable(), owners: z.array(Holder).max(5).optional() })
const personId = '6f2f2c4e-5c39-4b7d-9c57-0b6f3a2f8f11'

describe('personal fields', () => {
  test('a marked field is nullable, and keeps what it refuses', () => {
    expect(Holder.safeParse({ personId, name: null }).success).toBe(true)
    expect(Holder.safeParse({ personId, name: 'x'.repeat(51) }).success).toBe(false)
    expect(Holder.safeParse({ personId }).success).toBe(false)
  })

  test('every marked field is found, through lists and wrappers and in schemas that were made from others', () => {
    expect(personalFieldsOf(Account)).toEqual([
      { path: 'holder.name', kind: 'name', hasPersonId: true },
      { path: 'holder.telephone', kind: 'telephone', hasPersonId: true },
      { path: 'owners.name', kind: 'name', hasPersonId: true },
      { path: 'owners.telephone', kind: 'telephone', hasPersonId: true },
    ])
    expect(personalFieldsOf(Holder.omit({ personId: true }).partial())).toMatchObject([
      { path: 'name', hasPersonId: false },
      { path: 'telephone', hasPersonId: false },
    ])
    expect(personalFieldsOf(z.object({ number: text(20) }))).toEqual([])
  })

  test('personal values are replaced where they are, and nothing else is', () => {
    const account = { number: '7', holder: { personId, name: 'Ada' }, owners: [{ personId, name: 'Ben', telephone: null }] }
    const seen: unknown[] = []
    const masked = replacePersonal(Account, account, (found) => {
      seen.push([found.path, found.kind, found.personId, found.value])
      return found.value === null ? null : '…'
    })
    expect(masked).toEqual({ number: '7', holder: { personId, name: '…' }, owners: [{ personId, name: '…', telephone: null }] })
    expect(seen).toEqual([
      ['holder.name', 'name', personId, 'Ada'],
      ['owners.0.name', 'name', personId, 'Ben'],
      ['owners.0.telephone', 'telephone', personId, null],
    ])
    expect(account.holder.name).toBe('Ada')
    expect(replacePersonal(Account, { number: '7', holder: null }, () => 'never')).toEqual({ number: '7', holder: null })
  })
})

test('a masked telephone keeps the last third of its digits at most', () => {
  expect(['13800138000', '0471 12345', '112', ''].map(maskTelephone)).toEqual(['********000', '*******345', '**2', ''])
})
