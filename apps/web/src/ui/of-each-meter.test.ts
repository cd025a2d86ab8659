import { expect, test } from 'vitest'
import { ProblemError } from '#api/problem-error.ts'
import { ofEachMeter } from '#ui/of-each-meter.ts'

const unnamed = () => new ProblemError('sts-meter-unnamed', 400, { details: { meters: 't1, t2' } })

test('an account with one meter has one preview, without a meter named', async () => {
  expect(await ofEachMeter(async (meterNo) => meterNo ?? 'the only one')).toEqual(['the only one'])
})

test('an account with several meters has a preview of each, and the refusal is not announced', async () => {
  const refusal = unnamed()
  const preview = async (meterNo?: string) => {
    if (meterNo === undefined) throw refusal
    return meterNo
  }
  expect([await ofEachMeter(preview), refusal.isShown]).toEqual([['t1', 't2'], true])
})

test('another refusal is the caller’s', async () => {
  const over = new ProblemError('recharge-over-limit', 409, null)
  await expect(ofEachMeter(() => Promise.reject(over))).rejects.toBe(over)
  expect(over.isShown).toBe(false)
})
