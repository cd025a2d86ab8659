import { firstContract } from '@nightflow/domain/billing/account-contracts'
import { ContractNo } from '@nightflow/schemas/billing/ledger'
import { AccountNo } from '@nightflow/schemas/shared/values'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import type { RowEvent } from '../projector/entity-shape.ts'
import { accountOf } from './debt-events.ts'
import { balanceTypes, casesOf, customerMoneyOf, postedOf } from './posted-events.ts'

const row = z.object({
  accountNo: AccountNo,
  contractNo: ContractNo,
  /** The balance; below zero where more was taken than paid in. */
  balanceMinor: z.int(),
})
type Row = z.infer<typeof row>

/** Changes of an account's balances by an event, by contract. A new holder gets the money received since the transfer from the earlier holder. */
const movesOf = ({ type, data }: RowEvent): { contractNo: number; minor: number }[] => {
  const { contractNo = firstContract, balanceMinor = 0 } = data as { contractNo?: number; balanceMinor?: number }
  if (type !== 'billing.ContractBegan') return [{ contractNo, minor: -customerMoneyOf(postedOf({ data }).postings) }]
  const moved = { contractNo, minor: balanceMinor }
  // There is no holder before the first one, whatever an event says.
  return contractNo > firstContract ? [{ contractNo: contractNo - 1, minor: -balanceMinor }, moved] : [moved]
}

/** The balance of each holder of an account: the sum of the postings to the holder's money. */
export const accountBalances = defineEntity({
  name: 'billing/account-balances',
  version: 2,
  table: 'account_balances',
  key: ['accountNo', 'contractNo'],
  row,
  indexes: { had: '(tenant, account_no, contract_no) where balance_minor > 0' },
  isCommutative: true,
  keysOf: (event) => movesOf(event).map(({ contractNo }) => ({ accountNo: accountOf(event), contractNo })),
  evolve: casesOf<Row>([...balanceTypes, 'billing.ContractBegan'], (seen, event, key) => ({
    ...(key as Row),
    balanceMinor: (seen?.balanceMinor ?? 0) + (movesOf(event).find(({ contractNo }) => contractNo === key.contractNo)?.minor ?? 0),
  })),
})

/** Accounts of which a holder has a balance beside an open bill, as earlier logs left them. */
export const balancesToSettle = async (database: PoolClient, limit: number): Promise<string[]> => {
  const { rows } = await database.query<{ accountNo: string }>(
    `select distinct account_no as "accountNo" from views.account_balances had where balance_minor > 0
       and exists (select from views.bills where bills.tenant = had.tenant and bills.account_no = had.account_no
         and bills.contract_no = had.contract_no and bills.open_minor > 0)
     order by 1 limit $1`,
    [limit],
  )
  return rows.map(({ accountNo }) => accountNo)
}
