import { stsMeters as resource } from '@nightflow/schemas/prepaid/sts-meter'
import type { HistoryPage } from '@nightflow/schemas/shared/history'
import type { PoolClient } from 'pg'
import { defineEntity } from '../projector/entity.ts'
import { readHistory } from '../projector/entity-history.ts'
import { recordRows } from '../projector/record-rows.ts'

const rows = recordRows(resource, { pendingKey: null, isTwoWay: false })

/** Every meter that takes STS tokens; one that was removed stays, marked, for its history. */
export const stsMeters = defineEntity({
  name: 'prepaid/sts-meters',
  version: 2,
  table: 'sts_meters',
  key: ['meterNo'],
  row: rows.row,
  indexes: { id: '(tenant, sts_meter_id)' },
  evolve: {
    'prepaid.StsMeterAdded': rows.added,
    'prepaid.StsMeterChanged': rows.changed,
    'prepaid.StsMeterRemoved': (seen) => seen && { ...seen, isRemoved: true },
    'prepaid.KeyChangeRequested': (seen, { data: { next } }) => seen && { ...seen, pendingKey: next },
    'prepaid.KeyChangeConfirmed': (seen, { data: { next } }) => seen && { ...seen, ...next, pendingKey: null },
    'prepaid.KeyChangeCancelled': (seen) => seen && { ...seen, pendingKey: null },
  },
  history: {
    sentences: 'prepaid:stsMeter',
    steps: {
      'prepaid.StsMeterAdded': { step: 'added' },
      'prepaid.StsMeterChanged': { step: 'changed', tell: rows.changes },
      'prepaid.StsMeterRemoved': { step: 'removed' },
      'prepaid.KeyChangeRequested': { step: 'keyChangeRequested', tell: ({ data: { reason } }) => ({ note: reason }) },
      'prepaid.KeyChangeConfirmed': { step: 'keyChangeConfirmed', tell: ({ data: { comments } }) => ({ note: comments || null }) },
      'prepaid.KeyChangeCancelled': { step: 'keyChangeCancelled', tell: ({ data: { reason } }) => ({ note: reason }) },
    },
  },
})

/** The history of one of them, newest first. */
export const findStsMeterHistory = (database: PoolClient, meterNo: string, page: HistoryPage) =>
  readHistory(database, stsMeters.entity, { meterNo }, page)
