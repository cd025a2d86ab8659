import { z } from 'zod'
import { PersonName } from '../shared/actors.ts'
import { defineResource, logVerbs } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { AccountNo, Instant } from '../shared/values.ts'
import { CardKind, CardNo, CardTechnology, SwipeStatus } from './card-image.ts'

/** A purchase on a card is 3000 units of the currency at most, and 3000 cubic metres. */
export const rechargeMinorMax = 300_000
export const rechargeLitresMax = 3_000_000

/** Operations that write a user card. */
export const CardOperation = z.enum({ make: '0', recharge: '1', refund: '2', replace: '3', recycle: '4' })
export type CardOperation = z.infer<typeof CardOperation>

/** Operations that write a card without an account: the number of the utility on a blank card, a blank card again, a card that collects from meters. */
export const SystemOperation = z.enum({ configure: '5', reset: '6', cumulative: '7' })
export type SystemOperation = z.infer<typeof SystemOperation>

export const CardState = z.enum({ inUse: '0', lost: '1', replaced: '2', recycled: '3' })
export type CardState = z.infer<typeof CardState>

/** Prepared: the card was not seen with what was to be written. */
export const WriteStatus = z.enum({ prepared: '0', written: '1', cancelled: '2' })
export const TransactionType = z.enum({ none: '0', received: '1', refunded: '2' })

const litres = z.int()
const minor = z.int()

/** Cards of accounts, each from its making to its end. */
export const cards = defineResource({
  name: 'card',
  texts: 'cards',
  noun: 'card',
  path: '/prod-api/business/card',
  permission: 'cards:card',
  verbs: ['list', 'query', 'export', 'desk', 'make', 'recharge', 'refund', 'replace', 'recycle', 'lose', 'configure'],
  id: 'cardId',
  table: 'views.cards',
  scope: 'own',
  fields: {
    accountNo: { schema: AccountNo, filter: 'contains' },
    cardNo: { schema: CardNo, filter: 'contains', filterMax: 16 },
    systemNo: { schema: text(32) },
    meterNo: { schema: text(64), filter: 'contains' },
    technology: { schema: CardTechnology, filter: 'equals', dictionary: 'card_technology' },
    state: { schema: CardState, filter: 'equals', dictionary: 'card_state' },
    swipeStatus: { schema: SwipeStatus, filter: 'equals', dictionary: 'card_status' },
    purchaseLitres: { schema: litres, isLarge: true },
    rechargeCount: { schema: z.int32() },
    swipes: { schema: z.int32() },
    remainingLitres: { schema: litres.nullable(), isLarge: true },
    alarmLitres: { schema: litres, isLarge: true },
    limitLitres: { schema: litres, isLarge: true },
    incrementLitres: { schema: litres, isLarge: true },
    purchaseNo: { schema: z.int32() },
    createTime: { schema: Instant },
  },
  menu: {
    directory: 'card',
    place: 20,
    path: 'cards',
    component: 'cards/cards',
    icon: 'list',
    titles: { en: 'Cards', 'zh-CN': '用户卡', fr: 'Cartes', id: 'Kartu' },
    audience: 'tenant',
    shows: ['/api/v1/cards'],
  },
  screen: {
    columns: ['cardNo', 'accountNo', 'meterNo', 'state', 'swipeStatus', 'purchaseLitres', 'rechargeCount', 'remainingLitres', 'createTime'],
    moreColumns: ['systemNo', 'technology', 'swipes', 'alarmLitres', 'limitLitres', 'incrementLitres', 'purchaseNo'],
    onPhone: ['cardNo', 'swipeStatus', 'accountNo', 'state'],
    title: 'cardNo',
  },
})

/** Operations on cards, one row each. */
export const cardRecords = defineResource({
  name: 'cardRecord',
  texts: 'cards',
  noun: 'card record',
  path: '/prod-api/business/cardRecord',
  permission: 'cards:cardRecord',
  verbs: logVerbs,
  id: 'recordNo',
  table: 'views.card_records',
  scope: 'own',
  fields: {
    accountNo: { schema: AccountNo, filter: 'contains' },
    cardNo: { schema: CardNo, filter: 'contains', filterMax: 16 },
    meterNo: { schema: text(64), filter: 'contains' },
    operation: { schema: CardOperation, filter: 'equals', dictionary: 'card_operation' },
    status: { schema: WriteStatus, filter: 'equals', dictionary: 'card_write_status' },
    transactionType: { schema: TransactionType, filter: 'equals', dictionary: 'card_transaction_type' },
    /** The identifier of the payment or the refund, which its receipt names. */
    invoiceNo: { schema: text(36).nullable() },
    purchaseLitres: { schema: litres, isLarge: true },
    amountMinor: { schema: minor, isLarge: true },
    /** Null for a card that was found written by the service. */
    operator: { schema: PersonName.nullable(), filter: 'equals', filterMax: 100 },
    remark: { schema: lines(200) },
    createTime: { schema: Instant },
  },
  menu: {
    directory: 'card',
    place: 30,
    path: 'cardRecords',
    component: 'cards/card-records',
    icon: 'history',
    titles: { en: 'Card usage records', 'zh-CN': '卡使用记录', fr: 'Opérations sur cartes', id: 'Catatan pemakaian kartu' },
    audience: 'tenant',
  },
  screen: {
    columns: ['operation', 'accountNo', 'cardNo', 'status', 'transactionType', 'purchaseLitres', 'amountMinor', 'operator', 'createTime'],
    moreColumns: ['meterNo', 'invoiceNo', 'remark'],
    onPhone: ['operation', 'amountMinor', 'accountNo', 'status'],
    filters: ['accountNo', 'cardNo', 'meterNo', 'operation', 'status', 'transactionType', 'operator', 'createdWithin'],
  },
})

/** Cards without an account: configured blank cards and cumulative cards. */
export const systemCards = defineResource({
  name: 'systemCard',
  texts: 'cards',
  noun: 'system card',
  path: '/prod-api/business/systemCard',
  permission: 'cards:systemCard',
  verbs: logVerbs,
  id: 'systemCardId',
  table: 'views.system_cards',
  scope: 'own',
  fields: {
    cardNo: { schema: CardNo, filter: 'contains', filterMax: 16 },
    systemNo: { schema: text(32) },
    technology: { schema: CardTechnology, filter: 'equals', dictionary: 'card_technology' },
    kind: { schema: CardKind, filter: 'equals', dictionary: 'card_kind' },
    operation: { schema: SystemOperation, filter: 'equals', dictionary: 'system_card_operation' },
    operator: { schema: PersonName.nullable() },
    createTime: { schema: Instant },
  },
  menu: {
    directory: 'card',
    place: 40,
    path: 'systemCards',
    component: 'cards/system-cards',
    icon: 'settings',
    titles: { en: 'System cards', 'zh-CN': '系统卡管理', fr: 'Cartes système', id: 'Kartu sistem' },
    audience: 'tenant',
  },
})
