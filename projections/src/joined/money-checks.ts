import type { ProofFault, ProofPart } from '@nightflow/schemas/audit/money-proof'
import { TokenKind } from '@nightflow/schemas/prepaid/token'

/**
 * Checks of the proof. Each is a select of `key`, `owner`, `derived` and `shown` of the things that differ. Facts are those of `money-facts.ts`; read
 * models are of the tenant `$1`. `$2` is the instant, in seconds, before which policies had the time to finish what a stopped process left.
 */
export type MoneyCheck = { part: ProofPart; fault: ProofFault; sql: string }
/** `total`: how many differ by the same check. */
export type FoundDifference = { key: string; owner: string; derived: number; shown: number; total: number }

const fact = (part: string, measure: string): string =>
  `(select key, owner, amount from proof_facts where part = '${part}' and measure = '${measure}')`

/** The number that the events give, beside the one that the read model has. */
const beside = (part: string, measure: string, shown: string): string => `
  select coalesce(fact.key, shown.key) as key, coalesce(fact.owner, '') as owner, coalesce(fact.amount, 0) as derived, coalesce(shown.amount, 0) as shown
  from ${fact(part, measure)} fact full join (${shown}) shown on shown.key = fact.key where coalesce(fact.amount, 0) <> coalesce(shown.amount, 0)`

/** Things that happened more than once. */
const twice = (part: string, measure: string): string =>
  `select key, owner, amount as derived, 1 as shown from ${fact(part, measure)} fact where amount > 1`

const ofTenant = 'tenant = $1'

const ledger: readonly MoneyCheck[] = [
  { part: 'ledger', fault: 'sum-not-zero', sql: `select key, owner, amount as derived, 0 as shown from ${fact('events', 'sum')} fact` },
  {
    part: 'ledger',
    fault: 'ledger-account',
    sql: beside(
      'ledger',
      'balance',
      `select ledger_account as key, sum(debit_minor - credit_minor) as amount from views.postings where ${ofTenant} group by 1`,
    ),
  },
]

const sumOf = (table: string, column: string): string =>
  `select account_no as key, sum(${column}) as amount from views.${table} where ${ofTenant} group by 1`
const accounts: readonly MoneyCheck[] = [
  { part: 'accounts', fault: 'balance', sql: beside('accounts', 'balance', sumOf('account_balances', 'balance_minor')) },
  { part: 'accounts', fault: 'receivables', sql: beside('accounts', 'receivables', sumOf('bills', 'open_minor')) },
  { part: 'accounts', fault: 'debts', sql: beside('accounts', 'debts', sumOf('debts', 'residual_minor')) },
]

const payments: readonly MoneyCheck[] = [
  { part: 'payments', fault: 'payment-twice', sql: twice('payments', 'times') },
  {
    part: 'payments',
    fault: 'payment-amount',
    sql: beside('payments', 'amount', `select payment_id::text as key, amount_minor as amount from views.payments where ${ofTenant}`),
  },
  { part: 'payments', fault: 'reversed-twice', sql: twice('payments', 'reversed') },
]

const sales = (column: string): string =>
  `select request_id::text as key, ${column} as amount from views.sts_tokens where ${ofTenant} and kind = '${TokenKind.enum.credit}'`
/** The money of a sale: one payment with the identifier of the sale. */
const paid = `${fact('payments', 'amount')} paid on paid.key = sale.key`
const tokens: readonly MoneyCheck[] = [
  { part: 'tokens', fault: 'sale-amount', sql: beside('tokens', 'amount', sales('amount_minor')) },
  { part: 'tokens', fault: 'sale-charged', sql: beside('tokens', 'charged', sales('charged_minor')) },
  {
    part: 'tokens',
    fault: 'token-missing',
    sql: `select coalesce(fact.owner, shown.key) as key, coalesce(fact.key, shown.digits) as owner,
        (fact.key is not null)::int as derived, (shown.digits is not null)::int as shown
      from ${fact('digits', 'times')} fact full join (
        select request_id::text as key, unnest(string_to_array(nullif(digits, ''), ' ')) as digits from views.sts_tokens where ${ofTenant}
      ) shown on shown.digits = fact.key where fact.key is null or shown.digits is null`,
  },
  {
    part: 'tokens',
    fault: 'token-twice',
    sql: `select owner as key, key as owner, derived, shown from (${twice('digits', 'times')}) digits union all ${twice('tokens', 'issued')}`,
  },
  {
    part: 'tokens',
    fault: 'sale-unpaid',
    sql: `select sale.key, sale.owner, coalesce(paid.amount, 0) as derived, sale.amount as shown
      from ${fact('tokens', 'amount')} sale join ${fact('tokens', 'issued')} issued on issued.key = sale.key left join ${paid}
        left join ${fact('payments', 'times')} times on times.key = sale.key
      where coalesce(paid.amount / times.amount, 0) <> sale.amount`,
  },
  {
    part: 'tokens',
    fault: 'sale-lost',
    sql: `select sale.key, sale.owner, paid.amount as derived, 0 as shown
      from ${fact('tokens', 'amount')} sale join ${paid} join ${fact('tokens', 'startedAt')} started on started.key = sale.key
      where started.amount < $2 and not exists (select from proof_facts ended
        where ended.part = 'tokens' and ended.measure in ('issued', 'endedAt') and ended.key = sale.key)`,
  },
  {
    part: 'tokens',
    fault: 'water-sold',
    sql: `select sale.key, sale.owner, coalesce(sold.amount, 0) as derived, case when ended.key is null then coalesce(charged.amount, 0) else 0 end as shown
      from ${fact('tokens', 'amount')} sale left join ${fact('tokens', 'sold')} sold on sold.key = sale.key
        left join ${fact('tokens', 'charged')} charged on charged.key = sale.key left join ${fact('tokens', 'endedAt')} ended on ended.key = sale.key
        left join ${fact('tokens', 'startedAt')} started on started.key = sale.key
      where coalesce(sold.amount, 0) <> case when ended.key is null then coalesce(charged.amount, 0) else 0 end
        and coalesce(ended.amount, started.amount) < $2`,
  },
  {
    part: 'tokens',
    fault: 'identifier-falls',
    sql: `select split_part(key, E'\\t', 1) as key, '' as owner, falls as derived, 0 as shown from proof_identifiers where falls > 0`,
  },
]

const orders: readonly MoneyCheck[] = [
  {
    part: 'orders',
    fault: 'order-amount',
    sql: beside('orders', 'amount', `select order_id::text as key, order_minor as amount from views.payment_orders where ${ofTenant}`),
  },
  {
    part: 'orders',
    fault: 'order-received',
    sql: beside('orders', 'received', `select order_id::text as key, received_minor as amount from views.payment_orders where ${ofTenant}`),
  },
  {
    part: 'orders',
    fault: 'order-refunded',
    sql: beside(
      'orders',
      'refunded',
      `select order_id::text as key, refund_minor as amount from views.payment_orders where ${ofTenant} and refund_time is not null`,
    ),
  },
  {
    part: 'orders',
    fault: 'order-twice',
    sql: `select owner as key, key as owner, derived, shown from (${twice('transactions', 'times')}) brought union all ${twice('orders', 'paidTimes')}`,
  },
  {
    part: 'orders',
    fault: 'order-money',
    sql: `select money.owner as key, money.key as owner, coalesce(paid.amount, 0) as derived, money.amount as shown
      from ${fact('orderMoney', 'amount')} money join ${fact('orderMoney', 'at')} known on known.key = money.key
        left join ${fact('payments', 'amount')} paid on paid.key = money.key left join ${fact('orders', 'refused')} refused on refused.key = money.owner
      where coalesce(paid.amount, 0) <> money.amount and known.amount < $2 and refused.key is null`,
  },
  {
    part: 'orders',
    fault: 'order-returned',
    sql: `select money.owner as key, money.key as owner, coalesce(reversed.amount, 0) as derived, 1 as shown
      from ${fact('orderMoney', 'returned')} money join ${fact('orderMoney', 'returnedAt')} known on known.key = money.key
        left join ${fact('payments', 'reversed')} reversed on reversed.key = money.key
      where coalesce(reversed.amount, 0) <> 1 and known.amount < $2`,
  },
  { part: 'orders', fault: 'callback-twice', sql: twice('callbacks', 'times') },
  {
    part: 'orders',
    fault: 'callback-missing',
    sql: `select coalesce(fact.key, shown.key) as key, '' as owner, (fact.key is not null)::int as derived, (shown.key is not null)::int as shown
      from ${fact('callbacks', 'times')} fact full join (
        select callback_id::text as key from views.payment_callbacks where ${ofTenant}) shown on shown.key = fact.key
      where fact.key is null or shown.key is null`,
  },
]

const cardMoney = (operation: 'recharges' | 'refunds', sign: 1 | -1): string => `
  select write.owner as key, write.key as owner, ${sign} * coalesce(paid.amount, 0) as derived, write.amount / writes.amount as shown
  from ${fact(operation, 'amountOfWrites')} write join ${fact(operation, 'writes')} writes on writes.key = write.key
    join ${fact('writes', 'lastAt')} known on known.key = write.key left join ${fact('payments', 'amount')} paid on paid.key = write.key
  where ${sign} * coalesce(paid.amount, 0) <> write.amount / writes.amount and known.amount / writes.amount < $2`
const cards: readonly MoneyCheck[] = [
  {
    part: 'cards',
    fault: 'card-counter',
    sql: `select coalesce(fact.key, shown.key) as key, '' as owner, coalesce(fact.amount, 0) as derived, coalesce(shown.amount, 0) as shown
      from (select owner as key, count(*) as amount from ${fact('recharges', 'writes')} writes group by owner) fact full join (
        select account_no || '/' || card_no as key, recharge_count as amount from views.cards where ${ofTenant}) shown on shown.key = fact.key
      where coalesce(fact.amount, 0) <> coalesce(shown.amount, 0)`,
  },
  {
    part: 'cards',
    fault: 'purchase-twice',
    sql: `select split_part(owner, ' ', 1) as key, owner, count(*) as derived, 1 as shown from ${fact('purchases', 'writes')} purchases
      group by owner having count(*) > 1`,
  },
  { part: 'cards', fault: 'card-money', sql: cardMoney('recharges', 1) },
  { part: 'cards', fault: 'card-refund', sql: cardMoney('refunds', -1) },
  {
    part: 'cards',
    fault: 'card-cancelled',
    sql: `select cancelled.owner as key, cancelled.key as owner, coalesce(reversed.amount, 0) as derived, 1 as shown
      from ${fact('cancelled', 'amount')} cancelled join ${fact('cancelled', 'at')} known on known.key = cancelled.key
        join ${fact('payments', 'times')} paid on paid.key = cancelled.key left join ${fact('payments', 'reversed')} reversed on reversed.key = cancelled.key
      where coalesce(reversed.amount, 0) <> 1 and known.amount < $2`,
  },
]

const agents: readonly MoneyCheck[] = [
  {
    part: 'agents',
    fault: 'agent-balance',
    sql: beside(
      'agents',
      'balance',
      `select user_id::text as key, float_minor + earlier_minor as amount from views.agent_balances where ${ofTenant}`,
    ),
  },
  {
    part: 'agents',
    fault: 'agent-recharge-twice',
    sql: `select owner as key, key as owner, derived, shown from (${twice('agentRecharges', 'times')}) recharged`,
  },
  {
    part: 'agents',
    fault: 'agent-sale-twice',
    sql: `select owner as key, key as owner, derived, shown from (${twice('agentSales', 'times')}) sold`,
  },
  {
    part: 'agents',
    fault: 'agent-commission',
    sql: beside(
      'agentCommissions',
      'unpaid',
      `select user_id::text as key, unpaid_minor as amount from views.agent_balances where ${ofTenant}`,
    ),
  },
]

export const moneyChecks: readonly MoneyCheck[] = [...ledger, ...accounts, ...payments, ...tokens, ...orders, ...cards, ...agents]
