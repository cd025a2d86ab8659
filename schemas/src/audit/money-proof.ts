import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { text } from '../shared/text.ts'
import { Instant } from '../shared/values.ts'

/** Things that are compared, in the order of the page. */
export const ProofPart = z.enum(['ledger', 'accounts', 'payments', 'tokens', 'orders', 'cards', 'agents'])
export type ProofPart = z.infer<typeof ProofPart>

/** Faults of things. */
export const ProofFault = z.enum([
  ...(['sum-not-zero', 'ledger-account'] as const),
  ...(['balance', 'receivables', 'debts'] as const),
  ...(['payment-twice', 'payment-amount', 'reversed-twice'] as const),
  ...([
    'sale-amount',
    'sale-charged',
    'token-missing',
    'token-twice',
    'sale-unpaid',
    'sale-lost',
    'water-sold',
    'identifier-falls',
  ] as const),
  ...(['order-amount', 'order-received', 'order-refunded', 'order-twice', 'order-money', 'order-returned'] as const),
  ...(['callback-twice', 'callback-missing'] as const),
  ...(['card-counter', 'purchase-twice', 'card-money', 'card-refund', 'card-cancelled'] as const),
  ...(['agent-balance', 'agent-recharge-twice', 'agent-sale-twice', 'agent-commission'] as const),
])
export type ProofFault = z.infer<typeof ProofFault>

/** Things of one fault are named up to so many, and things of a proof altogether. */
export const namedPerFault = 50
export const namedPerProof = 300

export const ProofDifference = z.object({
  part: ProofPart,
  fault: ProofFault,
  /** Account, meter, number of the order, card or agent; the key where the read model does not have it. */
  name: text(200),
  key: text(200),
  /** Of its row in the list of such things; null where there is none. */
  rowNo: z.int().nullable(),
  /** Sums are hundredths of the currency; the others are counts. */
  derived: z.number(),
  shown: z.number(),
})
export type ProofDifference = z.infer<typeof ProofDifference>

const Compared = z.object({ part: ProofPart, compared: z.int().min(0), differing: z.int().min(0) })

/** The result of a proof: of all that is compared, how many there are and how many differ. */
export const ProofResult = z.object({
  /** Of the log: everything up to it was read, and the read models were at it. */
  position: z.int().min(0),
  events: z.int().min(0),
  parts: z.array(Compared).max(20),
  differences: z.array(ProofDifference).max(namedPerProof),
})
export type ProofResult = z.infer<typeof ProofResult>

export const MoneyProof = z.object({
  id: z.uuid(),
  status: z.enum(['waiting', 'running', 'succeeded', 'failed']),
  /** Started by itself in the night. */
  isNightly: z.boolean(),
  startedAt: Instant,
  endedAt: Instant.nullable(),
  /** Positions of the log done of those to do. */
  done: z.int(),
  total: z.int(),
  phase: z.string(),
  position: z.int().nullable(),
  events: z.int().nullable(),
  parts: z.array(Compared),
})
export type MoneyProof = z.infer<typeof MoneyProof>

/** Nights of two months, and those that people started. */
export const proofsListedMax = 60

export const startMoneyProof = endpoint({
  method: 'POST',
  path: '/api/v1/audit/money-proofs',
  permission: 'audit:replay:run',
  summary: 'Prove the money of the utility now: balances are derived from the events alone and compared with what is shown',
  request: z.object({}),
  response: MoneyProof,
})

export const listMoneyProofs = endpoint({
  method: 'GET',
  path: '/api/v1/audit/money-proofs',
  permission: 'audit:log:read',
  summary: 'Proofs of the money, newest first: one of each night, and those that people started',
  request: z.object({}),
  response: z.object({ rows: z.array(MoneyProof) }),
  row: MoneyProof,
})

export const listProofDifferences = endpoint({
  method: 'GET',
  path: '/api/v1/audit/money-proofs/:id/differences',
  permission: 'audit:log:read',
  summary: 'What differs in a proof, with the account, token, order, card or agent that it is about',
  request: z.object({ id: z.uuid() }),
  response: z.object({ rows: z.array(ProofDifference) }),
  row: ProofDifference,
})
