import type { RejectionCode } from '@nightflow/schemas/shared/rejections'
import type { Rule, TestName } from './rule.ts'

/** A message of section 8 with its code of `rejections.ts`. */
export type Message = Rule & { code: RejectionCode }

const cards = 'domain/src/cards/card-decider.ts'
const cardsTest = 'domain/src/cards/card-decider.test.ts'
const desk = 'tests/integration/cards/card-desk.test.ts'
const refusals = 'domain/src/billing/refusals.test.ts'
const charges = 'domain/src/billing/charging-item-rules.ts'
const debts = 'domain/src/billing/debt-decisions.ts'
/** The text in English, its code, the file that decides it, and the test that reaches it. */
const message = (words: string, code: RejectionCode, at: string, ...test: TestName): Message => ({
  ...{ section: 8, words, code, enforced: [at, `'${code}'`], test, message: `refusal:${code}` },
})

/** Messages that the specification quotes (section 8): the English text is that and nothing else. */
export const quotedMessages: readonly Message[] = [
  message('The card is blank', 'card-blank', cards, cardsTest, 'The card is blank'),
  message('Invalid card', 'card-invalid', cards, cardsTest, 'Invalid card: of another utility, or with a volume that nothing was paid for'),
  message(
    'There is a balance on the current card, please refund it and recycle it',
    'card-has-balance',
    ...[cards, cardsTest, 'There is a balance on the current card, please refund it and recycle it'],
  ),
  message(
    'Current card is not an account opening and recharge type',
    'card-not-recharge-type',
    ...[cards, cardsTest, 'Current card is not an account opening and recharge type'],
  ),
  message('Parameter error', 'card-parameter-error', cards, cardsTest, 'an account without a meter has none: Parameter error'),
  message(
    'Already recharged to the meter, No amount to refund',
    'card-already-loaded',
    ...[cards, cardsTest, 'Already recharged to the meter, No amount to refund'],
  ),
  message('Not a user card', 'card-not-user', cards, cardsTest, 'Not a user card'),
  message(
    'The card and current user do not match, please confirm!',
    'card-of-another-user',
    ...[cards, cardsTest, 'The card and current user do not match, please confirm!'],
  ),
  message(
    'There is currently a record of card recharge',
    'card-recharge-pending',
    ...[cards, cardsTest, 'There is currently a record of card recharge'],
  ),
  message("The recharge amount can't be zero.", 'card-amount-zero', cards, cardsTest, "The recharge amount can't be zero."),
  message(
    'The current card is not a blank and configured card.',
    'card-not-configured',
    ...[cards, cardsTest, 'Card must be blank for making a card'],
  ),
  message(
    'The previous purchase not yet recharged to the meter',
    'card-previous-not-loaded',
    ...[cards, cardsTest, 'The previous purchase not yet recharged to the meter'],
  ),
  message(
    'Pre-calculation failed',
    'card-precalculation-failed',
    ...['apps/api/src/cards/calculate-purchase.ts', desk, 'of an account without a price is calculated by nothing'],
  ),
  message(
    'There is currently no swiped recharge data',
    'card-nothing-swiped',
    'apps/api/src/cards/read-cards.ts',
    desk,
    'collect from meters',
  ),
  message(
    "The amount of recharge can't exceed 3000!",
    'card-amount-too-high',
    cards,
    cardsTest,
    "The amount of recharge can't exceed 3000!",
  ),
  message(
    'This user does not exist',
    'card-user-not-found',
    ...['apps/api/src/cards/cards-of-account.ts', desk, 'is configured, made, and refused where it is not blank and configured'],
  ),
  message('The charging item name already exists!', 'charging-item-exists', charges, refusals, 'charging item name unique'),
  message(
    'The additional fee scheme has been used, not allowed to disable!',
    'surcharge-scheme-used',
    ...['domain/src/billing/surcharge-scheme-decider.ts', refusals, 'a surcharge scheme already in use cannot be disabled'],
  ),
  message(
    'Total cumulative deduction ratio is not allowed to be greater than 100%!',
    'deduction-ratio-too-large',
    ...[charges, refusals, 'total cumulative deduction ratio at most 100 %'],
  ),
  message("The user's debt has been paid in full!", 'debt-paid-in-full', debts, refusals, 'a debt that was paid in full is not paid again'),
  message('This debt must be greater than 0', 'debt-not-positive', debts, refusals, 'this debt must be greater than 0'),
  message(
    'Token has been filled in the table, not allowed to return the purchase',
    'sts-refund-filled',
    ...[
      'domain/src/prepaid/refund-decisions.ts',
      'tests/integration/prepaid/token-sales.test.ts',
      'is not allowed once the token is in the meter',
    ],
  ),
]

const closing = 'domain/src/billing/account-closing-decider.ts'
const closingTest = 'domain/src/billing/account-closing-decider.test.ts'
const accounts = 'domain/src/customers/account-decider.ts'
const accountsTest = 'domain/src/customers/account-decider.test.ts'
const owed = 'stays open where a bill, a debt or a balance below zero is owed, or money is left'

/** Messages that the specification names (sections 5 and 8) and that say more: whose, how much, and what to do. */
export const namedMessages: readonly Message[] = [
  message('Account balance insufficient', 'account-balance-insufficient', closing, closingTest, owed),
  message(
    'Recharge first',
    'balance-insufficient',
    ...['domain/src/billing/water-sales-decider.ts', 'domain/src/billing/water-sales-decider.test.ts', 'is paid by the balance, once'],
  ),
  message('not refunded. Refund it first', 'account-balance-not-refunded', closing, closingTest, owed),
  message('Account number already exists', 'account-already-exists', accounts, accountsTest, 'an account number is unique'),
  message('Account number not found', 'account-not-found', accounts, accountsTest, 'an account that was never opened takes no command'),
  message('is closed', 'account-closed', accounts, accountsTest, 'is irreversible: a cancelled account takes no command'),
  message(
    'Cancellation is not allowed',
    'cancellation-not-allowed',
    accounts,
    accountsTest,
    'is irreversible: a cancelled account takes no command',
  ),
  message(
    'must be greater than 0',
    'recharge-not-positive',
    ...['domain/src/billing/account-bills-decider.ts', 'domain/src/billing/payment-deduction.test.ts', 'is greater than zero, and at most'],
  ),
  message('is not possible', 'card-replaced-no-refund', ...[cards, cardsTest, 'after a card replacement a refund is forbidden']),
]

/** Messages that the screen of cards says by itself, each with its text in `cards.json`. */
export const messagesOfDesk: readonly { says: string; text: string }[] = [
  { says: 'Card reading failure!', text: 'message.reading' },
  { says: 'Account opening failed', text: 'message.opening' },
  { says: 'Card making failed', text: 'message.failed.0' },
  { says: 'Refund failed', text: 'message.failed.2' },
  { says: 'Please Open BridgeTool', text: 'bridge.open' },
  { says: 'Parameter error', text: 'bridge.error.-3' },
]
