import { tableFromIPC } from 'apache-arrow'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { columnsOfRow } from '../resource/row-columns.ts'
import { writeArrow } from './write-arrow.ts'

const columns = columnsOfRow(z.object({ position: z.int(), name: z.string().nullable() }))
const page = (first: number) =>
  Array.from({ length: 100 }, (_, index) => ({ position: first + index, name: index % 3 === 0 ? null : `näme ${index}` }))

test('pages become record batches of one stream, and unknown stays null', async () => {
  const chunks: Uint8Array[] = []
  const pages = async function* () {
    yield page(0)
    yield page(2 ** 40)
  }
  for await (const chunk of writeArrow(columns, pages())) chunks.push(chunk)
  const table = tableFromIPC(Buffer.concat(chunks))
  expect(table.batches).toHaveLength(2)
  expect(table.toArray().map((row) => row.toJSON())).toEqual([...page(0), ...page(2 ** 40)])
})

test('a page is read when the one before it was sent, so that a slow reader does not fill the memory', async () => {
  let context = 0
  const endless = async function* () {
    for (;;) {
      context += 1
      yield page(context)
    }
  }
  const chunks = writeArrow(columns, endless())
  let bytes = 0
  while (bytes < 10_000) bytes += (await chunks.next()).value!.byteLength
  await chunks.return(undefined)
  expect(context).toBeLessThan(8)
})
