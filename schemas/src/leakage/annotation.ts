import { z } from 'zod'
import { recordedEvents } from '../shared/recorded-events.ts'
import { defineResource } from '../shared/resource.ts'
import { lines } from '../shared/text.ts'
import { LocalDate, PartitionId } from '../shared/values.ts'

/** Notes of people about days of a metering point, for all people of the tenant that see the point. */
export const annotations = defineResource({
  name: 'annotation',
  texts: 'leakage',
  noun: 'annotation',
  path: '/prod-api/business/annotation',
  permission: 'leakage:annotation',
  id: 'annotationId',
  table: 'views.annotations',
  scope: 'own',
  fields: {
    /** Chosen by the caller, so that a repeated request adds one. */
    annotationKey: { schema: z.uuid().toLowerCase(), isUnique: true, isSetOnce: true },
    partitionId: { schema: PartitionId, filter: 'equals', isSetOnce: true },
    /** Local days of the point, the last one included. */
    fromDay: { schema: LocalDate, isHalf: true },
    toDay: { schema: LocalDate, isHalf: true },
    remark: { schema: lines(500).min(1), filter: 'contains', lines: 3 },
  },
  menu: {
    directory: 'water',
    place: 19,
    path: 'annotation',
    component: 'leakage/annotation',
    icon: 'note',
    titles: { en: 'Annotations', 'zh-CN': '标注', fr: 'Annotations', id: 'Anotasi' },
    audience: 'tenant',
    shows: ['/api/v1/annotations'],
  },
  screen: {
    columns: ['partitionId', 'fromDay', 'toDay', 'remark', 'createBy', 'createTime'],
    onPhone: ['partitionId', 'remark', 'fromDay'],
    form: ['partitionId', 'fromDay', 'toDay', 'remark'],
    title: 'remark',
  },
})

export const annotationEvents = recordedEvents(annotations.form, 'annotationKey')
