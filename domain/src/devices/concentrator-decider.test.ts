import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { concentratorDecider, concentratorMetersMax } from './concentrator-decider.ts'

const given = specificationOf(concentratorDecider)
const at = '2026-03-02T08:00:00.000Z'
const values = { concentratorNo: '2023100001', manufacturer: 'Hiwatch', gateway: null, remark: null }
const key = values.concentratorNo
const added = { type: 'devices.ConcentratorAdded', data: { ...values, at } } as const
const associated = (...meters: string[]) =>
  ({ type: 'devices.ConcentratorMetersAssociated', data: { concentratorNo: key, meters, at } }) as const
const dissociated = (...meters: string[]) =>
  ({ type: 'devices.ConcentratorMetersDissociated', data: { concentratorNo: key, meters, at } }) as const
const removed = { type: 'devices.ConcentratorRemoved', data: { concentratorNo: key, at } } as const

describe('a concentrator', () => {
  test('is added once; its number may be used again after its removal', () => {
    given([]).when({ type: 'AddRecord', key, values }).then([added])
    given([added]).when({ type: 'AddRecord', key, values }).refused('name-taken', { name: key })
    given([added, removed]).when({ type: 'AddRecord', key, values }).then([added])
  })
  test('without meters is changed and removed; the same values again are no event', () => {
    const other = { ...values, remark: 'On the mast' }
    given([added])
      .when({ type: 'ChangeRecord', key, values: other })
      .then([{ type: 'devices.ConcentratorChanged', data: { ...other, at } }])
    given([added]).when({ type: 'ChangeRecord', key, values }).then([])
    given([added]).when({ type: 'RemoveRecord', key }).then([removed])
  })
  // requirement of Devices: A concentrator with associated meters cannot be changed or removed | /device/concentrators | PUT /prod-api/business/concentrator
  test('with associated meters cannot be changed or removed, and can be again once they are dissociated', () => {
    given([added, associated('1001', '1002')])
      .when({ type: 'ChangeRecord', key, values })
      .refused('concentrator-has-meters', { count: 2 })
    given([added, associated('1001')])
      .when({ type: 'RemoveRecord', key })
      .refused('concentrator-has-meters', { count: 1 })
    given([added, associated('1001'), dissociated('1001')])
      .when({ type: 'RemoveRecord', key })
      .then([removed])
  })
  test('that does not exist is not changed, removed or associated', () => {
    given([]).when({ type: 'ChangeRecord', key, values }).refused('not-found')
    given([added, removed]).when({ type: 'RemoveRecord', key }).refused('not-found')
    given([])
      .when({ type: 'AssociateMeters', concentratorNo: key, meters: ['1001'] })
      .refused('not-found')
    given([])
      .when({ type: 'DissociateMeters', concentratorNo: key, meters: ['1001'] })
      .refused('not-found')
  })
})

describe('meters of a concentrator', () => {
  test('are associated once', () => {
    given([added, associated('1001')])
      .when({ type: 'AssociateMeters', concentratorNo: key, meters: ['1001', '1002', '1002'] })
      .then([associated('1002')])
    given([added, associated('1001')])
      .when({ type: 'AssociateMeters', concentratorNo: key, meters: ['1001'] })
      .then([])
  })
  test(`are ${concentratorMetersMax} at most`, () => {
    const many = Array.from({ length: concentratorMetersMax }, (_, index) => `m${index}`)
    given([added, associated(...many)])
      .when({ type: 'AssociateMeters', concentratorNo: key, meters: ['one-more'] })
      .refused('concentrator-full', { max: concentratorMetersMax })
  })
  test('that it does not have are not dissociated', () => {
    given([added, associated('1001')])
      .when({ type: 'DissociateMeters', concentratorNo: key, meters: ['1001', '9'] })
      .refused('concentrator-lacks-meter', { number: '9' })
  })
})

describe('the communication of a concentrator', () => {
  const change = (communicationState: '0' | '1') => ({ concentratorNo: key, communicationState, at })
  const changed = (communicationState: '0' | '1') =>
    ({ type: 'devices.ConcentratorStateChanged', data: change(communicationState) }) as const
  test('is offline at first, then online and offline by turns', () => {
    given([added])
      .when({ type: 'ChangeConcentratorState', ...change('0') })
      .then([])
    given([added])
      .when({ type: 'ChangeConcentratorState', ...change('1') })
      .then([changed('1')])
    given([added, changed('1')])
      .when({ type: 'ChangeConcentratorState', ...change('1') })
      .then([])
    given([added, changed('1')])
      .when({ type: 'ChangeConcentratorState', ...change('0') })
      .then([changed('0')])
  })
  test('of one that was removed is not recorded', () =>
    given([added, removed])
      .when({ type: 'ChangeConcentratorState', ...change('1') })
      .then([]))
})
