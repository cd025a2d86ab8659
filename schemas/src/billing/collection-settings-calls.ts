import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { HistoryRow } from '../shared/history.ts'
import { CollectionSettings, SetCollectionSettings } from './collection-settings.ts'

const path = '/prod-api/business/collectionSettings'

export const findCollectionSettings = endpoint({
  method: 'GET',
  path,
  permission: 'billing:bill:list',
  summary: 'When bills are due, reminders and late fees, and why they were set',
  request: z.object({}),
  response: CollectionSettings.extend({
    /** Null while the defaults hold. */
    reason: z.string().nullable(),
    /** Each change with its person and reason, the newest first. */
    history: z.array(HistoryRow),
  }),
})

export const setCollectionSettings = endpoint({
  method: 'PUT',
  path,
  permission: 'billing:bill:configure',
  summary: 'Set when bills are due, reminders and late fees, with the reason',
  request: SetCollectionSettings.omit({ type: true }),
  response: z.object({ position: z.int() }),
})
