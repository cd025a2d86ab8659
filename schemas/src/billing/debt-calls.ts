import { z } from 'zod'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { confirmedAmount } from '../shared/confirmed-amount.ts'
import { historyCallOf } from '../shared/recorded-calls.ts'
import type { RowOf } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { ItemName } from './charging-item.ts'
import {
  type AddDebt,
  contractNo,
  DebtStatus,
  debts,
  instalmentsMax,
  ofDebt,
  RemainingDeductions,
  RepaymentPlan,
  SignedMinor,
} from './debt.ts'
import { DebtType, PaymentSource } from './deduction.ts'
import { Postings } from './ledger.ts'
import { AmountMinor, PayMethod, RestMinor, TypedAmount } from './money.ts'

export const listDebtHistory = historyCallOf(debts, '/api/v1/debts')

type Row = RowOf<typeof debts>
const isOpen = ({ status }: Row): boolean => status === DebtStatus.enum.open
const remark = lines(100)
const paid = { paymentId: z.uuid(), payMethod: PayMethod, remark }
const plan = RepaymentPlan.nullable()
const reason = lines(200).min(1)
const isProposed = (row: Row): boolean => isOpen(row) && row.writeOffBy !== null

/** Commands on debts. */
export const debtCommands = commandsOn<Row>()(
  { entity: 'Debt', id: 'debtNo', path: debts.path, permission: 'billing:debt:pay', key: ofDebt },
  {
    pay: {
      summary: 'Pay a debt, whole or in part; the same paymentId again changes nothing',
      requestId: 'paymentId',
      typed: {
        ...{ paymentId: z.uuid(), amount: TypedAmount, ...confirmedAmount },
        ...{ payMethod: PayMethod.default(PayMethod.enum.cash), remark: remark.default('') },
      },
      given: { ...paid, amountMinor: SignedMinor },
      event: 'billing.DebtPaid',
      recorded: {
        ...paid,
        debtType: DebtType,
        feeName: ItemName,
        debtMinor: AmountMinor,
        amountMinor: AmountMinor,
        residualMinor: RestMinor,
        remainingDeductions: RemainingDeductions.nullable(),
        contractNo,
        postings: Postings,
      },
      response: z.object({ residualMinor: z.int() }),
      icon: 'money',
      isOffered: isOpen,
    },
    plan: {
      command: 'PlanRepayment',
      call: 'planRepayment',
      summary: 'Repay a debt in instalments that are taken from bills or from recharges',
      permission: 'billing:debt:plan',
      typed: { planSource: PaymentSource, planDeductions: z.int().min(1).max(instalmentsMax) },
      given: { plan },
      event: 'billing.RepaymentPlanned',
      recorded: { plan },
      icon: 'edit',
      isOffered: isOpen,
    },
    proposeWriteOff: {
      command: 'ProposeWriteOff',
      call: 'proposeWriteOff',
      summary: 'Propose to give up the rest of a debt; another person confirms it',
      permission: 'billing:debt:writeOff',
      typed: { reason },
      event: 'billing.DebtWriteOffProposed',
      /** Names the person, so that the same one does not confirm. */
      recorded: { reason, proposedBy: text(200) },
      icon: 'mute',
      isOffered: (row) => isOpen(row) && row.writeOffBy === null,
    },
    confirmWriteOff: {
      command: 'ConfirmWriteOff',
      call: 'confirmWriteOff',
      summary: 'Give up the rest of a debt that another person proposed to write off',
      permission: 'billing:debt:writeOff',
      typed: { reason },
      event: 'billing.DebtWrittenOff',
      recorded: {
        reason,
        debtType: DebtType,
        feeName: ItemName,
        debtMinor: AmountMinor,
        amountMinor: AmountMinor,
        contractNo,
        postings: Postings,
      },
      icon: 'finish',
      isDanger: true,
      isOffered: isProposed,
    },
    dismissWriteOff: {
      command: 'DismissWriteOff',
      call: 'dismissWriteOff',
      summary: 'Dismiss the proposal to write a debt off',
      permission: 'billing:debt:writeOff',
      typed: { reason },
      event: 'billing.DebtWriteOffDismissed',
      recorded: { reason },
      icon: 'cancel',
      isOffered: isProposed,
    },
  },
)
export const { payDebt, planRepayment, proposeWriteOff, confirmWriteOff, dismissWriteOff } = debtCommands.calls
export type DebtCommand = AddDebt | GivenTo<typeof debtCommands>
