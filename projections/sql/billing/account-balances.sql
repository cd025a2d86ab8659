-- billing/account-balances, version 2.
-- From these events:
--   billing.BalanceApplied
--   billing.BalanceRefunded
--   billing.BillCredited
--   billing.BillDebited
--   billing.BillIssued
--   billing.BillRecomputed
--   billing.ContractBegan
--   billing.DebtAdded
--   billing.DebtPaid
--   billing.LateFeeCharged
--   billing.PaymentDeducted
--   billing.PaymentReceived
--   billing.PaymentReversed
--   billing.ReturnFeeCharged

create table account_balances (
  tenant text not null,
  account_no text not null,
  contract_no bigint not null,
  balance_minor bigint not null,
  primary key (tenant, account_no, contract_no)
);

create index account_balances_had on account_balances (tenant, account_no, contract_no) where balance_minor > 0;
