import { documentNumbered, numberStream } from '@nightflow/domain/billing/document-number'
import { localDay } from '@nightflow/domain/shared/assigned-schemes'
import { findTenant } from '@nightflow/platform/tenants/tenants'
import type { DocumentKind } from '@nightflow/schemas/billing/document-number'
import type { Pool } from 'pg'
import { type AnyPolicy, definePolicy, type Reaction } from '../shared/define-policy.ts'

const kinds = { 'billing.BillIssued': 'invoice', 'billing.BillCredited': 'creditNote', 'billing.BillDebited': 'debitNote' } as const

/** Gives bills, credits and debits their numbers, in the order of the log. The number is the event's version in the stream of its kind and year. */
export const numberDocuments = (pool: Pool): AnyPolicy =>
  definePolicy({
    name: 'billing/number-documents',
    actor: 'policy:document-numbers',
    events: ['billing.BillIssued', 'billing.BillCredited', 'billing.BillDebited'],
    react: async (event, reaction) => {
      const { type, data } = event
      if (type === 'billing.BillIssued' || type === 'billing.BillCredited' || type === 'billing.BillDebited')
        await number(pool, { ...data, kind: kinds[type], documentPosition: event.position }, reaction)
    },
  })

type Document = { accountNo: string; billId: string; kind: DocumentKind; documentPosition: number; at: string }

const number = async (pool: Pool, { accountNo, billId, kind, documentPosition, at }: Document, { tenant, append }: Reaction) => {
  const found = await findTenant(pool, tenant)
  if (!found) return
  const year = Number(localDay(Date.parse(at), found.timeZone).slice(0, 4))
  const numbering = found.settings.numbering
  await append(numberStream(kind, year), documentNumbered({ accountNo, billId, kind, documentPosition, year, numbering, at }))
}
