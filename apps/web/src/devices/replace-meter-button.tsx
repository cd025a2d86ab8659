import { Button, Text } from '@mantine/core'
import { listMeters, replaceMeter } from '@nightflow/schemas/devices/endpoints'
import type { MeterDetail } from '@nightflow/schemas/devices/meters'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { wallTextOf } from '#ui/local-days.ts'
import { useFormat } from '#ui/use-format.ts'

const litresPerCubicMetre = 1000
const minute = 60_000

/** Records that another meter has taken a meter's place. */
export function ReplaceMeterButton({ meter }: { meter: MeterDetail }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const { number, timeZone, lastReadAt, lastRegisterLitres } = meter
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)}>
        {t('replace.open')}
      </Button>
      {opened && (
        <FormDialog onClose={close} title={t('replace.title', { number })} size={520}>
          <Text size="sm" mb="xs">
            {t('replace.what')}
          </Text>
          <Text size="sm" c="dimmed" mb="sm">
            {lastReadAt === null
              ? t('replace.neverRead')
              : lastRegisterLitres === null
                ? t('replace.noRegister', { at: format.instant(lastReadAt, timeZone) })
                : t('replace.lastRead', { register: format.cubicMetres(lastRegisterLitres, 3), at: format.instant(lastReadAt, timeZone) })}
          </Text>
          <CommandForm
            schema={replaceMeter.request}
            fixed={{ number }}
            initial={{ replacedAt: wallTextOf(Math.floor(Date.now() / minute) * minute, timeZone) }}
            fields={[
              { name: 'replacedBy', label: t('replace.replacedBy'), description: t('replace.replacedByHint') },
              { name: 'replacedAt', label: t('replace.replacedAt'), description: t('replace.zone', { zone: timeZone }), timeZone },
              { name: 'finalLitres', label: t('replace.final'), unit: 'm³', factor: litresPerCubicMetre, isHalf: true },
              { name: 'initialLitres', label: t('replace.initial'), unit: 'm³', factor: litresPerCubicMetre, isHalf: true },
              { name: 'reason', label: t('replace.reason') },
            ]}
            submitLabel={t('replace.confirm')}
            onCancel={close}
            doneText={t('replace.done')}
            onSubmit={async (replacement) => {
              await call(replaceMeter, replacement)
              for (const key of ['meter', listMeters.path, 'meter-partition']) await client.invalidateQueries({ queryKey: [key] })
              close()
            }}
          />
        </FormDialog>
      )}
    </>
  )
}
