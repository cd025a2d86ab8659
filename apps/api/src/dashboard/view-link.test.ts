import { describe, expect, it } from 'vitest'
import { readViewLink, signViewLink } from './view-link.ts'

const secret = 'a secret of the service'
const now = new Date('2026-03-02T08:00:00Z')
const until = new Date('2026-03-03T08:00:00Z')
const link = signViewLink(secret, { tenant: 'north', by: 7, visit: null, until })

describe('a view link', () => {
  it('names its tenant until it ends', () => {
    expect(readViewLink(secret, link, now)).toMatchObject({ tenant: 'north', by: 7 })
    expect(readViewLink(secret, link, until)).toBeUndefined()
  })
  it('is refused when a letter of it was changed', () => {
    const other = Buffer.from(JSON.stringify({ tenant: 'south', until: until.getTime(), by: 7, visit: null })).toString('base64url')
    expect(readViewLink(secret, `${other}.${link.split('.')[1]}`, now)).toBeUndefined()
    expect(readViewLink(secret, `${link}x`, now)).toBeUndefined()
    expect(readViewLink(secret, `${link}.x`, now)).toBeUndefined()
    expect(readViewLink(secret, '', now)).toBeUndefined()
  })
  it('has one spelling: padding and unused bits behind its signature are refused', () => {
    const last = link.at(-1)!
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const sameBits = letters[letters.indexOf(last) ^ 1]!
    for (const spelled of [`${link}==`, `${link}=`, ` ${link}`, link.slice(0, -1) + sameBits])
      expect(readViewLink(secret, spelled, now), spelled).toBeUndefined()
  })
  it('of another service is refused', () => {
    expect(readViewLink('another secret', link, now)).toBeUndefined()
  })
})
