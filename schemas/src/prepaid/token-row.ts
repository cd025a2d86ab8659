import { z } from 'zod'
import { PersonName } from '../shared/actors.ts'
import { defineResource } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { AccountNo, Instant, MeterNumber } from '../shared/values.ts'
import { SalePayMethod, TokenKind, TokenStatus } from './token.ts'
import { TokenDownlink } from './token-downlink.ts'

/** Twelve tokens of twenty digits with a blank between them. */
const digitsMax = 260

/** Tokens that were sold, and those that are being made: a row is one sale. */
export const tokens = defineResource({
  name: 'token',
  texts: 'prepaid',
  noun: 'token',
  path: '/prod-api/business/token',
  permission: 'prepaid:token',
  verbs: ['list', 'query', 'sell', 'decode', 'refund', 'export'],
  id: 'tokenNo',
  table: 'views.sts_tokens',
  scope: 'own',
  fields: {
    requestId: { schema: z.uuid(), isReadOnly: true, filter: 'equals' },
    meterNo: { schema: MeterNumber, filter: 'contains', isReadOnly: true },
    /** Null for tokens that are not sold. */
    accountNo: { schema: AccountNo.nullable(), filter: 'contains', isReadOnly: true },
    kind: { schema: TokenKind, isReadOnly: true, filter: 'equals', dictionary: 'sts_token_kind' },
    status: { schema: TokenStatus, isReadOnly: true, filter: 'equals', dictionary: 'sts_token_status' },
    /** In the order in which they are entered; empty before they are made. */
    digits: { schema: text(digitsMax), isReadOnly: true, filter: 'contains', filterMax: 30, isUnsortable: true },
    payMethod: { schema: SalePayMethod.nullable(), isReadOnly: true, filter: 'equals', dictionary: 'counter_method' },
    /** The payment, and the part of it that paid water. */
    amountMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    chargedMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    /** Litres that were paid, and those that were given by rounding up. */
    litres: { schema: z.int(), isReadOnly: true, isLarge: true },
    roundedUpLitres: { schema: z.int(), isReadOnly: true, isLarge: true },
    /** The way to the meter by radio, of meters that take it. */
    downlink: { schema: TokenDownlink, isReadOnly: true, filter: 'equals', dictionary: 'sts_token_downlink' },
    /** Why no token was made: the code of a refusal. */
    reasonCode: { schema: text(64), isReadOnly: true },
    operator: { schema: PersonName.nullable(), isReadOnly: true, filter: 'equals', filterMax: 100 },
    createTime: { schema: Instant, isReadOnly: true },
  },
  totals: { fields: ['amountMinor', 'chargedMinor', 'litres', 'roundedUpLitres'] },
  menu: {
    directory: 'prepaid',
    place: 31,
    path: 'tokens',
    component: 'prepaid/token',
    icon: 'receipt',
    titles: { en: 'Tokens', 'zh-CN': '充值代码', fr: 'Jetons', id: 'Token' },
    audience: 'tenant',
    shows: ['/api/v1/tokens'],
  },
  screen: {
    columns: ['digits', 'meterNo', 'accountNo', 'kind', 'status', 'amountMinor', 'litres', 'operator', 'createTime'],
    moreColumns: ['downlink', 'chargedMinor', 'roundedUpLitres', 'payMethod', 'reasonCode'],
    filters: ['digits', 'meterNo', 'accountNo', 'kind', 'status', 'downlink', 'operator', 'createdWithin'],
    onPhone: ['digits', 'meterNo', 'status', 'amountMinor'],
    title: 'meterNo',
    form: [],
  },
})
