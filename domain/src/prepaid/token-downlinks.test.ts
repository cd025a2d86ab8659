import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import type { MeterTokensEvent } from './meter-tokens.ts'
import { meterTokensDecider } from './meter-tokens-decider.ts'

const given = specificationOf(meterTokensDecider)
const at = '2026-03-02T08:00:00.000Z'
const expiresAt = '2026-03-05T08:00:00.000Z'
const meterNo = '2023100001'
const requestId = '7a2f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a01'
const another = '7a2f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a09'
const generation = {
  supplyGroupCode: '123457',
  tariffIndex: '01',
  keyRevisionNumber: 1,
  keyType: '2',
  baseDate: '2014',
  keyExpiryNumber: 255,
} as const
const pan = '600727000000000009'
const registeredAs = (isTwoWay: boolean): MeterTokensEvent => ({
  type: 'prepaid.StsMeterAdded',
  data: { meterNo, pan, algorithm: '11', ...generation, isTwoWay, remark: null, at },
})
const sold: MeterTokensEvent[] = [
  { type: 'prepaid.TokenSaleStarted', data: { meterNo, requestId, accountNo: 'A-1', amountMinor: 2_200, payMethod: '0', at } },
  {
    type: 'prepaid.TokensRequested',
    data: {
      ...{ meterNo, requestId, litres: 10_000, roundedUpLitres: 0, chargedMinor: 2_200, at },
      ...{ parts: [{ units: 100, tokenIdentifier: 6_398_400 }], soldTo: { meterPan: pan, algorithm: '11', ...generation } },
    },
  },
]
const tokens = ['45132934565006642287']
const issued: MeterTokensEvent = { type: 'prepaid.TokensIssued', data: { meterNo, requestId, tokens, at } }
const requested = (downlinkId = requestId): MeterTokensEvent => ({
  type: 'prepaid.TokenDownlinkRequested',
  data: { meterNo, requestId, downlinkId, tokens, expiresAt, at },
})
const named = { meterNo, requestId, downlinkId: requestId }
const sent: MeterTokensEvent = { type: 'prepaid.TokenDownlinkSent', data: { ...named, at } }
const confirmed: MeterTokensEvent = { type: 'prepaid.TokenDownlinkConfirmed', data: { ...named, at } }
const failed: MeterTokensEvent = { type: 'prepaid.TokenDownlinkFailed', data: { ...named, reason: 'no radio', at } }
const record = { type: 'RecordTokens', meterNo, requestId, tokens } as const
const mark = { type: 'MarkTokenDownlinkSent', meterNo, downlinkId: requestId } as const
const confirm = { type: 'ConfirmTokenDownlink', meterNo, downlinkId: requestId } as const
const fail = { type: 'FailTokenDownlink', meterNo, downlinkId: requestId, reason: 'no radio' } as const
const again = { type: 'RequestTokenDownlink', meterNo, requestId, downlinkId: another } as const
const queued = [registeredAs(true), ...sold, issued, requested()]

describe('the way of a token to its meter', () => {
  test('begins with the token of a two-way meter, once, and with none of another', () => {
    given([registeredAs(true), ...sold])
      .when(record)
      .then([issued, requested()])
    given(queued).when(record).then([])
    given([registeredAs(false), ...sold])
      .when(record)
      .then([issued])
  })
  test('is marked once however often the gateway fetches it, and ends by one result', () => {
    given(queued).when(mark).then([sent])
    given([...queued, sent])
      .when(mark)
      .then([])
    given([...queued, sent])
      .when(confirm)
      .then([confirmed])
    given([...queued, sent, confirmed])
      .when(confirm)
      .then([])
    given([...queued, sent])
      .when(fail)
      .then([failed])
    given([...queued, sent, failed])
      .when(mark)
      .refused('token-downlink-over')
    given([...queued, sent, confirmed])
      .when(fail)
      .refused('token-downlink-over')
    given([registeredAs(true)])
      .when(mark)
      .refused('not-found')
  })
  test('that failed counts as entered all the same when the meter confirms later', () => {
    given([...queued, failed])
      .when(confirm)
      .then([confirmed])
  })
  test('is begun again after a failure, and never while a gateway has it or the meter took it', () => {
    given([...queued, failed])
      .when(again)
      .then([requested(another)])
    given([...queued, failed, requested(another)])
      .when(again)
      .then([])
    given(queued).when(again).refused('token-downlink-open')
    given([...queued, confirmed])
      .when(again)
      .refused('token-downlink-over')
    given([registeredAs(false), ...sold, issued])
      .when(again)
      .refused('sts-meter-one-way')
  })
  test('forbids the refund of a token that the meter took', () => {
    given([...queued, confirmed])
      .when({ type: 'RequestTokenRefund', meterNo, requestId, reason: 'not wanted' })
      .refused('sts-refund-filled')
  })
})

describe('the way of tokens that are not sold', () => {
  const next = { ...generation, keyRevisionNumber: 2 }
  const soldTo = { meterPan: pan, algorithm: '11' as const, ...generation }
  const change: MeterTokensEvent = {
    type: 'prepaid.KeyChangeRequested',
    data: { meterNo, requestId, reason: 'revision', next, from: soldTo, at },
  }
  const set = ['11111111111111111111', '22222222222222222222', '33333333333333333333', '44444444444444444444']
  const made: MeterTokensEvent = { type: 'prepaid.TokensIssued', data: { meterNo, requestId, tokens: set, at } }
  const queue = (downlinkId = requestId): MeterTokensEvent => ({
    type: 'prepaid.TokenDownlinkRequested',
    data: { meterNo, requestId, downlinkId, tokens: set, expiresAt, at },
  })
  const changed: MeterTokensEvent = { type: 'prepaid.KeyChangeConfirmed', data: { meterNo, comments: '', next, at } }
  const begun = [registeredAs(true), change, made, queue()]
  const cancel = { type: 'CancelKeyChange', meterNo, reason: 'not wanted' } as const
  const cancelled: MeterTokensEvent = { type: 'prepaid.KeyChangeCancelled', data: { meterNo, reason: 'not wanted', at } }

  test('has the set of a key change in its order, and both keys are pending until the meter has answered', () => {
    given([registeredAs(true), change])
      .when({ ...record, tokens: set })
      .then([made, queue()])
    given([...begun, sent])
      .when(cancel)
      .refused('token-downlink-open')
    given([...begun, sent])
      .when({ ...change.data, type: 'RequestKeyChange', requestId: another, ...next, reason: 'again' } as never)
      .refused('sts-key-change-pending')
    given([...begun, sent])
      .when(confirm)
      .then([confirmed, changed])
    given([...begun, sent, confirmed, changed])
      .when(confirm)
      .then([])
  })
  test('ends where a person has typed the set', () => {
    given([...begun, sent])
      .when({ type: 'ConfirmKeyChange', meterNo, comments: '' })
      .then([confirmed, changed])
    given([...begun, failed])
      .when({ type: 'ConfirmKeyChange', meterNo, comments: '' })
      .then([changed])
  })
  test('that failed leaves the key pending: it is sent again, or the change is given up', () => {
    given([...begun, failed])
      .when(again)
      .then([queue(another)])
    given([...begun, failed])
      .when(cancel)
      .then([cancelled])
    given([...begun, failed, cancelled])
      .when(again)
      .refused('token-downlink-over')
  })
  test('counts where the meter took a key that was given up, and not where a person has confirmed it or another change is pending', () => {
    given([...begun, failed, cancelled])
      .when(confirm)
      .then([confirmed, changed])
    given([...begun, changed])
      .when(confirm)
      .then([confirmed])
    given([...begun, changed])
      .when(mark)
      .refused('token-downlink-over')
    const other: MeterTokensEvent = { ...change, data: { ...change.data, requestId: another, next: { ...next, keyRevisionNumber: 3 } } }
    given([...begun, failed, cancelled, other])
      .when(confirm)
      .then([confirmed])
  })
  test('has a token that manages the meter once another person has approved it', () => {
    const asked = {
      meterNo,
      requestId,
      kind: '4',
      register: 0,
      expiresOn: '2026-03-09',
      reason: 'tampered',
      requestedBy: 'user:a',
    } as const
    const managed: MeterTokensEvent[] = [
      { type: 'prepaid.ManagementRequested', data: { ...asked, at } },
      { type: 'prepaid.ManagementApproved', data: { meterNo, requestId, comments: '', tokenIdentifier: 6_398_400, soldTo, at } },
    ]
    given([registeredAs(true), ...managed])
      .when(record)
      .then([issued, requested()])
    given([registeredAs(true), ...managed, issued, requested(), sent])
      .when(confirm)
      .then([confirmed])
  })
})
