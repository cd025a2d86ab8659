import {
  exportPostpaid,
  exportRecharges,
  listPostpaid,
  listRecharges,
  PostpaidRow,
  postpaidFilter,
  postpaidTotals,
  RechargeRow,
  rechargeFilter,
  rechargeTotals,
} from '@nightflow/schemas/billing/money-reports'
import { exactly } from '@nightflow/schemas/shared/resource'
import { IconCash, IconReceipt } from '@tabler/icons-react'
import { ScreenLink } from '#shell/screen-link.tsx'
import { listOf } from '#ui/resource/resource-of.ts'

/** Payments received, reversed and refunded, by day or month, pay method and operator. */
export const recharges = listOf<RechargeRow>({
  calls: {
    ...{ id: 'place', row: RechargeRow, filter: rechargeFilter, list: listRecharges, exportRows: exportRecharges, totals: rechargeTotals },
    dictionaries: { payMethod: 'counter_method' },
  },
  texts: 'billing',
  name: 'rechargeReport',
  icon: IconCash,
  columns: ['period', 'payMethod', 'operator', 'payments', 'receivedMinor', 'reversedMinor', 'refundedMinor', 'netMinor'],
  onPhone: ['period', 'netMinor', 'payMethod'],
  filters: ['unit', 'payMethod', 'operator', 'createdWithin'],
})

/** Accounts and their holders with the bills of a period, and what of them is paid. */
export const postpaid = listOf<PostpaidRow>({
  calls: {
    ...{
      id: 'lineNo',
      row: PostpaidRow,
      filter: postpaidFilter,
      list: listPostpaid,
      exportRows: exportPostpaid,
      totals: postpaidTotals,
    },
    dictionaries: { status: 'bill_status' },
  },
  texts: 'billing',
  name: 'postpaidReport',
  icon: IconReceipt,
  columns: ['accountNo', 'customerName', 'status', 'bills', 'openBills', 'billedMinor', 'paidMinor', 'openMinor', 'overdueMinor'],
  onPhone: ['accountNo', 'openMinor', 'customerName', 'status'],
  filters: ['accountNo', 'status', 'createdWithin'],
  cell: {
    accountNo: ({ accountNo }) => (
      <ScreenLink screen="billing/bills" search={{ accountNo: exactly(accountNo) }} className="nf-link nf-figures">
        {accountNo}
      </ScreenLink>
    ),
  },
})
