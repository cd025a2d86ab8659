import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderOfReadModels, readModelFiles } from '../sql/read-model-files.ts'
import { filesLike, textOf } from './source-files.ts'
import { columnsOf, mismatches, programOf, typedQueries } from './sql-rows.ts'

test('a statement answers the fields of its rows, no column more and none less', () => {
  const queries = typedQueries(programOf())
  expect(queries.length).toBeGreaterThan(390)
  expect(queries.filter(({ sql }) => columnsOf(sql) !== undefined).length).toBeGreaterThan(330)
  expect(mismatches(queries)).toEqual([])
})

test('a planted column that no row has is named, and a field that no column fills', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nightflow-sql-rows-'))
  const file = join(folder, 'planted.ts')
  writeFileSync(
    file,
    `const columns = 'bill_no as "billNo", open_minor as "openMinorr"'
     declare const database: { query: <Row>(sql: string) => Promise<Row[]> }
     type Bill = { billNo: number; openMinor: number }
     export const bills = () => database.query<Bill>(\`select \${columns} from views.bills where account_no = 'a, b' order by 1\`)`,
  )
  try {
    expect(mismatches(typedQueries(programOf([file]))).map((line) => line.slice(line.indexOf('planted.ts')))).toEqual([
      'planted.ts:4: the column openMinorr is no field of the row',
      'planted.ts:4: the field openMinor of the row is no column',
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the SQL of every read model is kept for review as its declaration says it: npm run sql', () => {
  const kept = filesLike(`${folderOfReadModels}/**/*.sql`)
  expect(Object.fromEntries(kept.map((path) => [path, textOf(path)]))).toEqual(Object.fromEntries(readModelFiles()))
})
