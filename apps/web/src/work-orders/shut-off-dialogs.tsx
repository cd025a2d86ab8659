import { Text } from '@mantine/core'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { languageNames } from '@nightflow/schemas/shared/language'
import { ValveTurn } from '@nightflow/schemas/work-orders/shut-off'
import { type findShutOff, sendShutOffNotices, turnValve } from '@nightflow/schemas/work-orders/shut-off-calls'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { announceDone } from '#session/announce-done.ts'
import { useSession } from '#session/session-query.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { wallTextOf } from '#ui/local-days.ts'
import { newOperationId } from '#ui/operation-id.ts'
import { useFormat } from '#ui/use-format.ts'
import type { Order } from '#work-orders/order.ts'
import { refreshShutOff } from '#work-orders/refresh-shut-off.ts'

type Found = ResponseOf<typeof findShutOff>
const hourMilliseconds = 3_600_000

/** From the next full hour on, for four hours, unless chosen. */
const nextHour = (now: number): number => Math.ceil(now / hourMilliseconds) * hourMilliseconds

/** Tells the customers without water from when until when. */
export function NoticesDialog({ order: { workOrderNo }, found, onClose }: { order: Order; found: Found; onClose: () => void }) {
  const { t, i18n } = useTranslation('work-orders')
  const { timeZone } = useSession()
  const { number } = useFormat()
  const client = useQueryClient()
  const [noticeId] = useState(newOperationId)
  const [from] = useState(() => nextHour(Date.now()))
  return (
    <FormDialog title={t('shutOff.sendTitle')} onClose={onClose} size={480}>
      <Text size="sm" mb="xs">
        {t('shutOff.sendText', { reachable: number(found.reachableCount), total: number(found.customerCount) })}
      </Text>
      <CommandForm
        schema={sendShutOffNotices.request}
        fixed={{ workOrderNo, noticeId }}
        initial={{
          offFrom: wallTextOf(from, timeZone),
          offUntil: wallTextOf(from + 4 * hourMilliseconds, timeZone),
          language: i18n.language,
        }}
        fields={[
          { name: 'offFrom', label: t('shutOff.offFrom'), timeZone },
          { name: 'offUntil', label: t('shutOff.offUntil'), timeZone },
          { name: 'language', label: t('shutOff.language'), optionLabels: languageNames },
        ]}
        submitLabel={t('shutOff.send')}
        onCancel={onClose}
        doneText={null}
        onSubmit={async (request) => {
          await call(sendShutOffNotices, request)
          await refreshShutOff(client, workOrderNo)
          announceDone(t('shutOff.sent'))
          onClose()
        }}
      />
    </FormDialog>
  )
}

type Left = { order: Order; valve: { valveNo: string; valveName: string }; onClose: () => void }

/** A valve that is not reopened has a reason: without it the order does not end. */
export function LeaveClosedDialog({ order: { workOrderNo }, valve: { valveNo, valveName }, onClose }: Left) {
  const { t } = useTranslation('work-orders')
  const client = useQueryClient()
  return (
    <FormDialog title={t('shutOff.leaveTitle', { valve: valveName })} onClose={onClose} size={440}>
      <CommandForm
        schema={turnValve.request}
        fixed={{ workOrderNo, valveNo, turn: ValveTurn.enum.left }}
        initial={{}}
        fields={[{ name: 'note', label: t('shutOff.reason'), lines: 2 }]}
        submitLabel={t('shutOff.leave')}
        onCancel={onClose}
        doneText={null}
        onSubmit={async (request) => {
          await call(turnValve, request)
          await refreshShutOff(client, workOrderNo)
          onClose()
        }}
      />
    </FormDialog>
  )
}
