import { Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { listMeters } from '@nightflow/schemas/devices/endpoints'
import type { MeterRow } from '@nightflow/schemas/devices/meters'
import type { ValvePosition } from '@nightflow/schemas/devices/operate-valve'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { meterQuery } from '#devices/devices-queries.ts'
import { OperateDialog } from '#devices/valve-panel.tsx'
import { useOpenScreen } from '#shell/screen-link.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'

const typingMilliseconds = 200
const searchedMax = 50
const shownMax = 8

/** Finds a meter that has a valve, and opens or closes it; its page then shows how far the operation is. */
export function FindValveDialog({ position, onClose }: { position: ValvePosition; onClose: () => void }) {
  const { t } = useTranslation('devices')
  const openScreen = useOpenScreen()
  const [number, setNumber] = useState<string>()
  const meter = useQuery({ ...meterQuery(number ?? ''), enabled: number !== undefined })
  if (!meter.data || number === undefined)
    return (
      <FormDialog title={t(`valve.ask.${position}`)} onClose={onClose} size={560}>
        <ValveSearch onPick={setNumber} />
      </FormDialog>
    )
  return (
    <OperateDialog
      meter={meter.data}
      position={position}
      proposedReason=""
      onClose={onClose}
      onDone={() => openScreen('devices/meter', { params: { number } })}
    />
  )
}

function ValveSearch({ onPick }: { onPick: (number: string) => void }) {
  const { t } = useTranslation('devices')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), typingMilliseconds)
  const found = useQuery({
    queryKey: ['find-valves', search],
    queryFn: ({ signal }) => call(listMeters, { search, limit: searchedMax }, signal),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const rows = (search === '' ? [] : (found.data?.rows ?? [])).filter(({ hasValve }) => hasValve).slice(0, shownMax)
  const known = new Map(rows.map((row) => [row.number, row]))
  return (
    <Select
      label={t('valve.find')}
      placeholder={t('valve.findHint')}
      data-autofocus
      searchable
      selectFirstOptionOnChange
      searchValue={typed}
      onSearchChange={setTyped}
      value={null}
      onChange={(number) => number !== null && onPick(number)}
      filter={({ options }) => options}
      data={rows.map(({ number }) => number)}
      nothingFoundMessage={search !== '' && found.isSuccess && !found.isFetching ? t('valve.noneFound') : undefined}
      renderOption={({ option }) => <Valve meter={known.get(option.value)} />}
    />
  )
}

function Valve({ meter }: { meter: MeterRow | undefined }) {
  const { t } = useTranslation('devices')
  if (!meter) return null
  const { number, name, address, valvePosition } = meter
  return (
    <div>
      <Text size="sm" className="nf-figures">
        {number}
      </Text>
      <Text size="xs" c="dimmed">
        {[name, address, t(`valvePosition.${valvePosition ?? 'unknown'}`)].filter(Boolean).join(' · ')}
      </Text>
    </div>
  )
}
