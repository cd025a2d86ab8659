import { expect, test } from 'vitest'
import { ownFindings } from './own-findings.ts'

const broken = (tenant: string) => `${tenant}/devices-meter-1 version 2 (position 7): hash-differs`
const differs = (tenant: string) => `meters: row tenant ${tenant}, number 1 differs from the log or is not in it`

test('a utility gets its own findings in full and only the number of the others', () => {
  expect(ownFindings([broken('north'), broken('south'), differs('south-east'), differs('north')], 'north')).toEqual([
    broken('north'),
    differs('north'),
    '2 in other tenants',
  ])
})

test('a finding without a tenant belongs to all', () => {
  const nameless = 'meter_days: row meter_id 5, day 2024-01-01 differs from the log or is not in it'
  expect(ownFindings([nameless], 'north')).toEqual([nameless])
})
