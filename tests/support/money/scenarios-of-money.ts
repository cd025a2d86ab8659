import type { MoneyStep } from './play-money.ts'

export type MoneyScenario = { name: string; at: string; steps: readonly MoneyStep[] }

const spring = '2026-03-02T09:00:00Z'

/**
 * Stories of money as data. Names of accounts and meters are of the story alone. Each command is sent more than once by the chance of the seed, and after each
 * story the laws hold: nothing lost, nothing doubled, the ledger sums to zero, identifiers rise.
 */
export const scenariosOfMoney: readonly MoneyScenario[] = [
  {
    name: 'surcharges and debts take their part of payments; a payment that bounces gives all of it back',
    at: spring,
    steps: [
      { step: 'account', account: 'S' },
      { step: 'surcharge', account: 'S', percent: 10 },
      { step: 'debt', account: 'S', amount: 30 },
      { step: 'pay', account: 'S', amount: 100, as: 'first' },
      { step: 'balance', account: 'S', minor: 9_000 },
      { step: 'bounce', payment: 'first' },
      { step: 'balance', account: 'S', minor: 0 },
      { step: 'pay', account: 'S', amount: 50, as: 'second' },
      { step: 'balance', account: 'S', minor: 4_500 },
    ],
  },
  {
    name: 'a bill is paid from a payment, and is open again when the payment bounces',
    at: '2026-04-02T09:00:00Z',
    steps: [
      { step: 'account', account: 'B', meter: 'b', openedAt: '2026-03-01T00:00:00Z' },
      { step: 'use', meter: 'b', from: '2026-02-28T22:00:00Z', hours: 24 * 32, litresPerHour: 10 },
      { step: 'bill', account: 'B', month: '2026-03' },
      { step: 'pay', account: 'B', amount: 100, as: 'paid' },
      { step: 'bounce', payment: 'paid' },
      { step: 'balance', account: 'B', minor: 0 },
      { step: 'pay', account: 'B', amount: 5, as: 'part' },
      { step: 'balance', account: 'B', minor: 0 },
    ],
  },
  {
    name: 'a card is lost with its purchase and replaced; the meter takes the purchase once',
    at: spring,
    steps: [
      { step: 'account', account: 'C', meter: 'c' },
      { step: 'insert', card: '0A1B2C3D' },
      { step: 'card', operation: 'make', account: 'C' },
      { step: 'card', operation: 'recharge', account: 'C', amount: 11 },
      { step: 'lose', account: 'C' },
      { step: 'insert', card: '0A1B2C3E' },
      { step: 'card', operation: 'replace', account: 'C' },
      { step: 'swipe', card: '0A1B2C3E', meter: 'c', isTaken: true },
      { step: 'swipe', card: '0A1B2C3D', meter: 'c', isTaken: false },
      { step: 'read', account: 'C' },
      { step: 'card', operation: 'recharge', account: 'C', amount: 22 },
    ],
  },
  {
    name: 'a token for the wrong meter is refunded, and its money buys one for the right meter',
    at: spring,
    steps: [
      { step: 'account', account: 'W', meter: 'w', sts: '2014' },
      { step: 'account', account: 'R', meter: 'r', sts: '2014' },
      { step: 'sell', account: 'W', meter: 'w', amount: 22, as: 'wrong' },
      { step: 'sell', account: 'W', meter: 'w', amount: 22, as: 'own' },
      { step: 'refundToken', sale: 'wrong' },
      { step: 'balance', account: 'W', minor: 2_200 },
      { step: 'sell', account: 'R', meter: 'r', amount: 22, as: 'right' },
      { step: 'sell', account: 'W', meter: 'w', amount: 11, as: 'later' },
    ],
  },
  {
    name: 'callbacks come twice, late, forged, in another order, and after a refund',
    at: spring,
    steps: [
      { step: 'account', account: 'P' },
      { step: 'order', account: 'P', amount: 10, as: 'one' },
      { step: 'order', account: 'P', amount: 20, as: 'two' },
      { step: 'order', account: 'P', amount: 30, as: 'three' },
      { step: 'paid', order: 'two', faults: ['twice'] },
      { step: 'paid', order: 'one', faults: ['forged'] },
      { step: 'paid', order: 'one', faults: ['late'] },
      { step: 'balance', account: 'P', minor: 1_980 },
      { step: 'paid', order: 'one', faults: [] },
      { step: 'cancel', order: 'three' },
      { step: 'paid', order: 'three', faults: ['twice'] },
      { step: 'balance', account: 'P', minor: 5_940 },
      { step: 'refundOrder', order: 'two' },
      { step: 'balance', account: 'P', minor: 3_960 },
      { step: 'paid', order: 'two', faults: ['twice'] },
      { step: 'balance', account: 'P', minor: 3_960 },
    ],
  },
  {
    name: 'a platform is down for a day while its customers pay there',
    at: spring,
    steps: [
      { step: 'account', account: 'D' },
      { step: 'order', account: 'D', amount: 10, as: 'before' },
      { step: 'order', account: 'D', amount: 20, as: 'other' },
      { step: 'platform', faults: ['down', 'silent'] },
      { step: 'paid', order: 'before', faults: ['down', 'silent'] },
      { step: 'pass', seconds: [31, 120, 600, 3_600] },
      { step: 'at', instant: '2026-03-03T09:00:00Z' },
      { step: 'platform', faults: [] },
      { step: 'balance', account: 'D', minor: 0 },
      { step: 'paid', order: 'before', faults: [] },
      { step: 'paid', order: 'other', faults: ['twice'] },
      { step: 'balance', account: 'D', minor: 2_970 },
    ],
  },
  {
    name: 'the identifiers of the base date 1993 end, and a key change brings those of 2014',
    at: '2026-03-04T09:00:00Z',
    steps: [
      { step: 'account', account: 'K', meter: 'k', sts: '1993' },
      { step: 'sell', account: 'K', meter: 'k', amount: 11, as: 'too late', refused: 'sts-base-date-over' },
      { step: 'changeBase', meter: 'k', baseDate: '2014' },
      { step: 'sell', account: 'K', meter: 'k', amount: 11, as: 'after' },
      { step: 'sell', account: 'K', meter: 'k', amount: 11, as: 'again' },
    ],
  },
]
