import pg from 'pg'
import type { Page } from 'playwright'
import { afterAll } from 'vitest'
import { answerChallenge } from '../support/api/back-office.ts'
import { lane } from './lane.ts'
import { text } from './texts.ts'

/** Reads from the service's database what only a telephone or a pair of eyes would learn. One connection per test file. */
export const serviceDatabase = (): pg.Pool => {
  const pool = new pg.Pool({ connectionString: lane().databaseUrl, max: 1 })
  afterAll(() => pool.end())
  return pool
}

/** Makes 7 the answer of the captcha that is shown, and types it: pictures are for people, and their answers are kept as hashes. */
export const solveCaptcha = async (page: Page, pool: pg.Pool): Promise<void> => {
  await page.getByRole('img', { name: text('session:captchaImage') }).waitFor()
  const { rows } = await pool.query<{ id: string }>(
    `select id from platform.challenges where kind = 'captcha' order by created_at desc limit 1`,
  )
  await answerChallenge(pool, rows[0]!.id, '7')
  await page.getByLabel(text('session:captchaSum'), { exact: true }).fill('7')
}

/** Types name and password and solves the captcha, as a person would, and presses the button. */
export const signInByHand = async (page: Page, pool: pg.Pool, username: string, password: string): Promise<void> => {
  await page.getByLabel(text('session:username'), { exact: true }).last().fill(username)
  await page.getByLabel(text('session:password'), { exact: true }).fill(password)
  await solveCaptcha(page, pool)
  await page.getByRole('button', { name: text('session:signIn'), exact: true }).click()
}

/** The code that was sent to a telephone: without a gateway for messages the service keeps what it would have sent. */
export const codeSentTo = async (pool: pg.Pool, phone: string): Promise<string> => {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
    const { rows } = await pool.query<{ body: string }>(
      `select body from platform.outbox where recipient like '%' || $1 order by message_id desc limit 1`,
      [phone],
    )
    const code = /\b\d{6}\b/.exec(rows[0]?.body ?? '')?.[0]
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`no code was sent to ${phone}`)
}
