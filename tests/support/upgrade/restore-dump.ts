import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Pool } from 'pg'
import type { KeptAnswers } from './kept-answers.ts'

const readPacked = (file: string): string => gunzipSync(readFileSync(new URL(`dumps/${file}.gz`, import.meta.url))).toString('utf8')

/** Fills an empty database with what the server of a commit wrote (`write-dump.ts`), and answers what that server answered from it. */
export const restoreDump = async (pool: Pool, commit: string): Promise<KeptAnswers> => {
  await pool.query(readPacked(`${commit}.sql`))
  return JSON.parse(readPacked(`${commit}.answers.json`)) as KeptAnswers
}
