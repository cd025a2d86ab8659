import { describe, expect, test } from 'vitest'
import { CopyBuffer } from './copy-rows.ts'

/** The texts of rows with one column, as PostgreSQL's binary COPY format lays them down. */
const textsIn = (message: Buffer): string[] => {
  const texts: string[] = []
  // A signature of 11 bytes and two words come first; every row begins with its number of columns, the end is -1.
  for (let at = 19; message.readInt16BE(at) === 1; ) {
    const length = message.readInt32BE(at + 2)
    texts.push(message.toString('utf8', at + 6, at + 6 + length))
    at += 6 + length
  }
  return texts
}

describe('text in a binary COPY', () => {
  test.each([
    ['short', ['', 'gateway-7', 'Zähler', '水表 7', '💧', 'before ü after']],
    ['long', ['a'.repeat(64), 'a'.repeat(65), `${'a'.repeat(63)}ü`, '水'.repeat(300)]],
  ])('comes out as it went in, %s ones', (_, texts) => {
    const rows = new CopyBuffer([['name', 'text']])
    for (const text of texts) rows.add(text)
    expect(textsIn(rows.finish())).toEqual(texts)
  })

  test('finds room wherever the buffer ends', () => {
    const rows = new CopyBuffer([['name', 'text']])
    const texts = Array.from({ length: 20_000 }, (_, place) => (place % 2 ? `ü${place}` : `meter ${place}`))
    for (const text of texts) rows.add(text)
    expect(textsIn(rows.finish())).toEqual(texts)
  })
})
