import type { Rule, TestName } from './rule.ts'

const rule = (section: Rule['section'], words: string, at: string, ...test: TestName): Rule => ({ section, words, enforced: [at], test })

const price = 'domain/src/billing/price-scheme-decider.ts'
const priceTest = 'domain/src/billing/price-scheme-decider.test.ts'
const priceSchema = 'schemas/src/billing/price-scheme.ts'
const schemeSchema = 'schemas/src/billing/surcharge-scheme.ts'
const schemeTest = 'domain/src/billing/surcharge-scheme-decider.test.ts'
const itemSchema = 'schemas/src/billing/charging-item.ts'
const deduction = 'domain/src/billing/deduction.ts'
const deductionTest = 'domain/src/billing/deduction.test.ts'
const chargesTest = 'domain/src/billing/account-charges-decider.test.ts'
const surchargesTest = 'tests/integration/billing/surcharges-and-debts.test.ts'
const card = 'domain/src/cards/card-decider.ts'
const cardTest = 'domain/src/cards/card-decider.test.ts'
const deskTest = 'tests/integration/cards/card-desk.test.ts'
const readerTest = 'apps/card-bridge/src/card-reader.test.ts'
const bridge = 'schemas/src/cards/bridge.ts'
const order = 'domain/src/payments/order-decider.ts'
const orderTest = 'domain/src/payments/order-decider.test.ts'
const ordersTest = 'tests/integration/payments/orders.test.ts'
const reconciliationTest = 'tests/integration/payments/reconciliation.test.ts'
const refund = 'domain/src/prepaid/refund-decisions.ts'
const tokensTest = 'domain/src/prepaid/meter-tokens-decider.test.ts'
const salesTest = 'tests/integration/prepaid/token-sales.test.ts'
const agentTest = 'tests/integration/agents/agent-recharge.test.ts'
const agentDeskTest = 'tests/integration/agents/agent-desk.test.ts'
const accountTest = 'domain/src/customers/account-decider.test.ts'

const prices: readonly Rule[] = [
  rule(5, 'Price scheme name up to 20 characters', priceSchema, priceTest, 'price scheme name up to 20 characters'),
  rule(
    ...([5, 'Unit price greater than zero with at most two decimals', priceSchema, priceTest] as const),
    'unit price greater than zero with at most two decimals',
  ),
  rule(5, 'End volume greater than start volume', price, priceTest, 'end volume greater than start volume'),
  rule(
    ...([5, 'Accumulation cycle greater than and a multiple of the billing cycle', price, priceTest] as const),
    'accumulation cycle greater than and a multiple of the billing cycle',
  ),
  rule(5, 'Maximum value 999999; -1 means unlimited', priceSchema, priceTest, 'maximum value 999999, and -1 means unlimited'),
  rule(5, 'the last step must be chosen as the maximum', price, priceTest, 'the last step must be chosen as the maximum'),
  rule(
    5,
    'Amounts allow at most two decimals',
    'schemas/src/billing/money.ts',
    'schemas/src/billing/money.test.ts',
    'it has a third decimal',
  ),
  rule(
    ...([5, 'Recharge amount greater than zero', 'domain/src/billing/account-bills-decider.ts'] as const),
    ...(['domain/src/billing/payment-deduction.test.ts', 'is greater than zero, and at most the limit of the account'] as const),
  ),
  rule(
    ...([2, 'recharge and refund', 'domain/src/billing/account-bills-decider.ts'] as const),
    ...(['tests/integration/billing/bills.test.ts', 'has its balance refunded first, and owes nothing'] as const),
  ),
]

const surchargesAndDebts: readonly Rule[] = [
  rule(5, 'Scheme name required', schemeSchema, schemeTest, 'scheme name required'),
  rule(5, 'within 100 characters', schemeSchema, schemeTest, 'scheme name within 100 characters'),
  rule(5, 'charging item name required', itemSchema, schemeTest, 'charging item name required'),
  rule(5, 'charging item name unique', 'domain/src/billing/charging-item-rules.ts', schemeTest, 'have unique names'),
  rule(5, 'at least one item', schemeSchema, schemeTest, 'at least one item'),
  rule(
    ...([5, 'total cumulative deduction ratio at most 100%', 'domain/src/billing/charging-item-rules.ts', schemeTest] as const),
    'have a total cumulative deduction ratio of 100 % at most',
  ),
  rule(5, 'VAT at least 0', itemSchema, schemeTest, 'VAT at least 0'),
  rule(5, 'VAT below 100', itemSchema, schemeTest, 'VAT below 100'),
  rule(
    5,
    'Debt payment amount must be greater than 0',
    'domain/src/billing/debt-decisions.ts',
    chargesTest,
    'is paid with an amount greater than 0',
  ),
  rule(
    2,
    'charging items (with trial calculation)',
    'apps/api/src/billing/surcharge-schemes.ts',
    surchargesTest,
    'is tried before it is given to an account',
  ),
  rule(2, 'repayment plan', 'domain/src/billing/debt-decisions.ts', chargesTest, 'gets a repayment plan'),
  rule(2, 'pay debt', 'domain/src/billing/debt-decisions.ts', chargesTest, 'is paid in whole or in part'),
  rule(2, 'debt record', 'projections/src/billing/debt-records.ts', surchargesTest, 'every transaction is recorded'),
  rule(3, 'percentage of payment amount', deduction, deductionTest, 'by percentage is of the payment amount'),
  rule(3, 'fixed amount', deduction, deductionTest, 'of a fixed amount is taken from each payment'),
  rule(3, 'per day, month, year, or per volume', deduction, deductionTest, 'per count is taken for each day, month, year and cubic metre'),
  rule(3, 'enabled date', deduction, deductionTest, 'is not taken before the enabled date'),
  rule(
    ...([
      4,
      'A surcharge scheme already in use cannot be disabled.',
      'domain/src/billing/surcharge-scheme-decider.ts',
      schemeTest,
    ] as const),
    'that has been used is not disabled and not removed',
  ),
  rule(
    ...([4, 'enabled, disabled', 'domain/src/billing/surcharge-scheme-decider.ts', schemeTest] as const),
    'not used is disabled and enabled again',
  ),
]

const cards: readonly Rule[] = [
  rule(5, 'Recharge amount not zero', card, cardTest, "The recharge amount can't be zero."),
  rule(5, 'not above 3000', card, cardTest, "The amount of recharge can't exceed 3000!"),
  rule(5, 'Card must be blank for making a card', card, cardTest, 'Card must be blank for making a card'),
  rule(5, 'card and user must match', card, cardTest, 'The card and current user do not match, please confirm!'),
  rule(5, 'the user must exist', 'apps/api/src/cards/cards-of-account.ts', deskTest, 'is configured, made, and refused'),
  rule(
    ...([5, 'the card must be a user card of the account-opening and recharge type', card, cardTest] as const),
    'Current card is not an account opening and recharge type',
  ),
  rule(5, 'a valid number is required', 'schemas/src/cards/card-calls.ts', deskTest, 'is recharged: what the amount buys is shown before'),
  rule(
    ...([5, 'nothing can be refunded once the volume is already in the meter', card, cardTest] as const),
    'Already recharged to the meter, No amount to refund',
  ),
  rule(
    ...([5, 'a purchase not yet loaded to the meter blocks another purchase', card, cardTest] as const),
    'The previous purchase not yet recharged to the meter',
  ),
  rule(
    ...([4, 'A card must be refunded before it can be recycled', card, cardTest] as const),
    'There is a balance on the current card, please refund it and recycle it',
  ),
  rule(4, 'after a card replacement a refund is forbidden', card, cardTest, 'after a card replacement a refund is forbidden'),
  rule(4, 'meter not swiped, meter swiped', card, deskTest, 'takes the next purchase once the meter has the last one'),
  rule(2, 'read card, read user card', 'apps/api/src/cards/read-cards.ts', deskTest, 'is read: its account, holder and purchase'),
  rule(2, 'replace card', card, deskTest, 'is reported as lost and replaced'),
  rule(2, 'recycle card', card, cardTest, 'leaves a blank card, and the account without one'),
  rule(2, 'card usage records', 'projections/src/cards/card-records.ts', deskTest, 'is in the usage records with what it was used for'),
  rule(
    2,
    'configure card, reset card, cumulative card',
    'apps/api/src/cards/system-cards.ts',
    deskTest,
    'collect from meters, and are reset',
  ),
  rule(3, 'all divided by 10 on read', bridge, readerTest, 'E55 values are tenths of a cubic metre, and divided by 10 on read'),
  rule(
    7,
    '-3 parameter error, -1 protocol version error, 0 success',
    bridge,
    readerTest,
    '-3 parameter error, -1 protocol version error, 0 success',
  ),
  rule(7, '1000 read card, 1400, 1401', bridge, readerTest, '1000 read card, 1400 card read, 1401 card read connection'),
  rule(7, '1100 write card, 1200, 1201, 1300, 1301', bridge, readerTest, '1100 write card, 1200 create card, 1201 card not empty'),
  rule(7, 'print ticket, print invoice', bridge, readerTest, 'ticket and invoice are printed'),
]

const payments: readonly Rule[] = [
  rule(
    ...([
      5,
      'each credential field required for the platform type',
      'schemas/src/payments/payment-platform.ts',
      reconciliationTest,
    ] as const),
    'are needed before an order, sealed, and never read again',
  ),
  rule(3, 'fee ratio, maximum handling fee', 'domain/src/payments/handling-fee.ts', orderTest, 'keeps the fee of the platform apart'),
  rule(4, 'unpaid, paid', order, ordersTest, 'is paid by the sandbox, and its account gets what the platform does not keep'),
  rule(4, 'refund in progress, refunded', order, ordersTest, 'takes the payment back once the platform has confirmed it'),
  rule(4, 'cancelled', order, orderTest, 'money for a cancelled order is credit, and the order stays cancelled'),
  rule(4, 'exception', order, orderTest, 'another reference or currency, and an amount beyond all bounds, wait for a person'),
  rule(
    4,
    'A paid order can be cancelled with a refund after confirmation.',
    order,
    orderTest,
    'takes the money back when the platform has confirmed it',
  ),
  rule(
    ...([2, 'third-party platforms and their recharge records', 'apps/api/src/payments/third-party.ts'] as const),
    ...(['tests/integration/payments/third-party-recharges.test.ts', 'is booked once, whatever repeats'] as const),
  ),
]

const tokensAndAgents: readonly Rule[] = [
  rule(
    ...([4, 'application, then under review by the administrator, then approved or not approved', refund, salesTest] as const),
    'is applied for, reviewed, and approved by another person',
  ),
  rule(
    ...([4, 'Beforehand the system verifies whether the token was charged to the meter.', refund, tokensTest] as const),
    'is approved by another person once it is known that the token is not in the meter',
  ),
  rule(
    ...([4, 'Refund is not allowed when the token is already charged.', refund, 'domain/src/prepaid/token-downlinks.test.ts'] as const),
    'forbids the refund of a token that the meter took',
  ),
  rule(6, 'Agents can recharge.', 'domain/src/agents/agent-decider.ts', agentDeskTest, 'sells: the account is paid'),
  rule(7, '/system/user/agentRecharge', 'schemas/src/agents/recharge-agent.ts', agentTest, 'is recharged, and the list says what there is'),
  rule(
    3,
    'account balance, recharge totals',
    'projections/src/agents/agent-balances.ts',
    agentTest,
    'is recharged, and the list says what there is',
  ),
  rule(
    ...([4, 'Cancelling a customer is irreversible.', 'domain/src/customers/account-decider.ts', accountTest] as const),
    'is irreversible: a cancelled account takes no command',
  ),
]

/** Every rule and transition of prices, surcharges, debts, cards, payments, tokens and agents. Messages are beside, in `money-messages.ts`. */
export const rulesOfMoney: readonly Rule[] = [...prices, ...surchargesAndDebts, ...cards, ...payments, ...tokensAndAgents]

const stories = 'tests/support/money/scenarios-of-money.ts'
const month = 'tests/scenarios/a-prepaid-month.test.ts'

/** Scenarios with a moved clock, after each of which nothing is lost, nothing is doubled and the ledger sums to zero. */
export const scenariosByName: readonly (readonly [words: string, ...test: TestName])[] = [
  ['a prepaid month', month, 'the month costs what the bill of the same use does, no bill has its days, and the ledger is whole'],
  ['surcharges and debts over payments and bounces', stories, 'surcharges and debts take their part of payments'],
  ['bills and bounces', stories, 'a bill is paid from a payment, and is open again when the payment bounces'],
  ['card lost and replaced', stories, 'a card is lost with its purchase and replaced'],
  ['token on the wrong meter refunded', stories, 'a token for the wrong meter is refunded'],
  [
    'callbacks twice, late, forged, reordered, after a refund',
    stories,
    'callbacks come twice, late, forged, in another order, and after a refund',
  ],
  [
    'agent’s float runs out mid-sale',
    'tests/scenarios/an-agents-float-runs-out.test.ts',
    'sells what is left, is refused with what is left',
  ],
  ['closing before a holiday', month, 'the valve stays open in the evening, at the weekend and on the holiday'],
  ['platform down a day', stories, 'a platform is down for a day while its customers pay there'],
  ['base-date rollover', stories, 'the identifiers of the base date 1993 end, and a key change brings those of 2014'],
]
