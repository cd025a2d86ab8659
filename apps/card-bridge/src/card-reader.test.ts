import {
  type BridgeOperation,
  bridgeCodes,
  bridgeIp,
  cardProtocolVersion,
  imageOfWire,
  supplierCode,
  wireOfImage,
} from '@nightflow/schemas/cards/bridge'
import { blankImage, CardKind, CardTechnology } from '@nightflow/schemas/cards/card-image'
import { describe, expect, test } from 'vitest'
import { CardReader, cut } from './card-reader.ts'
import { newCard, VirtualMeter } from './virtual-card.ts'

const { e55, cpu } = CardTechnology.enum
const userCard = (technology: CardTechnology, purchaseLitres = 34_700) => ({
  ...blankImage('0A1B2C3D', technology, 'north'),
  ...{ kind: CardKind.enum.user, userNo: 'C-1', meterNo: '4711', purchaseNo: 1, purchaseLitres },
})
const ask = (reader: CardReader, operateType: BridgeOperation, data: object = {}, protocolVersion: string = cardProtocolVersion) =>
  reader.answer(JSON.stringify({ operateType, protocolVersion, data: { supplier: supplierCode, ...data } }))
const codeOf = (...asked: Parameters<typeof ask>): number | undefined => {
  const reply = ask(...asked)
  return reply === cut ? undefined : reply.errorCode
}
const withCard = (technology: CardTechnology = e55) => {
  const reader = new CardReader()
  const card = newCard('0A1B2C3D', technology, 'north')
  reader.insert(card)
  return { reader, card }
}

// requirement of Cards: E55 values are divided by 10 on read | /card/desk | –
test('E55 values are tenths of a cubic metre, and divided by 10 on read; CPU cards have cubic metres', () => {
  expect(wireOfImage(userCard(e55)).buynum).toBe(347)
  expect(wireOfImage(userCard(cpu)).buynum).toBe(34.7)
  for (const technology of [e55, cpu]) expect(imageOfWire(technology, wireOfImage(userCard(technology)))).toEqual(userCard(technology))
})

describe('the codes of the bridge', () => {
  test('-3 parameter error, -1 protocol version error, 0 success', () => {
    const { reader } = withCard()
    expect(reader.answer('nothing')).toEqual({ errorCode: -3, dataType: 'unknown' })
    expect(codeOf(reader, 'readE55Card', { supplier: '0001' })).toBe(bridgeCodes.parameterError)
    expect(codeOf(reader, 'writeE55Card')).toBe(bridgeCodes.parameterError)
    expect(codeOf(reader, 'readE55Card', {}, '1.0.3')).toBe(-1)
    expect(codeOf(reader, 'readE55Card', {}, bridgeIp)).toBe(-1)
    for (const operation of ['update', 'getVersion'] as const) expect(codeOf(reader, operation, {}, bridgeIp)).toBe(0)
    reader.fault('old-protocol')
    expect(codeOf(reader, 'getVersion')).toBe(-1)
    reader.repair()
    expect(ask(reader, 'readE55Card')).toMatchObject({ errorCode: 0, dataType: 'readE55Card', data: { card: { cardNo: '0A1B2C3D' } } })
  })

  test('1000 read card, 1400 card read, 1401 card read connection', () => {
    const { reader } = withCard()
    reader.fault('unreadable')
    expect(codeOf(reader, 'readE55Card')).toBe(1000)
    expect(codeOf(reader, 'readCpuCard')).toBe(1400)
    reader.insert(undefined)
    expect(codeOf(reader, 'readE55Card')).toBe(1401)
  })

  test('1100 write card, 1200 create card, 1201 card not empty, 1300 recycle card, 1301 card empty', () => {
    const { reader, card } = withCard(cpu)
    const other = { card: wireOfImage({ ...userCard(cpu), cardNo: '0A1B2C3E' }) }
    expect(codeOf(reader, 'writeCpuCard', other)).toBe(1100)
    expect(codeOf(reader, 'createCpuCard', other)).toBe(1200)
    expect(codeOf(reader, 'recycleCpuCard')).toBe(1301)
    expect(codeOf(reader, 'createCpuCard', { card: wireOfImage(userCard(cpu)) })).toBe(0)
    expect(codeOf(reader, 'createCpuCard', { card: wireOfImage(userCard(cpu)) })).toBe(1201)
    reader.fault('pulled-before-write')
    expect(codeOf(reader, 'recycleCpuCard')).toBe(1300)
    reader.insert(card)
    expect(codeOf(reader, 'recycleCpuCard')).toBe(0)
    expect(card.data).toMatchObject({ cardType: CardKind.enum.blank, systemNo: 'north' })
  })

  test('a card that is pulled keeps what was on it, before and after the write', () => {
    const { reader, card } = withCard()
    const written = { card: wireOfImage(userCard(e55)) }
    for (const [fault, code, bought] of [
      ['pulled-before-write', 1100, 0],
      ['pulled-after-write', 1100, 347],
      ['cut-after-write', undefined, 347],
    ] as const) {
      reader.insert(card)
      reader.fault(fault)
      expect(codeOf(reader, 'writeE55Card', written)).toBe(code)
      expect(card.data.buynum).toBe(bought)
    }
  })
})

test('ticket and invoice are printed', () => {
  const reader = new CardReader()
  const print = { title: 'Ticket', lines: [{ label: 'Account', value: 'C-1' }] }
  for (const operation of ['printTicket', 'printInvoice'] as const) expect(codeOf(reader, operation, { print })).toBe(0)
  expect(codeOf(reader, 'printTicket')).toBe(bridgeCodes.parameterError)
  expect(reader.printed.map(({ operation }) => operation)).toEqual(['printTicket', 'printInvoice'])
})

test('a meter takes each purchase once, from whichever card', () => {
  const meter = new VirtualMeter('4711')
  const [one, other] = [newCard('0A1B2C3D', e55), newCard('0A1B2C3E', e55)]
  for (const card of [one, other]) card.data = { ...wireOfImage(userCard(e55)), cardNo: card.data.cardNo }
  expect([meter.swipe(one), meter.swipe(one), meter.swipe(other)]).toEqual([true, false, false])
  expect(meter.remaining).toBe(347)
  meter.use(47)
  const cumulative = newCard('0A1B2C40', e55)
  cumulative.data = { ...cumulative.data, cardType: CardKind.enum.cumulative }
  meter.swipe(cumulative)
  expect(cumulative.data.dataList).toEqual([{ meternum: 300, buynum: 347 }])
  expect(new VirtualMeter('4712').swipe(one)).toBe(false)
})
