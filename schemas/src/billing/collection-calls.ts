import { z } from 'zod'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { endpoint } from '../shared/endpoint.ts'
import { RowId } from '../shared/lists.ts'
import type { RowOf } from '../shared/resource.ts'
import { lines } from '../shared/text.ts'
import { AccountNo, LocalDate } from '../shared/values.ts'
import type { bills } from './bill.ts'
import { DuePart, instalmentCount, type OtherCollectionCommand, plannedBillsMax } from './collection.ts'

const reason = lines(200).min(1)
const planned = {
  accountNo: AccountNo,
  /** The bills that are paid by instalments; empty for all that are open and have no plan. */
  billNos: z.array(RowId).max(plannedBillsMax).default([]),
  count: instalmentCount,
  firstDay: LocalDate,
}

export const previewInstalments = endpoint({
  method: 'POST',
  path: '/prod-api/business/bill/instalments/preview',
  permission: 'billing:bill:plan',
  summary: 'What the instalments of the open bills of an account would be; nothing is stored',
  request: z.object(planned),
  response: z.object({ totalMinor: z.int(), bills: z.int(), instalments: z.array(DuePart) }),
})

export const planInstalments = endpoint({
  method: 'POST',
  path: '/prod-api/business/bill/instalments',
  permission: 'billing:bill:plan',
  summary: 'Pay the open bills of an account by monthly instalments; the same planId again changes nothing',
  request: z.object({ ...planned, planId: z.uuid(), reason }),
  response: z.object({ position: z.int() }),
})

const ofReminders = { path: '/prod-api/business/bill/reminders', permission: 'billing:bill:remind' } as const

export const findReminders = endpoint({
  method: 'GET',
  ...ofReminders,
  summary: 'Whether the holder of an account wants no reminders of bills',
  request: z.object({ accountNo: AccountNo }),
  response: z.object({ isStopped: z.boolean() }),
})

export const stopReminders = endpoint({
  method: 'PUT',
  path: `${ofReminders.path}/stop`,
  permission: ofReminders.permission,
  summary: 'The holder of an account wants no reminders of bills',
  request: z.object({ accountNo: AccountNo, reason }),
  response: z.object({ position: z.int() }),
})

export const allowReminders = endpoint({
  method: 'PUT',
  path: `${ofReminders.path}/allow`,
  permission: ofReminders.permission,
  summary: 'The holder of an account wants reminders of bills again',
  request: z.object({ accountNo: AccountNo, reason }),
  response: z.object({ position: z.int() }),
})

/** Commands on the instalment plan of a bill. */
export const planCommands = commandsOn<RowOf<typeof bills>>()(
  {
    entity: 'Instalments',
    id: 'billNo',
    path: '/prod-api/business/bill',
    permission: 'billing:bill:plan',
    key: { accountNo: AccountNo, billId: z.uuid() },
    response: z.object({ position: z.int() }),
  },
  {
    cancelPlan: {
      command: 'CancelInstalments',
      call: 'cancelInstalments',
      summary: 'Cancel the instalment plan of a bill and of the other bills in it: they are due on their own days again',
      typed: { reason },
      // Of the plan with all of its bills.
      event: 'billing.InstalmentsCancelled',
      isEventElsewhere: true,
      icon: 'cancel',
      isOffered: ({ plan, openMinor }) => plan !== null && openMinor > 0,
    },
  },
)
export const { cancelInstalments } = planCommands.calls
export type CollectionCommand = OtherCollectionCommand | GivenTo<typeof planCommands>
