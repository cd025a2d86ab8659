import { z } from 'zod'
import { recordedEvents } from '../shared/recorded-events.ts'
import { defineResource } from '../shared/resource.ts'
import { lines } from '../shared/text.ts'
import { MeterNumber } from '../shared/values.ts'
import { MeterPan, SupplyGroupCode, TariffIndex } from './sts-identifiers.ts'

/** Default of a group, unique to a utility, common to all meters of a group (KT). */
export const StsKeyType = z.enum({ groupDefault: '1', unique: '2', common: '3' })
/** The cipher of a meter's tokens (EA). */
export const StsAlgorithm = z.enum({ sta: '07', misty1: '11' })
export type StsAlgorithm = z.infer<typeof StsAlgorithm>
/** The first of January of which year the minutes of a meter's tokens are counted (BD). */
export const StsBaseDate = z.enum({ from1993: '1993', from2014: '2014', from2035: '2035' })
export type StsBaseDate = z.infer<typeof StsBaseDate>

/** A key with this number never expires. */
const neverExpires = 255

/** The generation of a meter's key: what a key change changes. */
export const keyGeneration = {
  supplyGroupCode: SupplyGroupCode,
  tariffIndex: TariffIndex,
  keyRevisionNumber: z.int32().min(1).max(9),
  keyType: StsKeyType,
  baseDate: StsBaseDate,
  keyExpiryNumber: z.int32().min(0).max(neverExpires),
}
export const KeyGeneration = z.object(keyGeneration)
export type KeyGeneration = z.infer<typeof KeyGeneration>

/** Meters that take STS tokens, with the generation of their keys. No key is here. */
export const stsMeters = defineResource({
  name: 'stsMeter',
  texts: 'prepaid',
  noun: 'sts meter',
  path: '/prod-api/business/stsMeter',
  permission: 'prepaid:stsMeter',
  verbs: ['list', 'query', 'add', 'edit', 'remove', 'export', 'changeKey', 'manage', 'approve'],
  id: 'stsMeterId',
  table: 'views.sts_meters',
  scope: 'own',
  fields: {
    /** As printed on it. */
    meterNo: { schema: MeterNumber, filter: 'contains', isUnique: true, isSetOnce: true, isHalf: true },
    pan: { schema: MeterPan, filter: 'contains', isHalf: true },
    supplyGroupCode: { schema: SupplyGroupCode, filter: 'equals', isHalf: true },
    tariffIndex: { schema: TariffIndex, isHalf: true },
    keyRevisionNumber: { schema: z.int32().min(1).max(9).default(1), isHalf: true },
    keyType: { schema: StsKeyType.default(StsKeyType.enum.unique), dictionary: 'sts_key_type', isHalf: true },
    algorithm: { schema: StsAlgorithm.default(StsAlgorithm.enum.sta), filter: 'equals', dictionary: 'sts_algorithm', isHalf: true },
    baseDate: { schema: StsBaseDate.default(StsBaseDate.enum.from2014), filter: 'equals', dictionary: 'sts_base_date', isHalf: true },
    keyExpiryNumber: { schema: z.int32().min(0).max(neverExpires).default(neverExpires), isHalf: true },
    /** Its gateway enters tokens by radio. */
    isTwoWay: { schema: z.boolean().default(false) },
    /** The generation of a key change that is not confirmed yet. */
    pendingKey: { schema: KeyGeneration.nullable(), isReadOnly: true, isJson: true, isUnsortable: true },
    remark: { schema: lines(100).nullable().default(null) },
  },
  menu: {
    directory: 'prepaid',
    place: 34,
    path: 'stsMeters',
    component: 'prepaid/sts-meter',
    icon: 'gauge',
    titles: { en: 'STS meters', 'zh-CN': 'STS 水表', fr: 'Compteurs STS', id: 'Meter STS' },
    audience: 'tenant',
    shows: ['/api/v1/sts-meters'],
  },
  screen: {
    columns: ['meterNo', 'pan', 'supplyGroupCode', 'tariffIndex', 'keyRevisionNumber', 'algorithm', 'baseDate', 'createTime'],
    moreColumns: ['isTwoWay', 'keyType', 'keyExpiryNumber', 'remark'],
    filters: ['meterNo', 'pan', 'supplyGroupCode', 'algorithm', 'baseDate'],
    onPhone: ['meterNo', 'baseDate', 'pan'],
  },
})

export const stsMeterEvents = recordedEvents(stsMeters.form, 'meterNo')
/** The registration of a meter, as it was recorded. */
export type StsMeterAdded = z.output<typeof stsMeterEvents.added>
export type StsMeterForm = z.output<typeof stsMeters.form>
