import { annotations as resource } from '@nightflow/schemas/leakage/annotation'
import type { HistoryPage } from '@nightflow/schemas/shared/history'
import type { PoolClient } from 'pg'
import { defineEntity } from '../projector/entity.ts'
import { readHistory } from '../projector/entity-history.ts'
import { recordRows } from '../projector/record-rows.ts'

const rows = recordRows(resource)

/** Every annotation; one that was removed stays, marked, for its history. */
export const annotations = defineEntity({
  name: 'leakage/annotations',
  version: 1,
  table: 'annotations',
  key: ['annotationKey'],
  row: rows.row,
  indexes: { id: '(tenant, annotation_id)', partition: '(tenant, partition_id, from_day)' },
  evolve: {
    'leakage.AnnotationAdded': rows.added,
    'leakage.AnnotationChanged': rows.changed,
    'leakage.AnnotationRemoved': (seen) => seen && { ...seen, isRemoved: true },
  },
  history: {
    sentences: 'leakage:annotation',
    steps: {
      'leakage.AnnotationAdded': { step: 'added' },
      'leakage.AnnotationChanged': { step: 'changed', tell: rows.changes },
      'leakage.AnnotationRemoved': { step: 'removed' },
    },
  },
})

/** The history of one annotation, newest first. */
export const findAnnotationHistory = (database: PoolClient, annotationKey: string, page: HistoryPage) =>
  readHistory(database, annotations.entity, { annotationKey }, page)
