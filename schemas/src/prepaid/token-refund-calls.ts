import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { historyCallOf } from '../shared/recorded-calls.ts'
import type { RowOf } from '../shared/resource.ts'
import { lines } from '../shared/text.ts'
import { ofSale } from './token.ts'
import { RechargeFlag, RefundStatus, stsRefunds } from './token-refund.ts'

const comments = lines(200)

export const listStsRefundHistory = historyCallOf(stsRefunds, '/api/v1/sts-refunds')

type Refund = RowOf<typeof stsRefunds>
const isOpen = ({ refundStatus }: Refund): boolean =>
  refundStatus === RefundStatus.enum.pending || refundStatus === RefundStatus.enum.processing

/** Commands on applications: the review, what is known of the token, and the decision of another person than the applicant. */
export const stsRefundCommands = commandsOn<Refund>()(
  {
    entity: 'TokenRefund',
    id: 'refundNo',
    path: stsRefunds.path,
    permission: 'prepaid:stsRefund:review',
    key: ofSale,
    typed: { comments },
    recorded: { comments },
  },
  {
    review: {
      summary: 'Begin to review an application',
      event: 'prepaid.TokenRefundReviewed',
      becomes: { refundStatus: RefundStatus.enum.processing },
      icon: 'start',
      isOffered: ({ refundStatus }) => refundStatus === RefundStatus.enum.pending,
    },
    flag: {
      summary: 'Say what is known of the token in the meter',
      typed: { rechargeFlag: RechargeFlag.exclude(['returned']), comments },
      event: 'prepaid.TokenRefundFlagged',
      recorded: { rechargeFlag: RechargeFlag, comments },
      icon: 'finish',
      isOffered: isOpen,
    },
    approve: {
      summary: 'Approve an application: the price becomes the balance of the account',
      event: 'prepaid.TokenRefundApproved',
      becomes: { refundStatus: RefundStatus.enum.completed, rechargeFlag: RechargeFlag.enum.returned },
      icon: 'money',
      isOffered: isOpen,
    },
    reject: {
      summary: 'Do not approve an application',
      typed: { comments: comments.min(1) },
      event: 'prepaid.TokenRefundRejected',
      becomes: { refundStatus: RefundStatus.enum.rejected },
      icon: 'cancel',
      isOffered: isOpen,
    },
  },
)

export type RefundCommand = GivenTo<typeof stsRefundCommands>
