import { Button, Group, Text } from '@mantine/core'
import { allowLeakNotices, stopLeakNotices } from '@nightflow/schemas/customers/leak-notice'
import { findMeterHealth } from '@nightflow/schemas/metering/meter-health'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useMay, useSession } from '#session/session-query.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { InstantText } from '#ui/instant.tsx'
import { useFormat } from '#ui/use-format.ts'

/** Whether the meter of the account shows a leak, whether the holder was informed, and the holder's wish for messages. */
export function LeakNotices({ accountNo, meterNo }: { accountNo: string; meterNo: string }) {
  const { t } = useTranslation('customers')
  const { timeZone } = useSession()
  const format = useFormat()
  const health = useQuery({
    queryKey: ['meterHealth', 'meter', meterNo],
    queryFn: ({ signal }) => call(findMeterHealth, { meterNo }, signal),
  })
  if (!health.data) return null
  const { toldAt, isNoticeStopped, figures } = health.data
  const { leakSince, leakLitresPerHour, isLeakSinceLeast } = figures
  return (
    <section className="nf-panel" aria-label={t('leakNotices.title')}>
      <Group justify="space-between" px="sm" py={6} wrap="nowrap" className="nf-panel-head">
        <Text component="h2" className="nf-panel-title">
          {t('leakNotices.title')}
        </Text>
        <Wish accountNo={accountNo} isStopped={isNoticeStopped} />
      </Group>
      <Text size="sm" px="sm" py={6} component="div">
        {leakSince === null
          ? t('leakNotices.noLeak')
          : t(isLeakSinceLeast ? 'leakNotices.leakAtLeast' : 'leakNotices.leak', {
              litres: format.number(leakLitresPerHour),
              since: format.day(leakSince),
            })}
        {toldAt !== null && (
          <div>
            {t('leakNotices.told')} <InstantText at={toldAt} timeZone={timeZone} />
          </div>
        )}
        {isNoticeStopped && <div>{t('leakNotices.stopped')}</div>}
      </Text>
    </section>
  )
}

function Wish({ accountNo, isStopped }: { accountNo: string; isStopped: boolean }) {
  const { t } = useTranslation('customers')
  const shared = useTranslation('shared').t
  const may = useMay('customers:leakNotice:send')
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  if (!may) return null
  const endpoint = isStopped ? allowLeakNotices : stopLeakNotices
  const verb = isStopped ? 'allow' : 'stop'
  const close = () => setOpened(false)
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => setOpened(true)}>
        {t(`leakNotices.${verb}`)}
      </Button>
      {opened && (
        <FormDialog onClose={close} title={t(`leakNotices.${verb}`)} size={420}>
          <CommandForm
            schema={endpoint.request}
            fixed={{ accountNo }}
            fields={[{ name: 'reason', label: t('leakNotices.reason') }]}
            submitLabel={t(`leakNotices.${verb}`)}
            onCancel={close}
            doneText={shared('done.saved')}
            onSubmit={async (command) => {
              await call(endpoint, command)
              await client.invalidateQueries({ queryKey: ['meterHealth'] })
              await client.invalidateQueries({ queryKey: ['account'] })
              close()
            }}
          />
        </FormDialog>
      )}
    </>
  )
}
