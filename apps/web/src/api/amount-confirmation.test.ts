import { expect, test } from 'vitest'
import { amountConfirmation, confirmAmount } from './amount-confirmation.ts'

test('where no dialog can ask, an amount is not confirmed', async () => {
  expect(await confirmAmount({ limit: '100.00', amount: '250.00' })).toBeUndefined()
})

test('an amount waits until the person typed it again, or gave up', async () => {
  const leave = amountConfirmation.subscribe(() => undefined)
  const first = confirmAmount({ limit: '100.00', amount: '250.00' })
  expect(amountConfirmation.asked()).toMatchObject({ limit: '100.00', amount: '250.00' })
  amountConfirmation.asked()?.answer(250)
  expect(await first).toBe(250)
  expect(amountConfirmation.asked()).toBeUndefined()

  const second = confirmAmount({ limit: '100.00', amount: '300.00' })
  const third = confirmAmount({ limit: '100.00', amount: '400.00' })
  expect(await second, 'another amount takes its place').toBeUndefined()
  amountConfirmation.asked()?.answer(undefined)
  expect(await third).toBeUndefined()
  leave()
})
