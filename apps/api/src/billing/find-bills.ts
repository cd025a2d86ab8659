import { findMoneyBy } from '@nightflow/projections/joined/find-money'
import { findBills } from '@nightflow/schemas/billing/find-bills'
import { ask, type Route } from '../http/serve.ts'

export const findBillsRoute: Route = ask(findBills, ({ search }, { read, caller: { may } }) =>
  read((database) =>
    findMoneyBy(database, search, { seesAccounts: may('customers:account:list'), seesPayments: may('billing:payment:list') }),
  ),
)
