import { describe, expect, test } from 'vitest'
import { holderForm, settingsForm } from './account.ts'
import { customerTypes } from './customer-type.ts'

const takes = (schema: { safeParse: (value: unknown) => { success: boolean } }, values: readonly unknown[]) =>
  values.map((value) => schema.safeParse(value).success)

describe('the form of an account', () => {
  // requirement of Customers: Nature of use 0 personal, 1 enterprise, 2 statistics | /customer/accounts | POST /prod-api/business/customer
  test('takes the natures of use 0 personal, 1 enterprise and 2 statistics', () => {
    expect(takes(settingsForm.natureOfUse, ['0', '1', '2', '3'])).toEqual([true, true, true, false])
  })

  // requirement of Customers: Pay channel 0 to 3 | /customer/accounts | POST /prod-api/business/customer
  test('takes the pay channels 0 to 3', () => {
    expect(takes(settingsForm.payChannel, ['0', '1', '2', '3', '4'])).toEqual([true, true, true, true, false])
  })

  // requirement of Customers: Id type 0 or 1 | /customer/accounts | POST /prod-api/business/customer
  test('takes the id types 0 and 1', () => {
    expect(takes(holderForm.idType, ['0', '1', '2'])).toEqual([true, true, false])
  })

  // requirement of Customers: Purchase limit, arrears closing threshold and balance threshold, two decimals at most | /customer/accounts | POST /prod-api/business/customer
  test('takes a purchase limit and thresholds with two decimals at most', () => {
    const { purchaseLimit, arrearsClosingThreshold, balanceThreshold } = settingsForm
    for (const schema of [purchaseLimit, arrearsClosingThreshold, balanceThreshold])
      expect(takes(schema, [0, 12.34, 12.345, -1, 1_000_000])).toEqual([true, true, false, false, false])
  })
})

// requirement of Customers: Customer type name under 50 characters | /customer/customerType | POST /prod-api/business/customerType
test('the name of a customer type has under 50 characters', () => {
  const { schema } = customerTypes.fields.customerTypeName
  expect(takes(schema, ['x', 'x'.repeat(49), 'x'.repeat(50), ''])).toEqual([true, true, false, false])
})
