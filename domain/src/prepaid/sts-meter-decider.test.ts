import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { stsMeterDecider } from './sts-meter-decider.ts'

const given = specificationOf(stsMeterDecider)
const at = '2026-03-02T08:00:00.000Z'
const values = {
  ...{ meterNo: '2023100001', pan: '600727000000000009', supplyGroupCode: '123457', tariffIndex: '01', keyRevisionNumber: 1 },
  keyType: '2',
  algorithm: '07',
  baseDate: '2014',
  keyExpiryNumber: 255,
  isTwoWay: false,
  remark: null,
} as const
const key = values.meterNo
const added = { type: 'prepaid.StsMeterAdded', data: { ...values, at } } as const
const removed = { type: 'prepaid.StsMeterRemoved', data: { meterNo: key, at } } as const

describe('the registration of an STS meter', () => {
  test('is added once; its number may be used again after its removal', () => {
    given([]).when({ type: 'AddRecord', key, values }).then([added])
    given([added]).when({ type: 'AddRecord', key, values }).refused('name-taken', { name: key })
    given([added, removed]).when({ type: 'AddRecord', key, values }).then([added])
  })
  test('is changed and removed; the same values again are no event', () => {
    const other = { ...values, keyRevisionNumber: 2 }
    given([added])
      .when({ type: 'ChangeRecord', key, values: other })
      .then([{ type: 'prepaid.StsMeterChanged', data: { ...other, at } }])
    given([added]).when({ type: 'ChangeRecord', key, values }).then([])
    given([added]).when({ type: 'RemoveRecord', key }).then([removed])
  })
})
