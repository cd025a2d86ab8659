import { Button, Text } from '@mantine/core'
import { listMeters } from '@nightflow/schemas/devices/endpoints'
import { addMeterReplacement, findReplacementMeters, listMeterReplacements } from '@nightflow/schemas/devices/meter-replacements'
import { IconReplace } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldValue } from '#ui/form/form-fields.ts'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { wallTextOf } from '#ui/local-days.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { useMeterLists } from '#ui/use-meter-lists.ts'

const litresPerCubicMetre = 1000
const minute = 60_000

/** Replaces a meter by one from storage, or by one that is registered with it. */
export function AddReplacementButton() {
  const { t } = useTranslation('devices')
  const mayDo = useMayDo()
  const [opened, setOpened] = useState(false)
  if (!mayDo(addMeterReplacement)) return null
  return (
    <>
      <Button size="xs" leftSection={<IconReplace size={14} aria-hidden />} onClick={() => setOpened(true)}>
        {t('meterReplacement.open')}
      </Button>
      {opened && <AddReplacementDialog onClose={() => setOpened(false)} />}
    </>
  )
}

type Numbers = { number: string; replacedBy: string }

const wordOf = (value: FieldValue | undefined): string => (typeof value === 'string' ? value.trim() : '')

function AddReplacementDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  const { timeZone } = useSession()
  const { types } = useMeterLists()
  const [numbers, setNumbers] = useState<Numbers>({ number: '', replacedBy: '' })
  return (
    <FormDialog onClose={onClose} title={t('meterReplacement.title2')} size={560}>
      <Text size="sm" mb="xs">
        {t('replace.what')}
      </Text>
      <CommandForm
        schema={addMeterReplacement.request}
        initial={{ replacedAt: wallTextOf(Math.floor(Date.now() / minute) * minute, timeZone) }}
        fields={[
          { name: 'number', label: t('meterReplacement.field.number'), isHalf: true },
          { name: 'replacedBy', label: t('replace.replacedBy'), description: t('meterReplacement.newHint'), isHalf: true },
          {
            name: 'meterTypeId',
            label: t('meterReplacement.field.newMeterTypeName'),
            description: t('meterReplacement.typeHint'),
            choices: types,
          },
          { name: 'replacedAt', label: t('replace.replacedAt'), description: t('replace.zone', { zone: timeZone }), timeZone },
          { name: 'finalLitres', label: t('replace.final'), unit: 'm³', factor: litresPerCubicMetre, isHalf: true },
          { name: 'initialLitres', label: t('replace.initial'), unit: 'm³', factor: litresPerCubicMetre, isHalf: true },
          { name: 'reason', label: t('replace.reason'), lines: 2 },
        ]}
        onTyped={({ number, replacedBy }) => setNumbers({ number: wordOf(number), replacedBy: wordOf(replacedBy) })}
        submitLabel={t('replace.confirm')}
        onCancel={onClose}
        doneText={t('replace.done')}
        onSubmit={async (replacement) => {
          await call(addMeterReplacement, replacement)
          for (const key of ['meter', listMeters.path, listMeterReplacements.path, 'meter-partition'])
            await client.invalidateQueries({ queryKey: [key] })
          onClose()
        }}
      >
        <KnownOfBoth numbers={numbers} />
      </CommandForm>
    </FormDialog>
  )
}

/** The last reading of the old meter, and where the new one is. */
function KnownOfBoth({ numbers }: { numbers: Numbers }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const found = useQuery({
    queryKey: [findReplacementMeters.path, numbers.number, numbers.replacedBy],
    queryFn: ({ signal }) => call(findReplacementMeters, numbers, signal),
    enabled: numbers.number !== '',
    placeholderData: (before) => before,
  }).data
  if (!found || numbers.number === '') return null
  const { old, new: successor } = found
  const oldText = (): string => {
    if (!old) return t('meterReplacement.oldUnknown', { number: numbers.number })
    if (old.lastReadAt === null) return t('replace.neverRead')
    const at = format.instant(old.lastReadAt, old.timeZone)
    if (old.lastRegisterLitres === null) return t('replace.noRegister', { at })
    return t('replace.lastRead', { register: format.cubicMetres(old.lastRegisterLitres, 3), at })
  }
  return (
    <div role="status">
      <Text size="sm" c="dimmed">
        {[oldText(), old?.address].filter(Boolean).join(' · ')}
      </Text>
      {numbers.replacedBy !== '' && (
        <Text size="sm" c="dimmed">
          {successor
            ? t('meterReplacement.newKnown', { number: successor.number, state: t(`meters.value.state.${successor.state}`) })
            : t('meterReplacement.newUnknown', { number: numbers.replacedBy })}
        </Text>
      )}
    </div>
  )
}
