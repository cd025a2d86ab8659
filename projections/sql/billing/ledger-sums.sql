-- billing/ledger-sums, version 1.
-- From these events:
--   billing.BalanceApplied
--   billing.BalanceRefunded
--   billing.BankEntryRecorded
--   billing.BankEntryReleased
--   billing.BankEntrySetAside
--   billing.BillCredited
--   billing.BillDebited
--   billing.BillIssued
--   billing.BillRecomputed
--   billing.DebtAdded
--   billing.DebtPaid
--   billing.LateFeeCharged
--   billing.PaymentDeducted
--   billing.PaymentReceived
--   billing.PaymentReversed
--   billing.ReturnFeeCharged

create table ledger_sums (
  tenant text not null,
  quarter integer not null,
  entry text not null,
  ledger_account text not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  primary key (tenant, quarter, entry, ledger_account)
);
