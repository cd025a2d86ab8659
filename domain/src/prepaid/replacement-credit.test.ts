import { expect, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import type { MeterTokensEvent } from './meter-tokens.ts'
import { meterTokensDecider } from './meter-tokens-decider.ts'
import type { CreditRequest, TokenVendor } from './token-vendor.ts'
import { vendManagement } from './vend-tokens.ts'

const given = specificationOf(meterTokensDecider)
const at = '2026-03-02T08:00:00.000Z'
const meterNo = '2023100002'
const requestId = '7a2f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a01'
const generation = {
  supplyGroupCode: '123457',
  tariffIndex: '01',
  keyRevisionNumber: 1,
  keyType: '2',
  baseDate: '2014',
  keyExpiryNumber: 255,
} as const
const registered: MeterTokensEvent = {
  type: 'prepaid.StsMeterAdded',
  data: { meterNo, pan: '600727000000000009', algorithm: '11', ...generation, isTwoWay: false, remark: null, at },
}
const asked = {
  meterNo,
  requestId,
  kind: '7',
  register: 123,
  expiresOn: '2026-03-09',
  reason: 'glass broken',
  replacedMeterNo: '2023100001',
} as const
const command = { type: 'RequestManagement', ...asked } as const
const another = { ...command, requestId: '7a2f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a02' } as const
const requestedBy = 'user:1'
const requested: MeterTokensEvent = { type: 'prepaid.ManagementRequested', data: { ...asked, requestedBy, at } }
const refused: MeterTokensEvent = { type: 'prepaid.ManagementRefused', data: { meterNo, requestId, comments: 'wrong', at } }

test('the water of a replaced meter is given once, unless the first request was refused', () => {
  given([registered, requested]).when(command).then([])
  given([registered, requested]).when(another).refused('sts-credit-transferred')
  given([registered, requested, refused])
    .when({ ...another, kind: '7' })
    .then([{ type: 'prepaid.ManagementRequested', data: { ...asked, requestId: another.requestId, requestedBy: expect.any(String), at } }])
})

test('the token of a replacement credit is a token of water with exactly what was left', async () => {
  const made: CreditRequest[] = []
  const vendor = {
    fetchTokenResult: async () => undefined,
    issueCredit: async (request: CreditRequest) => {
      made.push(request)
      return { tokens: ['1'.repeat(20)], tokenIdentifier: 1, units: request.units, roundedUpUnits: 0 }
    },
  } as unknown as TokenVendor
  const soldTo = { meterPan: '600727000000000009', algorithm: '11', ...generation } as const
  const approved = { meterNo, requestId, comments: '', tokenIdentifier: 6_398_400, soldTo, at }
  const tokens = await vendManagement(vendor, { requested: { ...asked, requestedBy, at }, approved })
  expect([tokens, made]).toMatchObject([['1'.repeat(20)], [{ subclass: 1, units: 123 }]])
})
