import { describe, expect, test } from 'vitest'
import { DecimalEvidence, isMissing, parseNumber } from './number-cell.ts'
import { tableOfLines } from './open-table.ts'

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split('\n')
}
const markOf = async (separator: string, ...cells: string[]) => {
  const table = await tableOfLines('t.csv', () => linesOf(`t${separator}a\n`))
  const evidence = new DecimalEvidence()
  for (const [at, cell] of cells.entries()) evidence.add(cell, at + 2, 1)
  return evidence.decide(table)
}

describe('numbers of a file', () => {
  test('show their decimal mark', async () => {
    expect(await markOf(';', '1', '2,5')).toBe(',')
    expect(await markOf(';', '1.234,5')).toBe(',')
    expect(await markOf(';', '1,234.5')).toBe('.')
    expect(await markOf(';', '1.234.567')).toBe(',')
    expect(await markOf('\t', '0.250', '3.275')).toBe('.')
    expect(await markOf(',', '3.275')).toBe('.')
    expect(await markOf(';', '12', '13')).toBe('.')
  })

  test('that may be thousands or decimals are not guessed, because the wrong guess is a factor of a thousand', async () => {
    await expect(markOf(';', '1,234', '2,345')).rejects.toThrow('t.csv, line 2, column 2 (a): "1,234" may be a thousand')
    await expect(markOf(';', '182.941')).rejects.toThrow('name the decimal mark with --decimal')
    await expect(markOf(';', '1.5', '1,5')).rejects.toThrow(
      'line 3, column 2 (a): "1,5" has a decimal comma and "1.5" (line 2) a decimal point',
    )
  })

  test('are read with their groups, and nothing else is a number', () => {
    expect(parseNumber('1.234,5', ',')).toBe(1234.5)
    expect(parseNumber('1 234,5', ',')).toBe(1234.5)
    expect(parseNumber('1\u202f234\u202f567', ',')).toBe(1_234_567)
    expect(parseNumber("1'234.5", '.')).toBe(1234.5)
    expect(parseNumber('2e+05', '.')).toBe(200_000)
    expect(parseNumber('-,5', ',')).toBe(-0.5)
    for (const text of ['1.5', '1.23.4', '0x10', '1,2,3', 'x', '', '12 34']) expect(parseNumber(text, ','), text).toBeUndefined()
    expect(parseNumber('1,5', '.')).toBeUndefined()
  })

  test('that are missing are known by usual words, or by one that is named', () => {
    for (const text of ['', ' ', '-', 'NA', 'n/a', 'NaN', 'null', '#N/A', '无']) expect(isMissing(text), text).toBe(true)
    for (const text of ['0', '-1', '-999', 'x']) expect(isMissing(text), text).toBe(false)
    expect(isMissing('-999.0', ['-999'])).toBe(true)
    expect(isMissing('offline', ['offline'])).toBe(true)
  })
})
