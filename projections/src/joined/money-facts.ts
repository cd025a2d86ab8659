import type { RecordedEvent } from '@nightflow/event-log/event-log'
import { PayoutWay } from '@nightflow/schemas/agents/agent-money'
import { CardOperation } from '@nightflow/schemas/cards/card'
import type { EventOf, EventType, ServiceEvent } from '@nightflow/schemas/events'
import type { SoldTo } from '@nightflow/schemas/prepaid/token'
import { postedOf, postedTypes } from '../billing/posted-events.ts'

/** One number about one thing. Numbers of the same thing and measure add up, in whatever pages their events come. */
export type MoneyFact = {
  /** Kind of thing, and what is measured of it. */
  part: string
  measure: string
  key: string
  /** The thing that it belongs to. */
  owner: string
  amount: number
}

type Event = RecordedEvent & ServiceEvent

const operations = CardOperation.enum
const ownTypes = [
  ...([
    'billing.PaymentReceived',
    'billing.BalanceRefunded',
    'billing.PaymentReversed',
    'billing.WaterSold',
    'billing.WaterTakenBack',
  ] as const),
  ...(['prepaid.TokenSaleStarted', 'prepaid.TokensRequested', 'prepaid.TokensIssued', 'prepaid.TokenSaleFailed'] as const),
  ...(['prepaid.TokenRefundApproved', 'prepaid.ManagementApproved'] as const),
  ...(['payments.OrderPlaced', 'payments.OrderPaid', 'payments.OrderMoneyCredited', 'payments.OrderRefunded'] as const),
  ...(['payments.OrderInException', 'payments.CallbackReceived'] as const),
  ...(['cards.CardWritten', 'cards.CardWriteMissed', 'cards.CardWriteCancelled', 'agents.AgentRecharged'] as const),
  ...(['agents.FloatRecharged', 'agents.AgentSaleCompleted', 'agents.AgentSaleReversed', 'agents.AgentCommissionPaid'] as const),
] satisfies readonly EventType[]

/** The types of events that money, tokens and cards follow from. */
export const moneyTypes: readonly EventType[] = [...new Set([...postedTypes, ...ownTypes])]

/** The facts of a page of the log, added up, and the token identifiers of each meter in their order. */
export class MoneyFacts {
  readonly #facts = new Map<string, MoneyFact>()
  /** By meter and base date: the first and the last identifier of the page, and how many were not above the one before. */
  readonly identifiers = new Map<string, { first: number; last: number; falls: number }>()

  get facts(): readonly MoneyFact[] {
    return [...this.#facts.values()]
  }

  add(event: Event): void {
    this.#addPostings(event)
    this.#addMoney(event)
    this.#addTokens(event)
    this.#addOrders(event)
    this.#addCards(event)
    this.#addAgents(event)
  }

  #add(part: string, measure: string, key: string | number, amount: number, owner = ''): void {
    const name = `${part}\t${measure}\t${key}`
    const known = this.#facts.get(name)
    if (known) known.amount += amount
    else this.#facts.set(name, { part, measure, key: String(key), amount, owner })
  }

  #addPostings({ type, data, position }: Event): void {
    if (!('postings' in data)) return
    const { postings, accountNo } = postedOf({ data })
    let sum = 0
    for (const { ledgerAccount, amountMinor } of postings) {
      sum += amountMinor
      this.#add('ledger', 'balance', ledgerAccount, amountMinor)
      if (accountNo === null) continue
      if (ledgerAccount === 'customerMoney') this.#add('accounts', 'balance', accountNo, -amountMinor)
      if (ledgerAccount === 'receivables') this.#add('accounts', 'receivables', accountNo, amountMinor)
      if (ledgerAccount === 'customerDebts') this.#add('accounts', 'debts', accountNo, amountMinor)
    }
    if (sum !== 0) this.#add('events', 'sum', position, sum, type)
  }

  #addMoney(event: Event): void {
    switch (event.type) {
      case 'billing.PaymentReceived':
        this.#addPayment(event.data, event.data.amountMinor)
        break
      case 'billing.BalanceRefunded':
        this.#addPayment(event.data, -event.data.amountMinor)
        break
      case 'billing.PaymentReversed':
        this.#add('payments', 'reversed', event.data.paymentId, 1, event.data.accountNo)
        break
      case 'billing.WaterSold':
        this.#add('tokens', 'sold', event.data.saleId, event.data.amountMinor)
        break
      case 'billing.WaterTakenBack':
        this.#add('tokens', 'sold', event.data.saleId, -event.data.amountMinor)
        break
    }
  }

  #addPayment({ paymentId, accountNo }: { paymentId: string; accountNo: string }, amountMinor: number): void {
    this.#add('payments', 'times', paymentId, 1, accountNo)
    this.#add('payments', 'amount', paymentId, amountMinor, accountNo)
  }

  #addTokens(event: Event): void {
    switch (event.type) {
      case 'prepaid.TokenSaleStarted':
        this.#add('tokens', 'amount', event.data.requestId, event.data.amountMinor, event.data.meterNo)
        this.#add('tokens', 'startedAt', event.data.requestId, secondsOf(event.data.at))
        break
      case 'prepaid.TokensRequested':
        this.#add('tokens', 'charged', event.data.requestId, event.data.chargedMinor, event.data.meterNo)
        this.#addIdentifiers(
          event.data,
          event.data.parts.map(({ tokenIdentifier }) => tokenIdentifier),
        )
        break
      case 'prepaid.ManagementApproved':
        this.#addIdentifiers(event.data, [event.data.tokenIdentifier])
        break
      case 'prepaid.TokensIssued':
        this.#add('tokens', 'issued', event.data.requestId, 1, event.data.meterNo)
        for (const digits of event.data.tokens) this.#add('digits', 'times', digits, 1, event.data.requestId)
        break
      case 'prepaid.TokenSaleFailed':
        this.#add('tokens', 'endedAt', event.data.requestId, secondsOf(event.data.at), event.data.meterNo)
        break
      case 'prepaid.TokenRefundApproved':
        this.#add('tokens', 'endedAt', event.data.requestId, secondsOf(event.data.at), event.data.meterNo)
        break
    }
  }

  #addIdentifiers({ meterNo, soldTo }: { meterNo: string; soldTo: SoldTo }, identifiers: readonly number[]): void {
    const key = `${meterNo}\t${soldTo.baseDate}`
    for (const identifier of identifiers) {
      const known = this.identifiers.get(key)
      if (!known) this.identifiers.set(key, { first: identifier, last: identifier, falls: 0 })
      else if (identifier > known.last) known.last = identifier
      else known.falls += 1
    }
  }

  #addOrders(event: Event): void {
    switch (event.type) {
      case 'payments.OrderPlaced':
        this.#add('orders', 'amount', event.data.orderId, event.data.orderMinor)
        break
      case 'payments.OrderPaid':
      case 'payments.OrderMoneyCredited': {
        const { orderId, paymentId, purchaseMinor, receivedMinor, platformEventId, at } = event.data
        if (event.type === 'payments.OrderPaid') this.#add('orders', 'paidTimes', orderId, 1)
        this.#add('orders', 'received', orderId, receivedMinor)
        this.#add('transactions', 'times', `${orderId} ${platformEventId}`, 1, orderId)
        this.#add('orderMoney', 'amount', paymentId, purchaseMinor, orderId)
        this.#add('orderMoney', 'at', paymentId, secondsOf(at), orderId)
        break
      }
      case 'payments.OrderRefunded': {
        const { orderId, paymentId, refundMinor, at } = event.data
        this.#add('orders', 'refunded', orderId, refundMinor)
        this.#add('orderMoney', 'returned', paymentId, 1, orderId)
        this.#add('orderMoney', 'returnedAt', paymentId, secondsOf(at), orderId)
        break
      }
      case 'payments.OrderInException':
        // A person decides what becomes of the money: the account does not take it.
        if (event.data.exception === 'payment-refused') this.#add('orders', 'refused', event.data.orderId, 1)
        break
      case 'payments.CallbackReceived':
        this.#add('callbacks', 'times', event.data.callbackId, 1)
        break
    }
  }

  #addCards(event: Event): void {
    switch (event.type) {
      case 'cards.CardWriteMissed':
        this.#add('writes', 'times', event.data.operationId, -1)
        break
      case 'cards.CardWriteCancelled': {
        const { operation, operationId, amountMinor, accountNo, cardNo, at } = event.data
        if (operation !== operations.recharge) break
        this.#add('cancelled', 'amount', operationId, amountMinor, `${accountNo}/${cardNo}`)
        this.#add('cancelled', 'at', operationId, secondsOf(at))
        break
      }
      case 'cards.CardWritten':
        this.#addWrite(event.data)
        break
    }
  }

  #addWrite({ operation, operationId, purchaseNo, amountMinor, accountNo, cardNo, at }: EventOf<'cards.CardWritten'>['data']): void {
    const card = `${accountNo}/${cardNo}`
    this.#add('cards', 'writes', card, 1)
    this.#add('writes', 'times', operationId, 1, card)
    if (operation !== operations.recharge && operation !== operations.refund) return
    const part = operation === operations.recharge ? 'recharges' : 'refunds'
    this.#add(part, 'amountOfWrites', operationId, amountMinor, card)
    this.#add(part, 'writes', operationId, 1, card)
    this.#add('writes', 'lastAt', operationId, secondsOf(at), card)
    if (operation === operations.recharge) this.#add('purchases', 'writes', operationId, 1, `${accountNo} ${purchaseNo}`)
  }

  /** Recharges of before the float count in it too: bringing them into it changes no sum. */
  #addAgents(event: Event): void {
    switch (event.type) {
      case 'agents.AgentRecharged':
      case 'agents.FloatRecharged':
        this.#add('agents', 'balance', event.data.userId, event.data.amountMinor)
        this.#add('agentRecharges', 'times', event.data.rechargeId, 1, String(event.data.userId))
        break
      case 'agents.AgentSaleCompleted':
        this.#add('agents', 'balance', event.data.userId, -event.data.amountMinor)
        this.#add('agentSales', 'times', event.data.saleId, 1, String(event.data.userId))
        this.#add('agentCommissions', 'unpaid', event.data.userId, event.data.commissionMinor)
        break
      case 'agents.AgentSaleReversed':
        this.#add('agents', 'balance', event.data.userId, event.data.amountMinor)
        this.#add('agentCommissions', 'unpaid', event.data.userId, -event.data.commissionMinor)
        break
      case 'agents.AgentCommissionPaid': {
        const { userId, amountMinor, payTo } = event.data
        if (payTo === PayoutWay.enum.float) this.#add('agents', 'balance', userId, amountMinor)
        this.#add('agentCommissions', 'unpaid', userId, -amountMinor)
        break
      }
    }
  }
}

const secondsOf = (at: string): number => Math.floor(Date.parse(at) / 1_000)
