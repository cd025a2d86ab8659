import { z } from 'zod'
import { confirmedAmount } from '../shared/confirmed-amount.ts'
import { endpoint } from '../shared/endpoint.ts'
import { RowId } from '../shared/lists.ts'
import type { NamedCommand } from '../shared/named-command.ts'
import { historyCallOf } from '../shared/recorded-calls.ts'
import type { RowOf } from '../shared/resource.ts'
import { lines } from '../shared/text.ts'
import { DebtStatus, debts, instalmentsMax } from './debt.ts'
import { PaymentSource } from './deduction.ts'
import { PayMethod, TypedAmount } from './money.ts'

export const listDebtHistory = historyCallOf(debts, '/api/v1/debts')

export const payDebt = endpoint({
  method: 'PUT',
  path: '/prod-api/business/debt/pay/:debtNo',
  permission: 'billing:debt:pay',
  summary: 'Pay a debt, whole or in part; the same paymentId again changes nothing',
  request: z.object({
    debtNo: RowId,
    paymentId: z.uuid(),
    amount: TypedAmount,
    ...confirmedAmount,
    payMethod: PayMethod.default(PayMethod.enum.cash),
    remark: lines(100).default(''),
  }),
  response: z.object({ residualMinor: z.int() }),
})

export const planRepayment = endpoint({
  method: 'PUT',
  path: '/prod-api/business/debt/plan/:debtNo',
  permission: 'billing:debt:plan',
  summary: 'Repay a debt in instalments that are taken from bills or from recharges',
  request: z.object({ debtNo: RowId, planSource: PaymentSource, planDeductions: z.int().min(1).max(instalmentsMax) }),
  response: z.object({}),
})

type Row = RowOf<typeof debts>
const isOpen = ({ status }: Row): boolean => status === DebtStatus.enum.open

export const debtCommands: readonly NamedCommand<Row>[] = [
  { name: 'pay', endpoint: payDebt, requestId: 'paymentId', icon: 'money', isOffered: isOpen },
  { name: 'plan', endpoint: planRepayment, icon: 'edit', isOffered: isOpen },
]
