import { z } from 'zod'
import { defineResource, logVerbs } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { Instant } from '../shared/values.ts'

export const PayAttemptOutcome = z.enum({ opened: '0', refused: '1' })

/** Attempts to open the public page of an account by its code. Rows are kept for ninety days. */
export const payAttempts = defineResource({
  name: 'payAttempt',
  texts: 'payments',
  noun: 'attempt to open the payment page',
  path: '/prod-api/business/payAttempt',
  permission: 'payments:attempt',
  verbs: logVerbs,
  id: 'attemptId',
  table: 'platform.pay_attempts',
  scope: 'own',
  fields: {
    /** As it was typed: there may be no such account. */
    accountNo: { schema: text(64), filter: 'contains' },
    outcome: { schema: PayAttemptOutcome, filter: 'equals', dictionary: 'pay_attempt_outcome' },
    network: { schema: text(64), filter: 'contains' },
    createTime: { schema: Instant, column: 'attempt_time' },
  },
  menu: {
    directory: 'payment',
    place: 50,
    path: 'payAttempt',
    component: 'payments/pay-attempt',
    icon: 'key',
    titles: { en: 'Payment page access', 'zh-CN': '缴费页访问', fr: 'Accès à la page de paiement', id: 'Akses halaman bayar' },
    audience: 'tenant',
  },
  screen: {
    columns: ['accountNo', 'outcome', 'network', 'createTime'],
    onPhone: ['accountNo', 'outcome', 'createTime'],
    filters: ['accountNo', 'outcome', 'network'],
  },
})
