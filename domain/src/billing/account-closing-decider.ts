import type { AccountClosingCommand } from '@nightflow/schemas/billing/account-closing'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider } from '../shared/decider.ts'
import { unitsOf } from '../shared/units-of-money.ts'
import { type AccountBills, type AccountBillsEvent, evolveBills, noBills, openOf } from './account-bills.ts'
import { type AccountCharges, type AccountChargesEvent, evolveCharges, noCharges } from './account-charges.ts'
import { balanceOf, presentContract } from './account-contracts.ts'
import { settlingBalance } from './settle-balance.ts'

type State = { readonly bills: AccountBills; readonly charges: AccountCharges }
type Of<Type extends AccountClosingCommand['type']> = Extract<AccountClosingCommand, { type: Type }>
type Decision = readonly AccountBillsEvent[] | Rejection

const decider: Decider<AccountClosingCommand, State, AccountBillsEvent> = {
  streamOf: ({ accountNo }) => `billing-account-${accountNo}`,
  initialState: { bills: noBills, charges: noCharges },
  // Each folds its own events of the stream.
  evolve: ({ bills, charges }, event) => ({
    bills: evolveBills(bills, event),
    charges: evolveCharges(charges, event as unknown as AccountChargesEvent),
  }),
  decide: { CloseAccountMoney: close, ReopenAccountMoney: reopen },
}

/**
 * Whether an account has or owes anything is decided in the stream of its money, before the account is cancelled in its own stream. Money that comes
 * first refuses the closing; what comes after it is refused beyond what is open.
 */
export const accountClosingDecider = settlingBalance(decider, ({ bills }) => bills)

/** The present holder's debt is paid and the holder's balance is refunded first. A former holder's debt can still be paid. */
function close({ type: _, ...asked }: Of<'CloseAccountMoney'>, { bills, charges }: State, { now }: Context): Decision {
  if (bills.isClosed) return []
  const contractNo = presentContract(bills)
  const debtsMinor = [...charges.debts.values()].reduce((sum, debt) => sum + (debt.contractNo === contractNo ? debt.residualMinor : 0), 0)
  const balanceMinor = balanceOf(bills, contractNo)
  const owedMinor = openOf(bills, contractNo) + debtsMinor - Math.min(0, balanceMinor)
  if (owedMinor > 0) return rejected('account-balance-insufficient', { owed: unitsOf(owedMinor) })
  if (balanceMinor > 0) return rejected('account-balance-not-refunded', { balance: unitsOf(balanceMinor) })
  return [{ type: 'billing.AccountMoneyClosed', data: { ...asked, at: now } }]
}

function reopen({ accountNo }: Of<'ReopenAccountMoney'>, { bills }: State, { now }: Context): Decision {
  return bills.isClosed ? [{ type: 'billing.AccountMoneyReopened', data: { accountNo, at: now } }] : []
}
