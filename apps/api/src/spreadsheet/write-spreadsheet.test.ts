import { read, utils } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { writeSpreadsheet } from './write-spreadsheet.ts'

const signal = new AbortController().signal

async function* batchesOf(...batches: Record<string, unknown>[][]) {
  yield* batches
}

const sheetOf = (bytes: Buffer) => Object.values(read(bytes).Sheets)[0]!
const cellsOf = (bytes: Buffer) => utils.sheet_to_json<unknown[]>(sheetOf(bytes), { header: 1, defval: null })

test('a sheet has the heads and the words of its reader, and all batches', async () => {
  const rows = batchesOf([{ name: 'Mill', status: '0', hidden: 1 }], [{ name: 'Weir', status: '1' }])
  const { bytes } = await writeSpreadsheet(
    rows,
    { heads: { status: 'State', name: 'Name' }, words: { status: { '0': 'In use' } } },
    { signal },
  )
  expect(cellsOf(bytes)).toEqual([
    ['State', 'Name'],
    ['In use', 'Mill'],
    ['1', 'Weir'],
  ])
})

test('numbers, truth, absence and structures keep what they are, and texts are never formulas or markup', async () => {
  const row = { number: -3.5, truth: true, absent: null, parts: { a: [1] }, formula: '=1+1', markup: '<b>&"]]>', control: 'a\u0000b\ud800' }
  const { bytes } = await writeSpreadsheet(batchesOf([row]), {}, { signal })
  expect(cellsOf(bytes)[1]).toEqual([-3.5, true, null, '{"a":[1]}', '=1+1', '<b>&"]]>', 'a\ufffdb\ufffd'])
  expect(sheetOf(bytes).E2).toMatchObject({ t: 's', v: '=1+1' })
  expect(sheetOf(bytes).E2).not.toHaveProperty('f')
})

test('amounts are in units of the currency under heads in words, and whole hundredths under the names of their fields', async () => {
  const row = { totalMinor: 12_345, litres: 500 }
  const spoken = await writeSpreadsheet(batchesOf([row]), { heads: { totalMinor: 'Total', litres: 'Litres' } }, { signal })
  expect(cellsOf(spoken.bytes)).toEqual([
    ['Total', 'Litres'],
    [123.45, 500],
  ])
  const plain = await writeSpreadsheet(batchesOf([row]), {}, { signal })
  expect(cellsOf(plain.bytes)[1]).toEqual([12_345, 500])
})

test('no rows are a sheet with its heads', async () => {
  expect(cellsOf((await writeSpreadsheet(batchesOf(), { heads: { name: 'Name' } }, { signal })).bytes)).toEqual([['Name']])
  expect(cellsOf((await writeSpreadsheet(batchesOf(), {}, { signal })).bytes)).toEqual([])
})

test('writing stops when its signal aborts, and the source of the rows is closed', async () => {
  const leaving = new AbortController()
  let isClosed = false
  async function* endless() {
    try {
      for (;;) yield [{ name: 'Mill' }]
    } finally {
      isClosed = true
    }
  }
  const written = writeSpreadsheet(
    endless(),
    {},
    { signal: leaving.signal, onRows: (rows) => rows === 5 && leaving.abort(new Error('left')) },
  )
  await expect(written).rejects.toThrow('left')
  expect(isClosed).toBe(true)
})
