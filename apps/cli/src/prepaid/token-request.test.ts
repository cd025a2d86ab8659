import { describe, expect, test } from 'vitest'
import { requestedContent, type TokenRequest, testContent } from './token-request.ts'

const sale: TokenRequest = { class: '0', subclass: 1, baseDate: 1993, at: '2004-03-01T14:05:00Z', random: 5, amount: '0.1' }
const management: TokenRequest = { class: '2', subclass: 0, baseDate: 1993, at: '2004-03-01T14:05:00Z', random: 5 }

describe('the content that the options of sts-token name', () => {
  test('is a sale in tenths of a cubic metre, or in the smallest part of money', () => {
    expect(requestedContent(sale)).toMatchObject({ content: { subclass: 1, tokenIdentifier: 5_871_725, amountCode: 1 }, perWhole: 10 })
    expect(requestedContent({ ...sale, subclass: 5 })).toMatchObject({ content: { subclass: 5, amountCode: 10_000 }, perWhole: 100_000 })
  })
  test('is a register or a value', () => {
    expect(requestedContent({ ...management, register: 'FFFF' }).content).toMatchObject({ register: 0xffff })
    expect(requestedContent({ ...management, amount: '20000' }).content).toMatchObject({ register: 0x416a })
    expect(requestedContent({ ...management, subclass: 5 }).content).toMatchObject({ subclass: 5, register: 0 })
  })
  test('is a test with its control field, all tests by default', () => {
    expect(testContent({ ...management, class: '1' })).toMatchObject({ control: 0xf_ffff_ffff, manufacturerCode: 0 })
    expect(testContent({ ...management, class: '1', subclass: 1, control: '400', manufacturer: 9999 })).toMatchObject({ control: 0x400 })
  })
  test('has a random number and the time now where they are left out', () => {
    const { at, random, ...later } = { ...sale, baseDate: 2014 as const }
    const { content } = requestedContent(later)
    expect(content).toMatchObject({ random: expect.any(Number) })
    expect(at && random && 'tokenIdentifier' in content ? content.tokenIdentifier : 0).toBeGreaterThan(6_778_254)
  })
})

describe('options that name no token', () => {
  const refused = (request: TokenRequest): string => {
    try {
      const made = request.class === '1' ? testContent(request) : requestedContent(request)
      return JSON.stringify(made)
    } catch (error) {
      return (error as Error).message
    }
  }
  test.each([
    [{ ...sale, subclass: 8 }, '--subclass of class 0 is 0 to 7; water is 1.'],
    [{ ...sale, amount: '-1' }, '--amount must be a number such as 12.5, not negative.'],
    [{ ...sale, amount: '1820162.5' }, 'A token carries at most 18201624 units.'],
    [{ ...sale, at: '1992-12-31T23:59:00Z' }, 'The time is before the base date 1993 of the meter.'],
    [
      { ...sale, at: '2024-11-24T20:16:00Z' },
      'The base date 1993 of the meter has no token identifiers left. Change the key of the meter to a later base date.',
    ],
    [{ ...management, subclass: 3 }, '--subclass of class 2 is 0, 1, 2, 5, 6 or 7; for a key change there is `nightflow sts-key-change`.'],
    [{ ...management, register: '1', amount: '1' }, 'name --register or --amount, not both.'],
    [management, 'name the value with --amount, or the register with --register.'],
    [{ ...management, register: '10000' }, '--register must be hexadecimal digits, at most ffff.'],
    [{ ...management, class: '1' as const, subclass: 2 }, '--subclass of class 1 is 0 or 1.'],
    [{ ...management, class: '1' as const, control: '1000000000' }, '--control must be hexadecimal digits, at most fffffffff.'],
    [{ ...management, class: '1' as const, manufacturer: 100 }, '--manufacturer is at most 99 here.'],
  ])('are refused: %o', (request, sentence) => expect(refused(request)).toBe(sentence))
})
