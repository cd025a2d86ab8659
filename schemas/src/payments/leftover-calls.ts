import { z } from 'zod'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { historyCallOf } from '../shared/recorded-calls.ts'
import type { RowOf } from '../shared/resource.ts'
import { lines, recorded, text } from '../shared/text.ts'
import { AccountNo } from '../shared/values.ts'
import { AmountMinor, Postings } from './amounts.ts'
import { type LeftoverMessage, LeftoverSide, LeftoverStatus, ofLeftover, paymentReconciliations } from './payment-leftover.ts'

const reason = lines(200).min(1)

export const listLeftoverHistory = historyCallOf(paymentReconciliations, '/api/v1/payment-leftovers')

const isOpen = ({ status }: RowOf<typeof paymentReconciliations>): boolean => status === LeftoverStatus.enum.open

/** Commands of people on leftovers. */
export const leftoverCommands = commandsOn<RowOf<typeof paymentReconciliations>>()(
  {
    entity: 'Leftover',
    id: 'leftoverNo',
    path: paymentReconciliations.path,
    permission: 'payments:reconciliation:resolve',
    key: ofLeftover,
  },
  {
    take: {
      summary: 'Take over a leftover: it is one’s own to explain',
      typed: {},
      /** The actor, by the identifier of the account: names are read when they are shown. */
      given: { owner: text(100) },
      event: 'payments.LeftoverTaken',
      recorded: { owner: text(100) },
      step: 'taken',
      icon: 'start',
      isOffered: isOpen,
    },
    credit: {
      summary: 'Give money without an order to an account, as a payment',
      typed: { accountNo: AccountNo, reason },
      event: 'payments.LeftoverCredited',
      recorded: {
        ...{
          payerAccountNo: AccountNo,
          paymentId: z.uuid(),
          reference: recorded(255),
          amountMinor: AmountMinor,
          reason,
          postings: Postings,
        },
      },
      icon: 'money',
      isOffered: (row) => isOpen(row) && row.side === LeftoverSide.enum.theirs,
    },
    explain: {
      summary: 'Close a leftover with the reason why it is none',
      typed: { reason },
      event: 'payments.LeftoverExplained',
      recorded: { reason },
      icon: 'finish',
      isOffered: isOpen,
    },
  },
)
export const { takeLeftover, creditLeftover, explainLeftover } = leftoverCommands.calls
export type LeftoverCommand = LeftoverMessage | GivenTo<typeof leftoverCommands>
