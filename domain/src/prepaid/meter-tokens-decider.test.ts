import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import type { MeterTokensEvent } from './meter-tokens.ts'
import { meterTokensDecider } from './meter-tokens-decider.ts'

const given = specificationOf(meterTokensDecider)
const at = '2026-03-02T08:00:00.000Z'
const meterNo = '2023100001'
const requestId = '7a2f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a01'
const accountNo = 'A-1'
const generation = {
  supplyGroupCode: '123457',
  tariffIndex: '01',
  keyRevisionNumber: 1,
  keyType: '2',
  baseDate: '2014',
  keyExpiryNumber: 255,
} as const
const pan = '600727000000000009'
const soldTo = { meterPan: pan, algorithm: '11', ...generation } as const
const registered: MeterTokensEvent = {
  type: 'prepaid.StsMeterAdded',
  data: { meterNo, pan, algorithm: '11', ...generation, isTwoWay: false, remark: null, at },
}
const sale = { meterNo, requestId, accountNo, amountMinor: 2_200, payMethod: '0' } as const
const started: MeterTokensEvent = { type: 'prepaid.TokenSaleStarted', data: { ...sale, at } }
/** 2026-03-02 at 08:00 UTC. */
const minute = 6_398_400
const requested: MeterTokensEvent = {
  type: 'prepaid.TokensRequested',
  data: {
    ...{ meterNo, requestId, litres: 10_002, roundedUpLitres: 98, chargedMinor: 2_200 },
    ...{ parts: [{ units: 101, tokenIdentifier: minute }], soldTo, at },
  },
}
const tokens = ['45132934565006642287']
const issued: MeterTokensEvent = { type: 'prepaid.TokensIssued', data: { meterNo, requestId, tokens, at } }
const start = { type: 'StartTokenSale', ...sale } as const
const request = { type: 'RequestTokens', meterNo, requestId, litres: 10_002, chargedMinor: 2_200 } as const

describe('a sale', () => {
  test('is started once for a registered meter; another body under its identifier is refused', () => {
    given([]).when(start).refused('sts-meter-unknown')
    given([registered]).when(start).then([started])
    given([registered, started]).when(start).then([])
    given([registered, started])
      .when({ ...start, amountMinor: 1 })
      .refused('sts-request-id-used')
  })
  test('takes the identifier of its minute, rounds up to tenths, and is requested once', () => {
    given([registered, started]).when(request).then([requested])
    given([registered, started, requested]).when(request).then([])
    given([registered, started])
      .when({ ...request, litres: 0 })
      .refused('sts-nothing-bought')
  })
  test('takes the next identifier where another sale has the minute', () => {
    const other = '7a2f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a02'
    const second: MeterTokensEvent = { type: 'prepaid.TokenSaleStarted', data: { ...sale, requestId: other, at } }
    given([registered, started, requested, second])
      .when({ ...request, requestId: other })
      .then([
        {
          type: 'prepaid.TokensRequested',
          data: { ...requested.data, requestId: other, parts: [{ units: 101, tokenIdentifier: minute + 1 }] },
        } as MeterTokensEvent,
      ])
  })
  test('records its tokens once, and ends without any only before they were requested', () => {
    const record = { type: 'RecordTokens', meterNo, requestId, tokens } as const
    given([registered, started]).when(record).refused('not-found')
    given([registered, started, requested]).when(record).then([issued])
    given([registered, started, requested, issued]).when(record).then([])
    const fail = { type: 'FailTokenSale', meterNo, requestId, reasonCode: 'sts-nothing-bought' } as const
    given([registered, started, requested]).when(fail).then([])
    given([registered, started])
      .when(fail)
      .then([{ type: 'prepaid.TokenSaleFailed', data: { meterNo, requestId, reasonCode: 'sts-nothing-bought', at } }])
  })
})

const applied: MeterTokensEvent = {
  type: 'prepaid.TokenRefundRequested',
  data: { meterNo, requestId, reason: 'wrong meter', requestedBy: 'user:clerk', accountNo, tokens, amountMinor: 2_200, at },
}
const flagged = (rechargeFlag: '2' | '3'): MeterTokensEvent => ({
  type: 'prepaid.TokenRefundFlagged',
  data: { meterNo, requestId, rechargeFlag, comments: '', at },
})
const sold = [registered, started, requested, issued]
const named = { meterNo, requestId, comments: '' }

describe('a refund', () => {
  const apply = { type: 'RequestTokenRefund', meterNo, requestId, reason: 'wrong meter' } as const
  const approve = { type: 'ApproveTokenRefund', ...named } as const
  test('is applied for once a token was made, one application at a time', () => {
    given([registered, started]).when(apply).refused('not-found')
    given(sold).when(apply).then([applied])
    given([...sold, applied])
      .when(apply)
      .refused('sts-refund-open')
  })
  test('is approved by another person once it is known that the token is not in the meter', () => {
    const another = { actor: 'user:auditor' }
    given([...sold, applied])
      .when(approve, another)
      .refused('sts-refund-in-search')
    given([...sold, applied, flagged('3')])
      .when(approve, another)
      .refused('sts-refund-filled')
    given([...sold, applied, flagged('2')])
      .when(approve)
      .refused('sts-own-request')
    const approved: MeterTokensEvent = { type: 'prepaid.TokenRefundApproved', data: { ...named, at } }
    given([...sold, applied, flagged('2')])
      .when(approve, another)
      .then([approved])
    given([...sold, applied, flagged('2'), approved])
      .when(approve, another)
      .then([])
    given([...sold, applied, approved])
      .when({ type: 'RejectTokenRefund', ...named, comments: 'no' })
      .refused('sts-refund-decided')
  })
})

describe('a key change', () => {
  const next = { ...generation, keyRevisionNumber: 2 }
  const change = { type: 'RequestKeyChange', meterNo, requestId, ...next, reason: 'revision' } as const
  const begun: MeterTokensEvent = {
    type: 'prepaid.KeyChangeRequested',
    data: { meterNo, requestId, reason: 'revision', next, from: soldTo, at },
  }
  test('counts once it is confirmed; until then nothing is sold', () => {
    given([registered]).when(change).then([begun])
    given([registered, begun])
      .when({ ...start, requestId: '7a2f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a03' })
      .refused('sts-key-change-pending')
    given([registered, begun]).when({ type: 'ConfirmKeyChange', meterNo, comments: '' }).refused('sts-key-change-missing')
    given([registered, begun, issued])
      .when({ type: 'ConfirmKeyChange', meterNo, comments: '' })
      .then([{ type: 'prepaid.KeyChangeConfirmed', data: { meterNo, comments: '', next, at } }])
    given([registered])
      .when({ ...change, ...generation })
      .refused('sts-key-unchanged')
  })
})

describe('a token that manages the meter', () => {
  const asked = { meterNo, requestId, kind: '2', register: 0xffff, expiresOn: '2026-03-09', reason: 'moved' } as const
  const requestedOne: MeterTokensEvent = { type: 'prepaid.ManagementRequested', data: { ...asked, requestedBy: 'user:clerk', at } }
  const approve = { type: 'ApproveManagement', ...named } as const
  test('that was refused is neither approved nor refused again', () => {
    const refused: MeterTokensEvent = { type: 'prepaid.ManagementRefused', data: { ...named, comments: 'not needed', at } }
    given([registered, requestedOne])
      .when({ type: 'RefuseManagement', ...named, comments: 'not needed' })
      .then([refused])
    for (const command of [approve, { type: 'RefuseManagement', ...named, comments: 'again' } as const])
      given([registered, requestedOne, refused]).when(command).refused('sts-management-refused')
  })
  test('is approved by another person before its day', () => {
    given([registered])
      .when({ type: 'RequestManagement', ...asked })
      .then([requestedOne])
    given([registered])
      .when({ type: 'RequestManagement', ...asked, expiresOn: '2026-03-02' })
      .refused('sts-expires-before')
    given([registered, requestedOne]).when(approve).refused('sts-own-request')
    given([registered, requestedOne])
      .when(approve, { actor: 'user:auditor', now: '2026-03-09T08:00:00.000Z' })
      .refused('sts-management-expired')
    given([registered, requestedOne])
      .when(approve, { actor: 'user:auditor' })
      .then([{ type: 'prepaid.ManagementApproved', data: { ...named, tokenIdentifier: minute, soldTo, at } }])
  })
})

describe('a message with the digits', () => {
  const send = (nth: number) => {
    const sendId = `7a2f1e2c-6e5f-4a53-8d5a-0f3f5a6f7b${String(nth).padStart(2, '0')}`
    const personId = '7a2f1e2c-6e5f-4a53-8d5a-0f3f5a6f7c01'
    return { type: 'SendToken', meterNo, requestId, sendId, personId, channel: 'sms', language: 'en' } as const
  }
  const sent = (nth: number): MeterTokensEvent => {
    const { type: _, ...asked } = send(nth)
    return { type: 'prepaid.TokenSent', data: { ...asked, accountNo, tokens, at } }
  }
  test('is of tokens that were made, and each is sent once', () => {
    given([registered, started, requested]).when(send(1)).refused('not-found')
    given([registered, started, requested, issued])
      .when(send(1))
      .then([sent(1)])
    given([registered, started, requested, issued, sent(1)])
      .when(send(1))
      .then([])
  })
  test('is sent ten times at most', () => {
    const ten = Array.from({ length: 10 }, (_, nth) => sent(nth))
    given([registered, started, requested, issued, ...ten])
      .when(send(11))
      .refused('sts-token-sent-often')
  })
})
